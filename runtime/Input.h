#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

enum class InputFormat {
  Csv,
  Json ///< JSON lines: an object on each line
};
/// By the end of the file's name, before that of a compressed file: .jsonl and .ndjson are JSON.
InputFormat formatOfName(std::string_view path);

struct CsvFormat {
  char separator = ',';  ///< between fields: of ASCII, nothing that a number or a quote may have
  bool hasHeader = true; ///< else the columns of the stream in their declared order
};

/// One --input option: a file of one stream, or of several streams with a column that names the
/// stream of each row.
struct InputSpec {
  std::string path;       ///< "-" is standard input
  unsigned stream = 0;    ///< index into MachineSchema::streams; only without a kind column
  std::string kindColumn; ///< empty for a file of one stream
  InputFormat format = InputFormat::Csv;
  CsvFormat csv = {};
  std::string displayName() const { return path == "-" ? "<standard input>" : path; }
};

/// Where a row came from.
struct RowPlace {
  static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
  std::size_t input = nowhere; ///< index of the input
  std::uint64_t line = 0;      ///< one-based
};

/// Rows of one stream that one input has parsed and the machine has not yet taken: a column per
/// declared column, values as machines take them (timestamps in machine ticks), sorted by time;
/// where rows may come late, once they have been sorted (LaneSorter).
struct Lane {
  unsigned stream = 0;
  unsigned timestampColumn = 0;
  std::vector<std::vector<std::int64_t>> columns; ///< all of length `capacity`
  std::vector<std::uint64_t> lines;               ///< the line on which each row begins
  std::size_t begin = 0, end = 0;                 ///< the rows that are waiting
  std::size_t capacity = 0;
  std::size_t sortedEnd = 0; ///< rows before it are sorted, where rows may come late
  /// Most rows that wait for late ones, before more are read (MachineStream); 0: not limited.
  std::size_t reorderRows = 0;

  const std::int64_t *times() const { return columns[timestampColumn].data(); }
  bool isFull() const { return end == capacity; }
  /// Moves the waiting rows to the front, and makes room for more than there are: for
  /// `minimumCapacity` where reorderRows says how many there can be.
  void makeRoom(std::size_t minimumCapacity);
};

} // namespace bough
