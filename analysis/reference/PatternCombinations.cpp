#include "analysis/reference/PatternCombinations.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace bough {

namespace {

/// Chooses rows for one element after the other. Members return false when the enumeration stops.
class Combinations {
public:
  Combinations(const PatternConditions &conditions, const PatternRows &rows, std::size_t begin,
               WorkLimit &work, PatternObserver *observer,
               const std::function<bool(const PatternMatch &)> &visit)
      : conditions_(conditions), rows_(rows), last_(rows.size() - 1), work_(work),
        observer_(observer), visit_(visit) {
    for (begin_ = begin; !conditions.isWithin(rows, begin_, last_);)
      ++begin_;
    match_.rows.resize(conditions.branch().items.size());
    match_.last = last_;
  }

  bool run() {
    const PatternElement &end = *conditions_.elements().back();
    const bool canBeLast = std::any_of(end.items.begin(), end.items.end(), [&](unsigned item) {
      return conditions_.branch().items[item].stream == rows_[last_].stream;
    });
    return !canBeLast || bindElement(0, std::nullopt);
  }

private:
  /// `before` is the latest row of the element before.
  bool bindElement(std::size_t element, std::optional<std::size_t> before) {
    if (element == conditions_.elements().size())
      return finish();
    const PatternElement &bound = *conditions_.elements()[element];
    if (bound.kind == PatternElement::Kind::Any && !bound.distinct)
      return bindList(element, before, 0, {});
    return bindRows(element, before, begin_, {});
  }

  bool finish() {
    const auto before = conditions_.excludedBefore(rows_, match_);
    if (!excluding_ && !before)
      return visit_(match_);
    if (observer_ != nullptr)
      observer_->excluded(rows_, match_, excluding_ ? *excluding_ : *before);
    return true;
  }

  bool isLastElement(std::size_t element) const {
    return element + 1 == conditions_.elements().size();
  }
  /// What can be said of a row before its element is complete.
  bool canTake(std::size_t element, std::optional<std::size_t> before, unsigned item,
               std::size_t row) const {
    return rows_[row].partition == rows_[last_].partition &&
           (!before || conditions_.isLater(rows_, *before, row)) &&
           (isLastElement(element) || conditions_.isLater(rows_, row, last_)) &&
           conditions_.satisfies(rows_, match_, item, row);
  }

  /// A row, or the rows of ANY ... DISTINCT as a set: ascending, from `from` on.
  bool bindRows(std::size_t element, std::optional<std::size_t> before, std::size_t from,
                std::vector<std::size_t> taken) {
    const PatternElement &bound = *conditions_.elements()[element];
    if (taken.size() == bound.count)
      return completeElement(element, before, std::move(taken));
    const unsigned item = bound.items.front();
    // The last row of all is the last one that is taken.
    const bool needsLast = isLastElement(element) && taken.size() + 1 == bound.count;
    auto isNew = [&](std::size_t row) {
      return !bound.distinct || std::none_of(taken.begin(), taken.end(), [&](std::size_t other) {
        return rows_[other].cells[*bound.distinct] == rows_[row].cells[*bound.distinct];
      });
    };
    for (std::size_t row = needsLast ? last_ : from; row <= last_; ++row) {
      if (!work_.spend())
        return false;
      if (!canTake(element, before, item, row) || !isNew(row))
        continue;
      taken.push_back(row);
      match_.rows[item] = taken;
      if (!bindRows(element, before, row + 1, taken))
        return false;
      taken.pop_back();
      match_.rows[item].clear();
    }
    return true;
  }

  /// The items of a list from the `index`-th on: each gets a row or none.
  bool bindList(std::size_t element, std::optional<std::size_t> before, std::size_t index,
                std::vector<std::size_t> taken) {
    const PatternElement &bound = *conditions_.elements()[element];
    if (taken.size() == bound.count)
      return completeElement(element, before, std::move(taken));
    if (bound.items.size() - index < bound.count - taken.size())
      return true;
    const unsigned item = bound.items[index];
    if (!bindList(element, before, index + 1, taken))
      return false;
    for (std::size_t row = begin_; row <= last_; ++row) {
      if (!work_.spend())
        return false;
      if (std::find(taken.begin(), taken.end(), row) != taken.end() ||
          !canTake(element, before, item, row))
        continue;
      taken.push_back(row);
      match_.rows[item] = {row};
      if (!bindList(element, before, index + 1, taken))
        return false;
      taken.pop_back();
      match_.rows[item].clear();
    }
    return true;
  }

  bool completeElement(std::size_t element, std::optional<std::size_t> before,
                       std::vector<std::size_t> taken) {
    const auto [earliest, latest] = std::minmax_element(taken.begin(), taken.end());
    if (isLastElement(element) && *latest != last_)
      return true;
    if (element == 0)
      match_.first = *earliest;
    std::optional<std::size_t> excluding;
    if (before)
      excluding = conditions_.excludedBetween(rows_, match_, element, *before, *earliest);
    if (!excluding)
      return bindElement(element + 1, *latest);
    if (observer_ == nullptr)
      return true;
    // Whether it would have been a match.
    const auto outer = std::exchange(excluding_, excluding_ ? excluding_ : excluding);
    const bool isGoing = bindElement(element + 1, *latest);
    excluding_ = outer;
    return isGoing;
  }

  const PatternConditions &conditions_;
  const PatternRows &rows_;
  const std::size_t last_;
  std::size_t begin_ = 0;
  WorkLimit &work_;
  PatternObserver *observer_;
  const std::function<bool(const PatternMatch &)> &visit_;
  PatternMatch match_;
  std::optional<std::size_t> excluding_; ///< a row of a NOT in a gap before
};

} // namespace

bool enumerateMatches(const PatternConditions &conditions, const PatternRows &rows,
                      std::size_t begin, WorkLimit &work, PatternObserver *observer,
                      const std::function<bool(const PatternMatch &)> &visit) {
  return Combinations(conditions, rows, begin, work, observer, visit).run();
}

} // namespace bough
