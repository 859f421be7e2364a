#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Streams bound to structs of the user's own C++ code (design note 4.4): what tools/bind reads
/// from an annotated header, and what the emitters need of it. All numbers are bytes.
namespace bough::emit {

enum class FieldKind {
  Signed,   ///< an integer, or an enumeration over one, in two's complement
  Unsigned, ///< likewise
  Bool,
  Float ///< of no column yet
};

/// The field that holds a column. Its values are in the units of the declaration: ticks of the
/// column's timestamp, units of the last digit of a DECIMAL, days of a DATE, codes of a domain.
struct FieldBinding {
  std::string column;       ///< as the stream declares it
  std::string field;        ///< as C++ names it: `b`, possibly that of an anonymous member
  std::uint64_t offset = 0; ///< from the start of the struct
  unsigned bytes = 0;       ///< 1, 2, 4 or 8
  FieldKind kind = FieldKind::Signed;
  friend bool operator==(const FieldBinding &, const FieldBinding &) = default;
};

/// A struct marked BOUGH_STREAM("t").
struct StructBinding {
  std::string stream;     ///< as it is declared in SQL
  std::string structName; ///< qualified: `market::Tick`
  std::string header;     ///< the path to include, as it was given to --bind
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;
  std::vector<FieldBinding> fields; ///< one for each column, in the order of the declaration
  friend bool operator==(const StructBinding &, const StructBinding &) = default;
};

/// At most one struct for each stream; streams without one are fed in other ways.
struct Binding {
  std::vector<StructBinding> structs;

  const StructBinding *find(std::string_view stream) const {
    for (const StructBinding &each : structs)
      if (each.stream == stream)
        return &each;
    return nullptr;
  }
};

} // namespace bough::emit
