#include "runtime/InputMerge.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bough {

std::optional<InputMerge> InputMerge::open(const std::vector<InputSpec> &specs,
                                           const MachineSchema &schema,
                                           std::vector<Dictionary> &dictionaries,
                                           const Options &options, DiagnosticEngine &diagnostics) {
  InputMerge merge(schema, options);
  for (const InputSpec &spec : specs) {
    std::unique_ptr<RowReader> reader = RowReader::open(
        spec, schema, dictionaries, options.stopDescriptor, diagnostics, options.rejected);
    if (reader == nullptr)
      return std::nullopt;
    merge.readers_.push_back(std::move(reader));
  }
  std::size_t streams = schema.streams.size();
  merge.feeds_.resize(streams);
  for (std::size_t i = 0; i < merge.readers_.size(); ++i)
    for (Lane &lane : merge.readers_[i]->lanes())
      merge.feeds_[lane.stream].push_back({&lane, i});
  merge.gathered_.resize(streams);
  merge.columnPointers_.resize(streams);
  merge.rows_.resize(streams);
  for (const MachineStream &stream : schema.streams) {
    merge.guards_.emplace_back(stream);
    merge.takesLateRows_ = merge.takesLateRows_ || stream.lateness != 0;
  }
  if (!merge.checkProvided(diagnostics))
    return std::nullopt;
  return merge;
}

bool InputMerge::checkProvided(DiagnosticEngine &diagnostics) const {
  bool complete = true;
  for (unsigned s = 0; s < feeds_.size(); ++s) {
    if (!schema_->streams[s].used || !feeds_[s].empty())
      continue;
    complete = false;
    std::string reason;
    for (const std::unique_ptr<RowReader> &reader : readers_)
      if (!reader->spec().kindColumn.empty() && reason.empty())
        reason = fmt::format(": the header of '{}' has no column '{}'",
                             reader->spec().displayName(), reader->missingColumn(s));
    diagnostics.reportIn(nullptr, diag::inputMissing, {}, schema_->streams[s].name, reason);
  }
  return complete;
}

void InputMerge::stopOn(int descriptor) {
  for (const std::unique_ptr<RowReader> &reader : readers_)
    reader->stopOn(descriptor);
}

void InputMerge::forgetStop(int descriptor) {
  for (const std::unique_ptr<RowReader> &reader : readers_)
    reader->forgetStop(descriptor);
}

bool InputMerge::isStopped() const {
  return std::any_of(readers_.begin(), readers_.end(),
                     [](const auto &reader) { return reader->bytes().isStopped(); });
}

InputMerge::Next InputMerge::next(InputBlock &block, DiagnosticEngine &diagnostics) {
  for (std::vector<Feed> &feeds : feeds_)
    for (Feed &feed : feeds)
      feed.lane->begin = feed.blockEnd;
  for (;;) {
    if (excess_) {
      reportExcess(diagnostics);
      return Next::Failed;
    }
    std::optional<std::int64_t> cut = findCut();
    if (takesLateRows_ && options_.blockRows == 1)
      cut = limitToOneTimestamp(cut);
    bool any = advanceTo(cut);
    if ((excess_ = findExcess(cut)))
      any = advanceTo(excess_->time);
    if (any) {
      if (options_.mixed)
        fillTagged(block);
      else
        fillColumns(block);
      block.timestamps = options_.countTimestamps ? countTimestamps() : 0;
      return Next::Block;
    }
    if (excess_)
      continue;
    if (!cut)
      return Next::End;
    if (readMore(*cut) || excess_)
      continue;
    for (const std::unique_ptr<RowReader> &reader : readers_)
      if (reader->hasFailed() && reader->lastTime() == *cut) {
        reader->reportFault(diagnostics);
        return Next::Failed;
      } else if (reader->wasStopped() && reader->lastTime() == *cut) {
        return Next::Stopped;
      }
  }
}

/// The first timestamp of which more rows may come; none when all rows are there.
std::optional<std::int64_t> InputMerge::findCut() const {
  std::optional<std::int64_t> cut;
  for (const std::unique_ptr<RowReader> &reader : readers_)
    if (!reader->isDone() || reader->hasFailed() || reader->wasStopped())
      cut = std::min(cut.value_or(std::numeric_limits<std::int64_t>::max()), reader->lastTime());
  return cut;
}

/// A watermark can pass several timestamps at a time, which are to be blocks of their own.
std::optional<std::int64_t> InputMerge::limitToOneTimestamp(std::optional<std::int64_t> cut) const {
  std::optional<std::int64_t> first;
  for (const std::vector<Feed> &feeds : feeds_)
    for (const Feed &feed : feeds)
      if (const Lane &lane = *feed.lane; lane.begin < lane.end) {
        const std::int64_t time = lane.times()[lane.begin];
        first = std::min(first.value_or(time), time);
      }
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  if (!first || *first == largest || (cut && *cut <= *first))
    return cut;
  return *first + 1;
}

/// The first row of an input that is more than its stream declares, among those that wait for late
/// ones and are too many.
std::optional<InputMerge::Excess> InputMerge::findExcessAhead(std::size_t input) {
  for (const Lane &lane : readers_[input]->lanes()) {
    if (lane.reorderRows == 0 || lane.end - lane.begin <= lane.reorderRows)
      continue;
    RateGuard guard = guards_[lane.stream];
    std::int64_t inTimestamp = 0;
    for (std::size_t row = lane.begin; row < lane.end; ++row) {
      const std::int64_t time = lane.times()[row];
      inTimestamp = row > lane.begin && time == lane.times()[row - 1] ? inTimestamp + 1 : 1;
      std::optional<RowLimit> limit = guard.count(time);
      if (guard.perTimestamp() != 0 && inTimestamp > guard.perTimestamp())
        limit = guard.perTimestampLimit();
      if (limit)
        return Excess{time, lane.stream, {input, lane.lines[row]}, *limit};
    }
  }
  return std::nullopt;
}

/// Sets the ends of the block to the rows before `cut`. True when there are any.
bool InputMerge::advanceTo(std::optional<std::int64_t> cut) {
  bool any = false;
  for (std::vector<Feed> &feeds : feeds_)
    for (Feed &feed : feeds) {
      const Lane &lane = *feed.lane;
      const std::int64_t *times = lane.times();
      feed.blockEnd = lane.end;
      if (cut && lane.begin < lane.end && times[lane.end - 1] >= *cut)
        feed.blockEnd = static_cast<std::size_t>(
            std::lower_bound(times + lane.begin, times + lane.end, *cut) - times);
      any = any || feed.blockEnd > lane.begin;
    }
  return any;
}

/// Lets every input that holds up the block read on. False when none of them can.
bool InputMerge::readMore(std::int64_t cut) {
  bool read = false;
  for (std::size_t input = 0; input < readers_.size(); ++input) {
    RowReader &reader = *readers_[input];
    if (reader.isDone() || reader.lastTime() != cut)
      continue;
    if ((excess_ = findExcessAhead(input)))
      return false;
    reader.fill(options_.blockRows);
    for (Lane &lane : reader.lanes())
      if (schema_->streams[lane.stream].lateness != 0)
        sorter_.sort(lane);
    read = true;
  }
  // Reading moves what is waiting in a lane to its front.
  for (std::vector<Feed> &feeds : feeds_)
    for (Feed &feed : feeds)
      feed.blockEnd = feed.lane->begin;
  return read;
}

/// The first row of a stream that is more than it declares, among the rows of the block. For the
/// rows of one timestamp those of `openTime` that are already there count as well, so that they
/// cannot fill the memory. Counts each row of the block once.
std::optional<InputMerge::Excess> InputMerge::findExcess(std::optional<std::int64_t> openTime) {
  std::optional<Excess> first;
  auto add = [&](const std::optional<Excess> &found) {
    if (found && (!first || found->time < first->time))
      first = found;
  };
  for (unsigned s = 0; s < feeds_.size(); ++s) {
    if (auto most = static_cast<std::size_t>(guards_[s].perTimestamp()))
      add(feeds_[s].size() == 1 ? findExcessInLane(feeds_[s].front(), most, openTime)
                                : findExcessInLanes(s, most, openTime));
    if (guards_[s].isNeeded())
      add(countBlock(s));
  }
  return first;
}

/// Counts the rows of the block against max_per_second and max_rows.
std::optional<InputMerge::Excess> InputMerge::countBlock(unsigned stream) {
  struct Head {
    const Feed *feed;
    std::size_t row;
    std::int64_t time() const { return feed->lane->times()[row]; }
  };
  std::vector<Head> heads;
  for (const Feed &feed : feeds_[stream])
    heads.push_back({&feed, feed.lane->begin});
  for (;;) {
    Head *next = nullptr;
    for (Head &head : heads)
      if (head.row < head.feed->blockEnd && (next == nullptr || head.time() < next->time()))
        next = &head;
    if (next == nullptr)
      return std::nullopt;
    if (std::optional<RowLimit> limit = guards_[stream].count(next->time()))
      return Excess{
          next->time(), stream, {next->feed->input, next->feed->lane->lines[next->row]}, *limit};
    ++next->row;
  }
}

std::optional<InputMerge::Excess>
InputMerge::findExcessInLane(const Feed &feed, std::size_t most,
                             std::optional<std::int64_t> openTime) const {
  const Lane &lane = *feed.lane;
  const std::int64_t *times = lane.times();
  for (std::size_t row = lane.begin; lane.end - row > most; ++row) {
    // Times do not decrease, so equal ends mean equal times in between.
    std::size_t surplus = row + most;
    if (openTime && times[surplus] > *openTime)
      break;
    if (times[row] == times[surplus])
      return Excess{times[surplus],
                    lane.stream,
                    {feed.input, lane.lines[surplus]},
                    guards_[lane.stream].perTimestampLimit()};
  }
  return std::nullopt;
}

std::optional<InputMerge::Excess>
InputMerge::findExcessInLanes(unsigned stream, std::size_t most,
                              std::optional<std::int64_t> openTime) const {
  struct Head {
    const Feed *feed;
    std::size_t row;
    bool isEmpty() const { return row == feed->lane->end; }
    std::int64_t time() const { return feed->lane->times()[row]; }
  };
  std::vector<Head> heads;
  for (const Feed &feed : feeds_[stream])
    heads.push_back({&feed, feed.lane->begin});
  std::size_t inTimestamp = 0;
  for (std::int64_t time = -1;;) {
    Head *next = nullptr;
    for (Head &head : heads)
      if (!head.isEmpty() && (next == nullptr || head.time() < next->time()))
        next = &head;
    if (next == nullptr || (openTime && next->time() > *openTime))
      return std::nullopt;
    inTimestamp = next->time() == time ? inTimestamp + 1 : 1;
    time = next->time();
    if (inTimestamp > most)
      return Excess{time,
                    stream,
                    {next->feed->input, next->feed->lane->lines[next->row]},
                    guards_[stream].perTimestampLimit()};
    ++next->row;
  }
}

void InputMerge::reportExcess(DiagnosticEngine &diagnostics) const {
  reportRowLimit(schema_->streams[excess_->stream], excess_->limit, excess_->time,
                 std::make_shared<const Source>(describe(excess_->place), ""), diagnostics);
}

void InputMerge::fillColumns(InputBlock &block) {
  block.streams.assign(feeds_.size(), {nullptr, 0});
  for (unsigned s = 0; s < feeds_.size(); ++s) {
    std::vector<const std::int64_t *> &pointers = columnPointers_[s];
    pointers.assign(schema_->streams[s].columns.size(), nullptr);
    std::uint64_t rows = 0;
    if (feeds_[s].size() == 1) { // the usual case: the machine reads the lane itself
      const Feed &feed = feeds_[s].front();
      rows = feed.blockEnd - feed.lane->begin;
      for (std::size_t c = 0; c < pointers.size(); ++c)
        pointers[c] = feed.lane->columns[c].data() + feed.lane->begin;
    } else if (!feeds_[s].empty()) {
      gather(s);
      rows = gathered_[s].places.size();
      for (std::size_t c = 0; c < pointers.size(); ++c)
        pointers[c] = gathered_[s].columns[c].data();
    }
    block.streams[s] = {pointers.data(), rows};
    rows_[s] += rows;
  }
}

void InputMerge::gather(unsigned stream) {
  Gathered &gathered = gathered_[stream];
  gathered.columns.resize(schema_->streams[stream].columns.size());
  for (std::vector<std::int64_t> &column : gathered.columns)
    column.clear();
  gathered.places.clear();
  std::vector<std::pair<const Feed *, std::size_t>> heads;
  for (const Feed &feed : feeds_[stream])
    heads.push_back({&feed, feed.lane->begin});
  for (;;) {
    std::pair<const Feed *, std::size_t> *next = nullptr;
    for (auto &head : heads)
      if (head.second < head.first->blockEnd &&
          (next == nullptr ||
           head.first->lane->times()[head.second] < next->first->lane->times()[next->second]))
        next = &head;
    if (next == nullptr)
      return;
    const Lane &lane = *next->first->lane;
    std::size_t row = next->second++;
    for (std::size_t c = 0; c < gathered.columns.size(); ++c)
      gathered.columns[c].push_back(lane.columns[c][row]);
    gathered.places.push_back({next->first->input, lane.lines[row]});
  }
}

/// Rows of all lanes in arrival order: by time, then by input, then by line.
void InputMerge::fillTagged(InputBlock &block) {
  std::size_t stride = 0;
  struct Head {
    const Lane *lane;
    std::size_t input, row, end;
    auto key() const { return std::tuple(lane->times()[row], input, lane->lines[row]); }
  };
  std::vector<Head> heads;
  for (unsigned s = 0; s < feeds_.size(); ++s) {
    stride = std::max(stride, schema_->streams[s].columns.size());
    for (const Feed &feed : feeds_[s])
      if (feed.lane->begin < feed.blockEnd) {
        heads.push_back({feed.lane, feed.input, feed.lane->begin, feed.blockEnd});
        rows_[s] += feed.blockEnd - feed.lane->begin;
      }
  }
  tags_.clear();
  cells_.clear();
  taggedPlaces_.clear();
  while (!heads.empty()) {
    auto next = std::min_element(heads.begin(), heads.end(),
                                 [](const Head &a, const Head &b) { return a.key() < b.key(); });
    const Lane &lane = *next->lane;
    tags_.push_back(lane.stream);
    for (const std::vector<std::int64_t> &column : lane.columns)
      cells_.push_back(column[next->row]);
    cells_.resize(tags_.size() * stride);
    taggedPlaces_.push_back({next->input, lane.lines[next->row]});
    if (++next->row == next->end)
      heads.erase(next);
  }
  block.tagged = {tags_.data(), cells_.data(), stride, tags_.size()};
}

/// Goes through the times of all lanes side by side, without branches that depend on them.
std::uint64_t InputMerge::countTimestamps() const {
  struct Head {
    const std::int64_t *next, *end;
  };
  std::vector<Head> heads;
  for (const std::vector<Feed> &feeds : feeds_)
    for (const Feed &feed : feeds)
      if (feed.lane->begin < feed.blockEnd)
        heads.push_back(
            {feed.lane->times() + feed.lane->begin, feed.lane->times() + feed.blockEnd});
  std::uint64_t count = 0;
  std::int64_t last = -1;
  while (!heads.empty()) {
    std::int64_t time = *heads.front().next;
    for (const Head &head : heads)
      time = std::min(time, *head.next);
    bool ended = false;
    for (Head &head : heads) {
      head.next += *head.next == time ? 1 : 0;
      ended = ended || head.next == head.end;
    }
    count += time != last ? 1 : 0;
    last = time;
    if (ended)
      std::erase_if(heads, [](const Head &head) { return head.next == head.end; });
  }
  return count;
}

RowPlace InputMerge::placeOf(std::uint64_t stream, std::uint64_t row) const {
  if (options_.mixed)
    return row < taggedPlaces_.size() ? taggedPlaces_[row] : RowPlace{};
  if (stream >= feeds_.size())
    return {};
  if (feeds_[stream].size() != 1)
    return row < gathered_[stream].places.size() ? gathered_[stream].places[row] : RowPlace{};
  const Feed &feed = feeds_[stream].front();
  if (row >= feed.blockEnd - feed.lane->begin)
    return {};
  return {feed.input, feed.lane->lines[feed.lane->begin + row]};
}

std::string InputMerge::describe(RowPlace place) const {
  return fmt::format("{}:{}", readers_[place.input]->spec().displayName(), place.line);
}

std::vector<std::uint64_t> InputMerge::skippedRows() const {
  std::vector<std::uint64_t> rows(schema_->streams.size());
  for (const std::unique_ptr<RowReader> &reader : readers_)
    for (std::size_t s = 0; s < rows.size(); ++s)
      rows[s] += reader->skippedRows()[s];
  return rows;
}

std::uint64_t InputMerge::rowsRead() const {
  std::uint64_t rows = 0;
  for (const std::unique_ptr<RowReader> &reader : readers_)
    rows += reader->rowsRead();
  return rows;
}

std::uint64_t InputMerge::bytesRead() const {
  std::uint64_t bytes = 0;
  for (const std::unique_ptr<RowReader> &reader : readers_)
    bytes += reader->bytes().bytesRead();
  return bytes;
}

std::uint64_t InputMerge::bytesInAll() const {
  std::uint64_t bytes = 0;
  for (const std::unique_ptr<RowReader> &reader : readers_) {
    if (!reader->bytes().isRegularFile())
      return 0;
    bytes += reader->bytes().size();
  }
  return bytes;
}

bool InputMerge::arrivesSlowly() const {
  return std::any_of(readers_.begin(), readers_.end(),
                     [](const auto &reader) { return !reader->bytes().isRegularFile(); });
}

} // namespace bough
