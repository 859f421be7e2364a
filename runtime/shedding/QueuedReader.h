#pragma once

#include "runtime/InputMerge.h"
#include "runtime/shedding/WallQueue.h"

#include <thread>

namespace bough {

/// Reads and merges the inputs in a thread of its own, which puts rows into a bounded queue; the
/// blocks are what waits there (design note 6.2, "Two clocks").
///
/// A batch arrives as a whole, when its last row has been read, for only then does the merge know
/// that it is complete.
class QueuedReader final : public BlockSource {
public:
  struct Options {
    /// Of a block, more only in one batch; 1 makes each batch a block.
    std::uint64_t blockRows = 256;
    /// Between rows, in picoseconds: a row is put when its time has come, the first one at once. A
    /// reader that is behind, because the queue was full, makes up for it. 0: rows are put as soon
    /// as they are read.
    std::int64_t arrivalDistance = 0;
  };

  /// The merge fills blocks for ingestMixed. All have to live as long.
  QueuedReader(InputMerge &merge, const MachineSchema &schema, WallQueue &queue,
               const Options &options);
  ~QueuedReader() override;
  QueuedReader(const QueuedReader &) = delete;
  QueuedReader &operator=(const QueuedReader &) = delete;

  /// Faults in the input are those of the merge.
  Next next(InputBlock &block, DiagnosticEngine &diagnostics) override;
  /// Ends the thread, even where it waits for a pipe.
  void close() override;

  RowPlace placeOf(std::uint64_t stream, std::uint64_t row) const override;
  std::string describe(RowPlace place) const override { return merge_.describe(place); }
  const std::vector<std::uint64_t> &rows() const override { return rows_; }
  std::vector<std::uint64_t> skippedRows() const override { return merge_.skippedRows(); }
  std::uint64_t bytesRead() const override { return bytesRead_; }
  std::uint64_t bytesInAll() const override { return merge_.bytesInAll(); }
  bool arrivesSlowly() const override { return true; }

private:
  void read();
  bool put(const InputBlock &block);
  bool waitUntil(Nanoseconds due);
  std::int64_t timeOf(const bough_tagged_rows &rows, std::uint64_t row) const;

  InputMerge &merge_; ///< of the thread, as long as there is one, but for what never changes
  const MachineSchema &schema_;
  WallQueue &queue_;
  const Options options_;
  std::vector<std::uint64_t> rows_;
  std::atomic<std::uint64_t> bytesRead_ = 0;
  int stopDescriptor_; ///< an eventfd; -1 when there is none
  bool isStarted_ = false;
  std::thread thread_;

  // Of the thread, and read when it has ended.
  Next last_ = Next::End; ///< what comes when the queue is empty
  ArrivedRows run_;       ///< not put yet
  std::uint64_t read_ = 0;
  Nanoseconds begin_ = 0; ///< when the first row came
};

} // namespace bough
