#pragma once

#include "analysis/Closure.h"
#include "analysis/GroupShape.h"
#include "analysis/PatternShape.h"
#include "analysis/ResultShape.h"
#include "analysis/SynopsisShape.h"
#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

enum class Verdict { Bounded, Unbounded, NotProven };

/// "BOUNDED", "UNBOUNDED" or "NOT PROVEN".
std::string_view toString(Verdict verdict);

/// Why a query is rejected: one attribute, and who still needs it.
struct Rejection {
  unsigned branch = 0;
  AttributeRef attribute;
  /// The items whose rows can arrive at any time after it, and need it.
  std::vector<unsigned> laterItems;
  /// A short stable name of the rule: "output" or "join" (design note 2.2, a and b), "opaque" (an
  /// opaque predicate needs it), "exists" (an EXISTS does), "set-output" (2.3, rule 1), "group" (a
  /// total for each of its values would have to be kept); "output", "join" and "opaque" of a
  /// distinct term are 2.3, rule 2.
  std::string rule;
  std::string reason; ///< one sentence, lower-case start, no final stop
  SourceRange range;  ///< the select expression or predicate that needs the attribute
  /// Whether a replayed family of inputs shows that no bounded machine evaluates the query, because
  /// of this (analysis/witness).
  bool isWitnessed = false;
};

/// The verdict on all queries of a plan, with what is needed to lower them.
struct Analysis {
  Verdict verdict = Verdict::Bounded;
  std::vector<Rejection> rejections;                ///< empty iff bounded
  std::vector<Closure> closures;                    ///< by branch
  std::vector<std::vector<Closure>> existsClosures; ///< by branch and index into Branch::exists
  /// By branch; empty for a contradictory branch. Only for a bounded plan.
  std::vector<std::vector<ShapedForest>> forests;
  /// By branch, for those with a pattern that is no join, which have no forests. Only for a bounded
  /// plan.
  std::vector<std::optional<PatternShape>> patterns;
  /// By term, for distinct ones with a branch that is possible.
  std::vector<std::optional<ResultShape>> results;
  /// By term, for those with an aggregation and a branch that is possible.
  std::vector<std::optional<GroupShape>> groups;
};

/// Merges branches of a term that differ in nothing but their difference constraints when their
/// union is again one conjunction: `t.b <= s.a OR t.b > s.a` is no condition (design note 2.2).
/// Branches that overlap stay as they are.
void simplifyUnions(Plan &plan);

/// Decides the queries by the exact criterion (design note 2) and, if all are bounded, brings them
/// into forests and chooses keys and layout (design note 3). A rejection is data, not an error;
/// errors are limits and missing declarations. Contradictory branches are reported as warnings. A
/// rejected plan is NotProven until a witness is replayed (judge, analysis/witness). Empty after an
/// error.
std::optional<Analysis> analyse(const Plan &plan, DiagnosticEngine &diagnostics);

/// Warns of each SELECT whose branches are all contradictory. `closures` by branch.
void warnOfContradictions(const Plan &plan, const std::vector<Closure> &closures,
                          DiagnosticEngine &diagnostics);

} // namespace bough
