#pragma once

#include "analysis/reference/Evaluation.h"

#include <map>
#include <vector>

namespace bough {

/// Aggregation by definition (Aggregation in Plan.h): totals of the rows that the branches of a
/// term give. A copy is a snapshot.
class GroupEvaluator {
public:
  /// The term's aggregation, which has to outlive the evaluator.
  GroupEvaluator(const Aggregation &aggregation, unsigned term)
      : aggregation_(&aggregation), term_(term) {}

  /// A row of the branches, and how often it comes; times never decrease beyond those of windows
  /// that were closed. False after a fault.
  bool add(std::int64_t time, const std::vector<std::int64_t> &cells, std::uint64_t count);
  /// Appends the rows of windows that end before a time. False after a fault.
  bool closeBefore(std::int64_t time, std::vector<EvaluatedRow> &results);
  /// Without a window: appends the rows of the groups that the batch of that time has added to.
  /// False after a fault.
  bool finishBatch(std::int64_t time, std::vector<EvaluatedRow> &results);

  const EvaluationFault &fault() const { return fault_; }

private:
  struct Total {
    __int128 sum = 0;
    std::int64_t extreme = 0;
  };
  struct Group {
    __int128 count = 0;        ///< 0 as long as there is none
    std::vector<Total> totals; ///< by column
  };
  using Key = std::vector<std::int64_t>;
  /// A row that waits for its batch to be complete.
  struct Added {
    Key cells;
    std::uint64_t count = 0;
  };

  bool addTo(Group &group, const Key &cells, std::uint64_t count);
  bool giveRow(std::int64_t time, __int128 windowStart, const Key &key, const Group &group,
               std::vector<EvaluatedRow> &results);
  bool overflow(const Aggregate &column) {
    fault_ = {BOUGH_EXPRESSION_OVERFLOW, column.range};
    return false;
  }

  const Aggregation *aggregation_;
  unsigned term_;
  std::vector<Added> batch_;                         ///< without a window: rows of the batch
  std::map<Key, Group> groups_;                      ///< without a window
  std::map<__int128, std::map<Key, Group>> windows_; ///< by start
  EvaluationFault fault_;
};

} // namespace bough
