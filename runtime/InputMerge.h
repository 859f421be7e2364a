#pragma once

#include "runtime/BlockSource.h"
#include "runtime/LaneSorter.h"
#include "runtime/RateGuard.h"
#include "runtime/RowReader.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace bough {

/// Merges several inputs by time; at equal times in the order of the options, then of the lines.
/// A block ends before the last timestamp of the input that lags most, since rows of that timestamp
/// may follow: before its watermark, where rows of its streams may come late. The input whose
/// watermark lags most is read next, so that each has its own.
class InputMerge final : public BlockSource {
public:
  struct Options {
    std::size_t blockRows = 8192; ///< rows that one input reads ahead for each of its streams
    bool mixed = false;           ///< fill InputBlock::tagged instead of ::streams
    bool countTimestamps = false;
    int stopDescriptor = -1; ///< the inputs stop when this can be read from, also while one opens
    RejectedRows *rejected = nullptr; ///< takes rows that cannot be used; null: they stop the run
  };

  /// Opens all inputs. Empty, with diagnostics, when one cannot be read, or when no input provides
  /// a stream that the query reads; and without any when the inputs were stopped. The schema and
  /// its dictionaries must outlive the merge.
  static std::optional<InputMerge> open(const std::vector<InputSpec> &specs,
                                        const MachineSchema &schema,
                                        std::vector<Dictionary> &dictionaries,
                                        const Options &options, DiagnosticEngine &diagnostics);

  Next next(InputBlock &block, DiagnosticEngine &diagnostics) override;
  /// From now on the inputs stop when this descriptor can be read from, also while a read waits for
  /// a pipe. Before the first block.
  void stopOn(int descriptor);
  void forgetStop(int descriptor);
  bool isStopped() const;

  RowPlace placeOf(std::uint64_t stream, std::uint64_t row) const override;
  /// Of the block at hand when it was filled for ingestMixed.
  RowPlace placeOfTagged(std::uint64_t row) const { return taggedPlaces_[row]; }
  std::string describe(RowPlace place) const override;

  const std::vector<std::uint64_t> &rows() const override { return rows_; }
  std::vector<std::uint64_t> skippedRows() const override;
  /// Rows of all inputs that have been read, whatever became of them.
  std::uint64_t rowsRead() const;
  std::uint64_t bytesRead() const override;
  std::uint64_t bytesInAll() const override;
  /// When an input is a pipe.
  bool arrivesSlowly() const override;

private:
  /// A lane and the rows of it that are in the block at hand: from lane->begin to blockEnd.
  struct Feed {
    Lane *lane;
    std::size_t input;
    std::size_t blockEnd = 0;
  };
  /// Several feeds of one stream brought into one.
  struct Gathered {
    std::vector<std::vector<std::int64_t>> columns;
    std::vector<RowPlace> places;
  };
  /// More rows than declared; the first one too many.
  struct Excess {
    std::int64_t time;
    unsigned stream;
    RowPlace place;
    RowLimit limit;
  };

  InputMerge(const MachineSchema &schema, const Options &options)
      : schema_(&schema), options_(options) {}

  bool checkProvided(DiagnosticEngine &diagnostics) const;
  std::optional<std::int64_t> findCut() const;
  std::optional<std::int64_t> limitToOneTimestamp(std::optional<std::int64_t> cut) const;
  bool advanceTo(std::optional<std::int64_t> cut);
  bool readMore(std::int64_t cut);
  std::optional<Excess> findExcess(std::optional<std::int64_t> openTime);
  std::optional<Excess> findExcessInLane(const Feed &feed, std::size_t most,
                                         std::optional<std::int64_t> openTime) const;
  std::optional<Excess> findExcessInLanes(unsigned stream, std::size_t most,
                                          std::optional<std::int64_t> openTime) const;
  std::optional<Excess> countBlock(unsigned stream);
  std::optional<Excess> findExcessAhead(std::size_t input);
  void reportExcess(DiagnosticEngine &diagnostics) const;
  void fillColumns(InputBlock &block);
  void gather(unsigned stream);
  void fillTagged(InputBlock &block);
  std::uint64_t countTimestamps() const;

  const MachineSchema *schema_;
  Options options_;
  std::vector<std::unique_ptr<RowReader>> readers_;
  std::vector<std::vector<Feed>> feeds_; ///< by stream
  std::optional<Excess> excess_;
  std::vector<std::uint64_t> rows_;
  std::vector<RateGuard> guards_; ///< by stream
  bool takesLateRows_ = false;    ///< whether a stream has a lateness
  LaneSorter sorter_;

  std::vector<Gathered> gathered_;                                ///< by stream
  std::vector<std::vector<const std::int64_t *>> columnPointers_; ///< by stream
  std::vector<std::uint32_t> tags_;
  std::vector<std::int64_t> cells_;
  std::vector<RowPlace> taggedPlaces_;
};

} // namespace bough
