#pragma once

#include "runtime/RowIntake.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

extern "C" {

// The Arrow C data interface, as its specification lays it out. Guarded as it demands, so that a
// program may have its own copy.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  std::int64_t flags;
  std::int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif
}

namespace bough::library {

/// The columns of a stream in an Arrow array, and what had to be converted for them.
struct ArrowColumns {
  std::vector<TypedColumn> columns;
  std::deque<std::vector<std::int64_t>> integers;
  std::deque<std::vector<__int128>> decimals;
  std::deque<std::vector<TypedColumn::TextView>> texts;
  std::deque<std::vector<std::uint8_t>> valid; ///< bits
};

/// Finds a child for each column of the stream, by name and without regard to case. Empty when one
/// is missing, cannot be, or has a form that means nothing in the column; `fault` says so. Nulls
/// are left to RowIntake.
std::optional<ArrowColumns> readArrow(const MachineStream &stream, const ArrowSchema &schema,
                                      const ArrowArray &array, std::string &fault);

} // namespace bough::library
