#pragma once

#include "runtime/Machine.h"
#include "runtime/OutputFile.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace bough {

/// Why a row of an input cannot be used: its timestamp is behind the watermark, or anything else.
enum class RowFault { Late, Bad };

/// What becomes of the rows of the inputs that cannot be used, and how many there were. One for all
/// inputs of a run; of the thread that reads them.
class RejectedRows {
public:
  /// For one kind of fault.
  struct Choice {
    bool stops = true;          ///< the first such row stops the run
    OutputFile *file = nullptr; ///< where the rows go otherwise; null: nowhere
  };
  struct Options {
    Choice late, bad;
    /// A row is bad when its timestamp is more machine ticks ahead of the largest one of its input.
    std::int64_t maxFutureSkew = std::numeric_limits<std::int64_t>::max();
  };
  /// Begins each file with a header. The schema and the files must outlive it.
  RejectedRows(const MachineSchema &schema, const Options &options);

  /// Stands for a row before anything tells its stream.
  static constexpr unsigned noStream = std::numeric_limits<unsigned>::max();

  bool takes(RowFault fault) const { return !choice(fault).stops; }
  std::int64_t maxFutureSkew() const { return options_.maxFutureSkew; }
  /// Where a row stands, its text, without the end of its line, and what is wrong with it.
  struct Row {
    unsigned stream; ///< or noStream
    std::string_view input;
    std::uint64_t line;
    std::string_view text;
    std::string_view code, message;
  };
  /// Counts a row that is taken, and writes it to its file as a line of CSV: `reason,file,line,`
  /// and the text as it stands.
  void add(RowFault fault, const Row &row);

  /// By stream; the last one counts rows of no stream.
  const std::vector<std::uint64_t> &late() const { return late_; }
  const std::vector<std::uint64_t> &bad() const { return bad_; }

private:
  const Choice &choice(RowFault fault) const {
    return fault == RowFault::Late ? options_.late : options_.bad;
  }

  Options options_;
  std::vector<std::uint64_t> late_, bad_;
};

} // namespace bough
