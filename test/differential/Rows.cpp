#include "test/differential/Rows.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bough::differential {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// The rows of one stream while they are drawn; refuses those that break a promise.
class StreamRows {
public:
  StreamRows(const StreamModel &stream) : stream_(stream) {}

  bool admits(std::int64_t time) const {
    auto count = [&](std::int64_t from, std::int64_t to) {
      return std::count_if(times_.begin(), times_.end(),
                           [&](std::int64_t other) { return from <= other && other <= to; });
    };
    auto isFull = [](const std::optional<std::int64_t> &limit, std::int64_t rows) {
      return limit && rows >= *limit;
    };
    if (isFull(stream_.maxRows, static_cast<std::int64_t>(times_.size())) ||
        isFull(stream_.maxPerTimestamp, count(time, time)) ||
        (stream_.endsAt && time > *stream_.endsAt) ||
        (stream_.startsAt && time < *stream_.startsAt))
      return false;
    // Any second that holds the row: those that begin with a row, or with this one.
    std::int64_t second =
        stream_.unit() < TimeUnit::Second ? 1 : ticksPer(TimeUnit::Second, stream_.unit());
    std::vector<std::int64_t> begins = times_;
    begins.push_back(time);
    return std::none_of(begins.begin(), begins.end(), [&](std::int64_t begin) {
      return begin <= time && time - begin < second &&
             isFull(stream_.maxPerSecond, count(begin, begin + (second - 1)));
    });
  }
  void add(std::int64_t time) { times_.push_back(time); }

private:
  const StreamModel &stream_;
  std::vector<std::int64_t> times_;
};

/// With mixed units: near the full minutes, where coarse and fine times meet.
std::int64_t drawTime(Draft &draft, const StreamModel &stream) {
  Random &random = draft.random;
  if (!draft.has(Theme::MixedUnits)) {
    std::int64_t time = draft.ticks(random.pick(draft.times));
    bool isFiner = draft.ticks(1) != 1;
    return isFiner && random.chance(30) ? time + random.between(0, 2) : time;
  }
  std::int64_t minute = random.between(0, 4);
  if (stream.unit() == TimeUnit::Minute)
    return minute;
  std::int64_t ticks = minute * ticksPer(TimeUnit::Minute, stream.unit());
  std::int64_t step = random.chance(60) ? ticksPer(TimeUnit::Second, stream.unit()) : 1;
  return std::max<std::int64_t>(0, ticks + step * random.between(-3, 3));
}

RowModel drawRow(Draft &draft, unsigned stream) {
  const StreamModel &declaration = draft.model.streams[stream];
  RowModel row{stream, {}};
  for (const ColumnModel &column : declaration.columns)
    row.cells.push_back(column.type.isTimestamp() ? drawTime(draft, declaration)
                                                  : draft.drawValue(column));
  return row;
}

} // namespace

void drawTimes(Draft &draft) {
  Random &random = draft.random;
  std::vector<std::int64_t> &times = draft.times;
  std::int64_t time = random.chance(50) ? 0 : random.between(0, 50);
  std::int64_t count = random.between(4, 14);
  for (std::int64_t i = 0; i < count; ++i) {
    times.push_back(time);
    time += random.pick<std::int64_t>({1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 10, 11, 1000});
  }
  if (draft.has(Theme::ExtremeTimes)) {
    std::int64_t shift = largest - times.back();
    std::size_t from = random.chance(50) ? 0 : times.size() / 2;
    for (std::size_t i = from; i < times.size(); ++i)
      times[i] += shift;
  }
}

void drawRows(Draft &draft) {
  Random &random = draft.random;
  CaseModel &model = draft.model;
  // Evaluation by definition goes through the product of the items.
  std::size_t items = 0;
  for (const BranchModel &branch : model.branches)
    items = std::max(items, branch.items.size());
  std::int64_t most = items <= 2 ? 45 : items == 3 ? 24 : items == 4 ? 14 : 8;
  for (unsigned s = 0; s < model.streams.size(); ++s) {
    const StreamModel &stream = model.streams[s];
    std::int64_t rows = stream.isTable     ? random.between(0, 7)
                        : random.chance(4) ? 0
                                           : random.between(most / 2, most);
    StreamRows kept(stream);
    std::vector<RowModel> drawn;
    for (std::int64_t i = 0; i < rows; ++i) {
      RowModel row = !drawn.empty() && random.chance(10) ? random.pick(drawn) : drawRow(draft, s);
      if (!stream.isTable) {
        std::int64_t time = row.cells[stream.timestampColumn];
        if (!kept.admits(time))
          continue;
        kept.add(time);
      }
      drawn.push_back(std::move(row));
    }
    std::vector<RowModel> &all = stream.isTable ? model.tableRows : model.rows;
    all.insert(all.end(), drawn.begin(), drawn.end());
  }
  std::sort(model.rows.begin(), model.rows.end(), [&](const RowModel &a, const RowModel &b) {
    return std::tuple(model.time(a), a.stream, a.cells) <
           std::tuple(model.time(b), b.stream, b.cells);
  });
}

} // namespace bough::differential
