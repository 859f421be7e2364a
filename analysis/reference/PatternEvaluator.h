#pragma once

#include "analysis/reference/Evaluation.h"
#include "analysis/reference/PatternConditions.h"
#include "analysis/reference/PatternRuns.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace bough {

/// Evaluation of a pattern by definition (frontend/PATTERNS.md): of Branch::pattern, with all rows
/// of its streams kept. MATCH ALL goes through all combinations of rows, MATCH NEXT has an object
/// for each run. A copy is a snapshot.
class PatternEvaluator {
public:
  /// The time and the cells of a row of the result, and how often it comes.
  using Results = std::map<std::pair<std::int64_t, std::vector<std::int64_t>>, Multiplicity>;

  /// Both have to outlive the evaluator; `branch` is one of a pattern.
  PatternEvaluator(const Plan &plan, const Branch &branch);

  /// Tells it of all matches from here on; null: nobody. It has to live as long as this.
  void observe(PatternObserver *observer) { observer_ = observer; }

  /// A later time has come, before its rows: decides the matches whose window has ended. False
  /// after a fault, when the results are those of the windows that ended before.
  bool passTo(std::int64_t time);
  /// All rows of that timestamp, of any streams, in the order of their arrival. False
  /// after a fault.
  bool addRows(std::int64_t time, const std::vector<ArrivingRow> &rows, WorkLimit &work);

  /// What the last of these calls has given.
  const Results &results() const { return results_; }
  const EvaluationFault &fault() const { return fault_; }

private:
  void append(std::int64_t time, const ArrivingRow &row);
  bool takeRow(WorkLimit &work);
  bool complete(const PatternMatch &match);
  bool addResult(const PatternMatch &match, std::int64_t time, std::optional<std::size_t> row);
  bool fail(EvaluationFault fault) {
    fault_ = fault;
    return false;
  }

  std::shared_ptr<const PatternConditions> conditions_;
  PatternRows rows_;
  std::map<std::vector<std::int64_t>, std::size_t> partitions_; ///< by values of its columns
  std::map<std::size_t, std::size_t> begins_; ///< SKIP of MATCH ALL: first usable row of partitions
  std::optional<PatternRuns> runs_;           ///< of MATCH NEXT
  PatternObserver *observer_ = nullptr;
  std::vector<PatternMatch> undecided_; ///< wait for the end of a window with a NOT
  Results results_;
  EvaluationFault fault_;
};

} // namespace bough
