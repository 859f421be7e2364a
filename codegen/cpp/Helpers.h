#pragma once

#include <set>
#include <string>
#include <vector>

namespace bough::cpp {

/// Functions and types that the emitted code calls, each printed only where it is needed.
enum class Helper {
  Add,      ///< counts, saturating
  Take,     ///< counts
  Multiply, ///< counts, saturating
  SumOf,    ///< i64, saturating; so are the next two
  DifferenceOf,
  ProductOf,
  QuotientOf, ///< by -1
  Wide,       ///< the type
  LessEqual,  ///< exact comparisons with an offset
  EqualTo,
  Narrow,
  WideQuotient,
  Accumulate, ///< of a sum
  PlaceOf,    ///< of a value in a dictionary
  Total,      ///< the type
  Zobrist,    ///< numbers
  Utility,    ///< lookup
  Sheds,      ///< the decision
  Sparse,     ///< what all sparse synopses have in common
};

using Helpers = std::set<Helper>;

/// The text of the helpers, and of those that they need, for namespace `detail`. Without those that
/// need the type State.
std::string helperText(Helpers helpers);
/// All names that helpers and the rest of the fixed text declare.
std::vector<std::string> helperNames();

} // namespace bough::cpp
