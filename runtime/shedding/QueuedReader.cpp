#include "runtime/shedding/QueuedReader.h"

#include <algorithm>
#include <sys/eventfd.h>
#include <unistd.h>

namespace bough {

QueuedReader::QueuedReader(InputMerge &merge, const MachineSchema &schema, WallQueue &queue,
                           const Options &options)
    : merge_(merge), schema_(schema), queue_(queue), options_(options),
      rows_(schema.streams.size()), stopDescriptor_(::eventfd(0, EFD_CLOEXEC)) {
  merge_.stopOn(stopDescriptor_);
}

QueuedReader::~QueuedReader() {
  close();
  merge_.forgetStop(stopDescriptor_);
  if (stopDescriptor_ >= 0)
    ::close(stopDescriptor_);
}

BlockSource::Next QueuedReader::next(InputBlock &block, DiagnosticEngine &diagnostics) {
  if (!isStarted_) {
    isStarted_ = true;
    thread_ = std::thread([this] { read(); });
  }
  if (!queue_.takeRows()) {
    close();
    // A merge that has failed reports it whenever it is asked for a block.
    return last_ == Next::Failed ? merge_.next(block, diagnostics) : last_;
  }
  const ArrivedRows &rows = queue_.rows();
  for (std::uint32_t stream : rows.streams)
    ++rows_[stream];
  block.tagged = {rows.streams.data(), rows.cells.data(), rows.cells.size() / rows.size(),
                  rows.size()};
  block.timestamps = rows.timestamps;
  return Next::Block;
}

void QueuedReader::close() {
  queue_.arrivals().stop();
  if (!thread_.joinable())
    return;
  if (stopDescriptor_ >= 0)
    ::eventfd_write(stopDescriptor_, 1);
  thread_.join();
}

RowPlace QueuedReader::placeOf(std::uint64_t /*stream*/, std::uint64_t row) const {
  const ArrivedRows &rows = queue_.rows();
  return row < rows.size() ? rows.places[row] : RowPlace{};
}

void QueuedReader::read() {
  InputBlock block;
  DiagnosticEngine unused; // next() reports in the machine's thread
  bool going = true;
  while (going) {
    const Next next = merge_.next(block, unused);
    bytesRead_ = merge_.bytesRead();
    last_ = next == Next::Block ? Next::End : next;
    going = next == Next::Block && put(block);
  }
  queue_.arrivals().finish();
}

std::int64_t QueuedReader::timeOf(const bough_tagged_rows &rows, std::uint64_t row) const {
  return rows.cells[row * rows.stride + schema_.streams[rows.streams[row]].timestampColumn];
}

/// False when no row is to come any more.
bool QueuedReader::waitUntil(Nanoseconds due) {
  constexpr Nanoseconds patience = 50'000'000; // of who interrupts a run
  ArrivalQueue &queue = queue_.arrivals();
  for (Nanoseconds now = queue.now(); now < due; now = queue.now()) {
    if (merge_.isStopped()) {
      last_ = Next::Stopped;
      return false;
    }
    if (!queue.waitUntil(std::min(due, now + patience)))
      return false;
  }
  return true;
}

/// Batch by batch, in runs of those that come together. False when it is not to go on.
bool QueuedReader::put(const InputBlock &block) {
  ArrivalQueue &queue = queue_.arrivals();
  const bough_tagged_rows &rows = block.tagged;
  for (std::uint64_t begin = 0, end = 0; begin < rows.rows; begin = end) {
    while (end < rows.rows && timeOf(rows, end) == timeOf(rows, begin))
      ++end;
    const std::uint64_t size = end - begin;
    if (read_ == 0)
      begin_ = queue.now();
    read_ += size;
    const auto after = static_cast<__int128>(read_ - 1) * options_.arrivalDistance / 1000;
    const Nanoseconds due = begin_ + static_cast<Nanoseconds>(after);
    const bool isEarly = options_.arrivalDistance != 0 && queue.now() < due;
    if ((isEarly || run_.size() + size > options_.blockRows) && !queue.put(run_))
      return false;
    if (isEarly && !waitUntil(due))
      return false;
    run_.streams.insert(run_.streams.end(), rows.streams + begin, rows.streams + end);
    run_.cells.insert(run_.cells.end(), rows.cells + begin * rows.stride,
                      rows.cells + end * rows.stride);
    for (std::uint64_t row = begin; row < end; ++row)
      run_.places.push_back(merge_.placeOfTagged(row));
    ++run_.timestamps;
  }
  return queue.put(run_);
}

} // namespace bough
