#pragma once

#include "codegen/ir/Program.h"
#include "runtime/Abi.h"

#include <cstdint>
#include <optional>
#include <vector>

/// The input of a call, batch by batch.
namespace bough::interp {

/// The rows of the batch at hand, of a block input.
class BlockRows {
public:
  BlockRows(const std::vector<ir::Stream> &streams, const bough_columns *columns)
      : streams_(streams), columns_(columns), begin_(streams.size()), end_(streams.size()) {}

  /// A row, as errors name it.
  struct Place {
    std::int64_t time;
    std::uint64_t stream, row;
  };

  /// The earliest row that is not yet in a batch; of equal ones that of the first stream.
  std::optional<Place> next() const {
    std::optional<Place> earliest;
    for (std::size_t s = 0; s < streams_.size(); ++s)
      if (end_[s] < columns_[s].rows && (!earliest || timeOf(s, end_[s]) < earliest->time))
        earliest = Place{timeOf(s, end_[s]), s, end_[s]};
    return earliest;
  }
  /// Makes the next rows with that time the batch at hand.
  void take(std::int64_t time) {
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      begin_[s] = end_[s];
      while (end_[s] < columns_[s].rows && timeOf(s, end_[s]) == time)
        ++end_[s];
    }
  }
  /// Calls `visit(row, cell)` for the stream's rows in the batch until it returns false; cell(c) is
  /// the row's column c.
  template <typename Visit> bool forEach(std::uint64_t stream, const Visit &visit) const {
    for (std::uint64_t row = begin_[stream]; row < end_[stream]; ++row)
      if (!visit(row, [&](std::size_t c) { return columns_[stream].columns[c][row]; }))
        return false;
    return true;
  }
  /// Calls `visit(stream, row, cell)` for all rows of the batch in the order of their arrival, as
  /// far as it is known: by streams.
  template <typename Visit> bool forEachArrival(const Visit &visit) const {
    for (std::uint64_t stream = 0; stream < streams_.size(); ++stream)
      if (!forEach(stream,
                   [&](std::uint64_t row, const auto &cell) { return visit(stream, row, cell); }))
        return false;
    return true;
  }

private:
  std::int64_t timeOf(std::size_t stream, std::uint64_t row) const {
    return columns_[stream].columns[streams_[stream].timestampColumn][row];
  }

  const std::vector<ir::Stream> &streams_;
  const bough_columns *columns_;
  std::vector<std::uint64_t> begin_, end_; ///< by stream
};

/// The rows of the batch at hand, of a mixed input.
class MixedRows {
public:
  MixedRows(const std::vector<ir::Stream> &streams, const bough_tagged_rows &rows)
      : streams_(streams), rows_(rows) {}

  std::optional<BlockRows::Place> next() const {
    if (end_ == rows_.rows)
      return std::nullopt;
    return BlockRows::Place{timeOf(end_), rows_.streams[end_], end_};
  }
  void take(std::int64_t time) {
    begin_ = end_;
    while (end_ < rows_.rows && timeOf(end_) == time)
      ++end_;
  }
  template <typename Visit> bool forEach(std::uint64_t stream, const Visit &visit) const {
    for (std::uint64_t row = begin_; row < end_; ++row)
      if (rows_.streams[row] == stream &&
          !visit(row, [&](std::size_t c) { return rows_.cells[row * rows_.stride + c]; }))
        return false;
    return true;
  }
  template <typename Visit> bool forEachArrival(const Visit &visit) const {
    for (std::uint64_t row = begin_; row < end_; ++row)
      if (!visit(rows_.streams[row], row,
                 [&](std::size_t c) { return rows_.cells[row * rows_.stride + c]; }))
        return false;
    return true;
  }

private:
  std::int64_t timeOf(std::uint64_t row) const {
    return rows_.cells[row * rows_.stride + streams_[rows_.streams[row]].timestampColumn];
  }

  const std::vector<ir::Stream> &streams_;
  const bough_tagged_rows &rows_;
  std::uint64_t begin_ = 0, end_ = 0;
};

} // namespace bough::interp
