#pragma once

#include "codegen/emit/Binding.h"
#include "runtime/Machine.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bough::emit {

/// How one cell is read from a row that is a struct: it is (value - start) * factor + shift.
struct FieldFormat {
  std::uint64_t offset = 0; ///< in bytes, from the start of the row
  unsigned bytes = 8;
  FieldKind kind = FieldKind::Signed;
  std::int64_t start = 0, factor = 1, shift = 0;
  std::int64_t lo = 0, hi = 0; ///< values that may be there, before they become cells

  bool isCell() const { return start == 0 && factor == 1 && shift == 0; }
};

struct RowFormat {
  std::uint64_t size = 0; ///< bytes from one row to the next
  std::uint64_t alignment = 1;
  std::vector<FieldFormat> fields; ///< one for each column
};

/// By stream; none for a stream that is not given as structs.
using RowFormats = std::vector<std::optional<RowFormat>>;

/// Rows of structs that hold one int64_t for each column, in the order of the declaration; of all
/// streams but tables.
RowFormats wordRows(const MachineSchema &schema);
/// Rows of the structs of a binding.
RowFormats boundRows(const Binding &binding, const MachineSchema &schema);

} // namespace bough::emit
