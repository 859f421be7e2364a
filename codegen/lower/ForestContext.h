#pragma once

#include "analysis/Analysis.h"
#include "codegen/ir/Program.h"
#include "codegen/lower/GroupLowering.h"
#include "codegen/lower/Names.h"
#include "frontend/sema/Plan.h"

#include <map>
#include <vector>

namespace bough {

/// Constant tables and dictionaries of a program; equal ones are declared once.
class Constants {
public:
  Constants(ir::Program &program, Names &names) : program_(program), names_(names) {}

  /// `values` ascending, distinct, not empty.
  ir::DictionaryId dictionary(std::string_view hint, const std::vector<std::int64_t> &values);
  /// `rows` in any order.
  ir::TableId table(std::string_view hint, std::vector<ir::StreamColumn> columns,
                    std::vector<std::vector<std::int64_t>> rows);

private:
  ir::Program &program_;
  Names &names_;
  std::map<std::vector<std::int64_t>, ir::DictionaryId> dictionaries_;
};

/// What the passes of one forest share.
struct ForestContext {
  const Plan &plan;
  const Branch &branch;
  const Closure &closure;
  const std::vector<Closure> &exists; ///< by index into Branch::exists
  const ShapedForest &shaped;
  ir::Program &program;
  Constants &constants;
  ir::ResultId result = 0;                         ///< of the branch's term
  const ResultShape *memory = nullptr;             ///< of a distinct term that remembers its rows
  ir::SynopsisId memorySynopsis = 0;               ///< its rows
  const GroupLowering *groups = nullptr;           ///< of a term with an aggregation
  std::vector<ir::SynopsisId> synopses = {};       ///< by node; meaningful where a shape exists
  std::vector<ir::SynopsisId> existsSynopses = {}; ///< by index into ShapedForest::exists; of Look

  bool isSet() const { return plan.term(branch).isDistinct; }
};

} // namespace bough
