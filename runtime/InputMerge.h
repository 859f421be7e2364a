#pragma once

#include "runtime/CsvReader.h"
#include "runtime/RateGuard.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace bough {

/// Rows of whole timestamps of all streams, as a machine takes them. Valid until the next block.
struct InputBlock {
  std::vector<bough_columns> streams; ///< for ingestBlock
  bough_tagged_rows tagged{};         ///< for ingestMixed
  std::uint64_t timestamps = 0;       ///< how many different ones, when they are counted
};

/// Merges several inputs by time; at equal times in the order of the options, then of the lines.
/// A block ends before the last timestamp of the input that lags most, since rows of that timestamp
/// may follow.
class InputMerge {
public:
  struct Options {
    std::size_t blockRows = 8192; ///< rows that one input reads ahead for each of its streams
    bool mixed = false;           ///< fill InputBlock::tagged instead of ::streams
    bool countTimestamps = false;
  };

  /// Opens all inputs. Empty, with diagnostics, when one cannot be read, or when no input provides
  /// a stream that the query reads. The schema and its dictionaries must outlive the merge.
  static std::optional<InputMerge> open(const std::vector<InputSpec> &specs,
                                        const MachineSchema &schema,
                                        std::vector<Dictionary> &dictionaries,
                                        const Options &options, DiagnosticEngine &diagnostics);

  enum class Next { Block, End, Failed };
  /// The next block, which has rows. After a fault in the input, all batches before it have been
  /// given first.
  Next next(InputBlock &block, DiagnosticEngine &diagnostics);

  /// Where a row of the last block came from; `row` is its index as in bough_state_header.
  RowPlace placeOf(std::uint64_t stream, std::uint64_t row) const;
  /// "s.csv:12"
  std::string describe(RowPlace place) const;

  /// Rows in all blocks so far, by stream.
  const std::vector<std::uint64_t> &rows() const { return rows_; }
  /// Rows of streams that the query does not read, by stream.
  std::vector<std::uint64_t> skippedRows() const;
  std::uint64_t bytesRead() const;
  /// Size of all inputs; 0 when one is a pipe.
  std::uint64_t bytesInAll() const;
  /// Whether rows may arrive slowly, so that results should not wait.
  bool readsPipe() const;

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
  bool advanceTo(std::optional<std::int64_t> cut);
  bool readMore(std::int64_t cut);
  std::optional<Excess> findExcess(std::optional<std::int64_t> openTime);
  std::optional<Excess> findExcessInLane(const Feed &feed, std::size_t most,
                                         std::optional<std::int64_t> openTime) const;
  std::optional<Excess> findExcessInLanes(unsigned stream, std::size_t most,
                                          std::optional<std::int64_t> openTime) const;
  std::optional<Excess> countBlock(unsigned stream);
  void reportExcess(DiagnosticEngine &diagnostics) const;
  void fillColumns(InputBlock &block);
  void gather(unsigned stream);
  void fillTagged(InputBlock &block);
  std::uint64_t countTimestamps() const;

  const MachineSchema *schema_;
  Options options_;
  std::vector<std::unique_ptr<CsvReader>> readers_;
  std::vector<std::vector<Feed>> feeds_; ///< by stream
  std::optional<Excess> excess_;
  std::vector<std::uint64_t> rows_;
  std::vector<RateGuard> guards_; ///< by stream

  std::vector<Gathered> gathered_;                                ///< by stream
  std::vector<std::vector<const std::int64_t *>> columnPointers_; ///< by stream
  std::vector<std::uint32_t> tags_;
  std::vector<std::int64_t> cells_;
  std::vector<RowPlace> taggedPlaces_;
};

} // namespace bough
