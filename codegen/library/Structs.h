#pragma once

#include "codegen/emit/RowFormat.h"
#include "codegen/library/include/bough/bough.h"
#include "runtime/RowIntake.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bough::library {

/// How the structs of a program lie in memory that a machine reads in place.
struct StructFormat {
  struct Field {
    std::size_t offset;
    TypedColumn::Layout layout;
  };
  std::size_t size = 0;
  std::vector<Field> fields; ///< one for each declared column
};

/// By stream; none for a stream that is not given in this way.
using StructFormats = std::vector<std::optional<StructFormat>>;

/// Takes over the formats of a caller. Empty, with a diagnostic, when one cannot be: no stream, a
/// stream twice, fields that are not those of its columns, that are no integers, or that do not lie
/// in the struct.
std::optional<StructFormats> readFormats(const MachineSchema &schema,
                                         std::span<const bough_struct_format> given,
                                         DiagnosticEngine &diagnostics);
/// The same for the code generator, which takes structs to be aligned to single bytes.
std::shared_ptr<const emit::RowFormats> rowFormats(const StructFormats &formats,
                                                   const MachineSchema &schema);
/// An array of structs as columns with a stride.
std::vector<TypedColumn> columnsOf(const StructFormat &format, const void *structs);

} // namespace bough::library
