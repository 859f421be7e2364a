#pragma once

#include "frontend/sema/Plan.h"
#include "runtime/Abi.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// What evaluation by definition takes and gives.
namespace bough {

/// Number of times that a row occurs; stays at 2^64 - 1, from where on it is an error
/// (runtime/Abi.h).
using Multiplicity = unsigned __int128;
constexpr Multiplicity tooLarge = std::numeric_limits<std::uint64_t>::max();

/// A row that comes in.
struct ArrivingRow {
  unsigned stream = 0;                 ///< index into Catalog::streams; not a table
  const std::int64_t *cells = nullptr; ///< one per declared column, as a machine sees them
  std::uint64_t place = 0;             ///< where it came from, for EvaluationFault::place
  /// Whether load shedding drops it: time and the numbers of rows go on, and nothing else.
  bool isShed = false;
};

/// A row with which a branch adds to the result.
struct EvaluatedRow {
  unsigned term = 0; ///< index into Plan::terms
  std::vector<std::int64_t> cells;
  std::uint64_t count = 0; ///< 1 where the term is distinct
  std::int64_t time = 0;   ///< the batch's, or earlier: that of a match which ends with a NOT
};

/// Why an evaluation stops.
struct EvaluationFault {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  bough_status status = BOUGH_OK;
  SourceRange site;
  std::uint64_t stream = none; ///< of the row at hand
  std::uint64_t place = none;  ///< ArrivingRow::place of that row
};

/// How many more rows an evaluation may look at.
class WorkLimit {
public:
  /// False, from then on for ever, when nothing is left.
  bool spend() {
    isExceeded_ |= left_ == 0;
    left_ -= isExceeded_ ? 0 : 1;
    return !isExceeded_;
  }
  void allow(std::uint64_t rows) {
    left_ = rows;
    isExceeded_ = false;
  }
  std::uint64_t left() const { return left_; }
  bool isExceeded() const { return isExceeded_; }

private:
  std::uint64_t left_ = ~std::uint64_t{0};
  bool isExceeded_ = false;
};

/// The value of a column of the result that is no row number, exactly.
template <typename ValueOf>
__int128 evaluate(const OutputExpression &output, const ValueOf &valueOf) {
  if (output.computed)
    return evaluate(*output.computed, valueOf);
  return output.offset + (output.attribute ? valueOf(*output.attribute) : __int128{0});
}

/// As a cell; nothing beyond 64 bits.
inline std::optional<std::int64_t> cellOf(__int128 value) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (value < Limits::min() || value > Limits::max())
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

} // namespace bough
