#pragma once

#include "runtime/Machine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bough::tool {

/// Shows cells of rows that never were in a file. Codes that stand for no known value get values of
/// their own.
class CellTexts {
public:
  explicit CellTexts(const MachineSchema &schema) : schema_(schema) {}

  /// A cell of an input row as its file has it, without quotes.
  std::string ofInput(const MachineStream &stream, unsigned column, std::int64_t cell) const;
  /// The difference between two such cells.
  std::string ofStep(const MachineStream &stream, unsigned column, std::int64_t step) const;
  /// A cell of a result.
  std::string ofResult(const MachineResultColumn &column, std::int64_t cell) const;
  /// The time of a batch, as `bough run --time` shows it.
  std::int64_t ofTime(std::int64_t time) const {
    return static_cast<std::int64_t>(time + schema_.zero);
  }

private:
  std::string ofCode(const CellFormat &format, std::int64_t code) const;

  const MachineSchema &schema_;
};

/// A field of a CSV file.
std::string csvField(const std::string &text);

} // namespace bough::tool
