#pragma once

#include "analysis/reference/PatternCapture.h"
#include "analysis/reference/PatternConditions.h"
#include "analysis/reference/PatternObserver.h"

#include <memory>
#include <optional>
#include <vector>

namespace bough {

/// MATCH NEXT by definition: every run is an object of its own with the rows that it has taken.
class PatternRuns {
public:
  explicit PatternRuns(std::shared_ptr<const PatternConditions> conditions);

  /// Shows the last one of `rows` to the runs. The runs that it completes are the result, in the
  /// order in which they were opened; a NOT at the end is not judged. Looks at each run once.
  /// `observer`, which may be null, is told of runs that a NOT excludes.
  std::vector<PatternMatch> take(const PatternRows &rows, WorkLimit &work,
                                 PatternObserver *observer = nullptr);

private:
  bool isGone(const PatternRun &run, const PatternRows &rows, std::size_t row) const;
  /// What a row would be to a run.
  struct Chance {
    std::optional<unsigned> item;        ///< that it stands for, if the run waits for it
    std::optional<std::size_t> excluded; ///< the row of a NOT because of which it comes too late
  };
  Chance chanceOf(const PatternRun &run, const PatternRows &rows, std::size_t row) const;
  std::optional<std::size_t> chooseConsumer(const std::vector<std::size_t> &waiting,
                                            const PatternRows &rows) const;
  void advance(PatternRun &run, unsigned item, std::size_t row) const;
  bool isComplete(const PatternRun &run) const {
    return run.element == conditions_->elements().size();
  }

  std::shared_ptr<const PatternConditions> conditions_;
  PatternCapture capture_;
  std::vector<PatternRun> open_; ///< in the order in which they were opened
};

} // namespace bough
