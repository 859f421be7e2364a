#pragma once

#include "codegen/ir/Program.h"
#include "test/differential/Model.h"

#include <set>
#include <string>
#include <vector>

namespace bough::differential {

/// The labels of a case, found in what it contains and not in what was meant: "distinct",
/// "not-exists-between", ... A case can have several.
std::set<std::string> classesOf(const CaseModel &model);
/// All labels that classesOf gives, in the order of reports.
const std::vector<std::string> &allClasses();
/// Those of cases with patterns.
const std::vector<std::string> &allPatternClasses();
/// The labels of a SELECT with a pattern that no join has.
void findPatternClasses(const CaseModel &model, const BranchModel &branch,
                        std::set<std::string> &labels);
/// One conjunctive bag SELECT over distinct streams, plain columns in the result, difference
/// constraints only, and no limit on the rows of a stream without an end: where the criterion is
/// exact (design note 2.2).
inline constexpr const char *exactClass = "conjunctive";

/// What the machine of an accepted case has: "batch buffer", "expiring key", ...
std::set<std::string> shapesOf(const ir::Program &program);

} // namespace bough::differential
