#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Dictionary.h"
#include "runtime/Machine.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace bough {

/// Why a field cannot be used: which bytes of its text, and how to report it in a text that shows
/// them.
struct FieldFault {
  std::size_t begin = 0, end = 0;
  std::function<void(DiagnosticEngine &, std::shared_ptr<const Source>, SourceRange)> report;
};

/// Values that a field of a column may have, in the units of the declaration, so that the machine's
/// cell fits in 64 bits.
struct ValueRange {
  std::int64_t lo = 0, hi = 0;
};
ValueRange valueRange(const MachineSchema &schema, const MachineStream &stream, unsigned column);

/// Makes the machine's cells of fields. Values of coded columns are entered in the dictionaries.
class FieldParser {
public:
  FieldParser(const MachineSchema &schema, std::vector<Dictionary> &dictionaries)
      : schema_(schema), dictionaries_(dictionaries) {}

  /// The cell of a field, without its quotes; of a timestamp, what it declares: the machine's time
  /// depends on the stream. False when `explain` has something to say. `range` is valueRange's.
  bool parse(const MachineColumn &column, ValueRange range, std::string_view text,
             std::int64_t &cell);
  /// What is wrong with a field that `parse` refuses; `isQuoted` tells the empty text from none.
  FieldFault explain(const MachineStream &stream, unsigned column, std::string_view text,
                     bool isQuoted) const;

private:
  FieldFault explainText(const MachineColumn &column, std::string_view text) const;
  FieldFault explainKeys(const MachineColumn &column, std::string_view text) const;
  FieldFault explainTime(const MachineStream &stream, unsigned column, std::string_view text,
                         std::int64_t value, bool fits) const;

  const MachineSchema &schema_;
  std::vector<Dictionary> &dictionaries_;
};

/// A field for a message: cut, and with control characters written as escapes.
std::string shownField(std::string_view text);

} // namespace bough
