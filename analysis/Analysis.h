#pragma once

#include "analysis/Closure.h"
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
  /// A short stable name of the rule: "output" (criterion a) or "join" (criterion b), see design
  /// note 2.2.
  std::string rule;
  std::string reason; ///< one sentence, lower-case start, no final stop
  SourceRange range;  ///< the select expression or predicate that needs the attribute
};

/// The verdict on a whole query, with what is needed to lower it.
struct Analysis {
  Verdict verdict = Verdict::Bounded;
  std::vector<Rejection> rejections; ///< empty iff bounded
  std::vector<Closure> closures;     ///< by branch
  /// By branch; empty for a contradictory branch. Only for a bounded query.
  std::vector<std::vector<ShapedForest>> forests;
};

/// Decides the query by the exact criterion (design note 2.2) and, if it is bounded, brings it into
/// forests and chooses keys and layout (design note 3). A rejection is data, not an error; errors
/// are limits, missing declarations and features not supported yet. Contradictory branches are
/// reported as warnings. Empty after an error.
std::optional<Analysis> analyse(const Plan &plan, DiagnosticEngine &diagnostics);

/// Warns of each SELECT whose branches are all contradictory. `closures` by branch.
void warnOfContradictions(const Plan &plan, const std::vector<Closure> &closures,
                          DiagnosticEngine &diagnostics);

} // namespace bough
