#pragma once

#include "analysis/reference/Evaluation.h"
#include "analysis/reference/GroupEvaluator.h"
#include "analysis/reference/PatternEvaluator.h"
#include "frontend/sema/Plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace bough {

/// Evaluation by definition (design note 1, Result) from the bound plan alone, batch by batch:
/// independent of the analysis, the synopses and the IR. Keeps every row, so memory grows linearly
/// with the input. A copy is a snapshot: it costs the rows so far and goes on from there.
///
/// The rows of a batch are the combinations of input rows with one for each item, of which some is
/// of the batch, that meet all conditions; EXISTS looks at all rows so far, those of the batch
/// included. A row of a distinct term belongs to the first batch in which it occurs. Patterns that
/// are no joins have their own definition and evaluator, and so have groups.
class Evaluator {
public:
  /// The plan has to outlive the evaluator and its copies. Tables are loaded.
  explicit Evaluator(const Plan &plan);

  /// Adds all rows of a timestamp: one or more. False after a fault, from where on the evaluator is
  /// of no use: the time is negative or not later than the last batch, or the results do not fit.
  /// Then the results are those whose windows ended before.
  /// Equal rows are kept once with a count, so that huge multiplicities can be tested; patterns
  /// take the rows in the order in which they stand here, as that of their arrival.
  bool addBatch(std::int64_t time, const std::vector<ArrivingRow> &rows);

  /// Tells the observer, which has to live as long as this and its copies, of the matches of a
  /// branch that is a pattern.
  void observe(unsigned branch, PatternObserver *observer) { patterns_[branch]->observe(observer); }

  /// Looks at that many rows of combinations from here on, copies each for themselves; the fault of
  /// what needs more is BOUGH_STOPPED.
  void limitWork(std::uint64_t rows) { work_.allow(rows); }
  std::uint64_t workLeft() const { return work_.left(); }

  /// No row will come any more: decides the matches that wait for the end of their window. False
  /// after a fault. From then on no time is later than the last batch.
  bool finish();

  /// What the last batch, or the end, gave: by time, branch by branch, rows ascending. A row can
  /// come from several branches of a term that is not distinct.
  const std::vector<EvaluatedRow> &results() const { return results_; }
  const EvaluationFault &fault() const { return fault_; }
  const Plan &plan() const { return prepared_->plan; }

private:
  /// An item of an enumeration, and what can be judged once it is bound and not before.
  struct Step {
    unsigned item = 0;
    std::vector<const DifferenceAtom *> atoms;
    std::vector<const Predicate *> predicates;
    std::vector<unsigned> exists; ///< indices into Branch::exists
  };
  /// The combinations in which the first item of the largest timestamp, in the order of FROM, is
  /// `newest`, which is the first step.
  using Enumeration = std::vector<Step>;
  struct Prepared {
    const Plan &plan;
    /// Per branch and item of a stream; none for patterns.
    std::vector<std::vector<Enumeration>> enumerations;
  };
  /// All rows of a stream or table so far.
  struct History {
    std::size_t columns = 0;
    std::vector<std::int64_t> cells;   ///< [rows][columns]
    std::vector<std::uint64_t> counts; ///< [rows]
    std::vector<std::uint64_t> places; ///< [rows] of the batch at hand
    std::size_t batchBegin = 0;        ///< rows from here on are those of the batch at hand

    std::size_t rows() const { return counts.size(); }
    const std::int64_t *row(std::size_t index) const { return cells.data() + index * columns; }
  };
  using Row = std::vector<std::int64_t>;

  static Enumeration prepareEnumeration(const Branch &branch, unsigned newest);
  bool evaluateBatch(const std::vector<ArrivingRow> &rows);
  bool passTime();
  void enterBatch(const std::vector<ArrivingRow> &rows);
  bool enumerate(const Enumeration &enumeration, std::size_t depth, Multiplicity multiplicity);
  bool stepHolds(const Step &step);
  bool existsHolds(unsigned index);
  bool atomHolds(const DifferenceAtom &atom) const;
  bool predicateHolds(const Predicate &predicate) const;
  bool addRow(const Enumeration &enumeration, Multiplicity multiplicity);
  bool finishBranch();
  bool takeResults(const Branch &branch, const PatternEvaluator &pattern);
  bool addResult(EvaluatedRow row);
  bool closeWindows();
  bool finishGroups();
  void sortResults();
  __int128 valueOf(AttributeRef attribute) const;
  bool fail(EvaluationFault fault) {
    fault_ = fault;
    return false;
  }

  std::shared_ptr<const Prepared> prepared_;
  std::vector<History> histories_; ///< by stream
  /// By branch: of those that are patterns.
  std::vector<std::optional<PatternEvaluator>> patterns_;
  /// By term: of those with an aggregation.
  std::vector<std::optional<GroupEvaluator>> groups_;
  std::vector<std::set<Row>> distinct_; ///< by term: the rows that a distinct one has given
  std::int64_t now_ = -1;               ///< time of the last batch
  std::vector<EvaluatedRow> results_;
  EvaluationFault fault_;
  WorkLimit work_;

  // The branch at hand.
  const Branch *branch_ = nullptr;
  std::vector<const std::int64_t *> chosen_; ///< by item, then by EXISTS: its row
  std::size_t newestRow_ = 0;                ///< of the first item of the enumeration
  std::map<Row, Multiplicity> branchRows_;   ///< of the batch
};

/// A row for `replay`.
struct ReplayRow {
  unsigned stream = 0;
  std::vector<std::int64_t> cells;
};

/// What rows have added to the results.
struct Replay {
  /// By query: the batch's time followed by the cells, and how often.
  std::vector<std::map<std::vector<std::int64_t>, Multiplicity>> results;
  EvaluationFault fault; ///< BOUGH_OK if there was none; `place` is an index of the rows
};

/// Feeds rows batch by batch and adds up the terms of each query. The rows are ordered by time, and
/// all later than the evaluator's last batch. Finishing is the end of the input behind them.
Replay replay(Evaluator &evaluator, const std::vector<ReplayRow> &rows, bool finishes = false);

} // namespace bough
