#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bough {

/// How the values of a column are written in CSV (runtime/README.md). A value is an integer in the
/// units of the declaration; the machine's cell follows from it by a shift and a factor.
struct CellFormat {
  enum class Kind {
    Integer,
    Boolean, ///< 0 or 1: true, false, t, f, 1, 0, without regard to case
    Decimal, ///< units of the last digit: -12.50
    Date,    ///< days since 1970-01-01: yyyy-mm-dd
    Time,    ///< ticks: an integer, or ISO 8601 for ticks since 1970-01-01T00:00Z
    Text,    ///< codes of a dictionary of texts: any text
    Key      ///< codes of a dictionary of integers: an integer
  };
  Kind kind = Kind::Integer;
  unsigned scale = 0;               ///< Decimal: digits after the point
  std::int64_t factor = 1;          ///< Decimal: a cell is value * factor
  std::int64_t ticksPerDay = 86400; ///< Time
  unsigned domain = 0;              ///< Text and Key: index into MachineSchema::domains

  bool isCoded() const { return kind == Kind::Text || kind == Kind::Key; }
};

enum class CellFault {
  None,
  Malformed,    ///< not of the form
  TrailingText, ///< a number with something behind it
  TooPrecise,   ///< more digits after the point, or a finer time, than the column can tell
  TooLarge      ///< beyond 64 bits
};

/// The value that a text stands for; of Key the integer. Not for Text. After TrailingText `used` is
/// the length of the number, and `value` that number.
CellFault parseValue(const CellFormat &format, std::string_view text, std::int64_t &value,
                     std::size_t &used);

/// "a date (yyyy-mm-dd)" and so on: what parseValue takes, for messages.
std::string_view describeForm(CellFormat::Kind kind);

/// Most characters that writeValue writes.
inline constexpr std::size_t longestValue = 48;
/// Writes a value as text into `buffer`, and returns how many characters. Not for Text. Times are
/// integers, or ISO 8601 in UTC as fine as the unit.
std::size_t writeValue(const CellFormat &format, std::int64_t value, bool isoTimes, char *buffer);
/// The same for messages, in which times are integers.
std::string showValue(const CellFormat &format, std::int64_t value);

} // namespace bough
