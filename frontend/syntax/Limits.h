#pragma once

#include <cstddef>

/// Sizes beyond which a text is refused with an error, so that no input can exhaust the stack or
/// make the compiler's own tables explode.
namespace bough::limits {

inline constexpr std::size_t fileBytes = std::size_t{16} << 20;
inline constexpr std::size_t identifierBytes = 128;
/// Parentheses inside parentheses, and prefixes such as NOT.
inline constexpr std::size_t nesting = 256;
inline constexpr std::size_t streams = 1000;
inline constexpr std::size_t columnsPerStream = 1000;
inline constexpr std::size_t itemsPerSelect = 64;
/// Elements of a PATTERN.
inline constexpr std::size_t patternElements = 32;
/// Text of all conditions and MEASURES of a MATCH_RECOGNIZE, once for each row and each sequence of
/// variables that they are rewritten for.
inline constexpr std::size_t rowMatchBytes = std::size_t{1} << 20;
/// Elements in the list of an ANY.
inline constexpr std::size_t anyItems = 16;
/// Comparisons in all conditions of a query.
inline constexpr std::size_t predicates = 1000;
/// Constants and column names in all expressions of a query.
inline constexpr std::size_t operands = 100'000;
/// Elements in all IN lists of a query.
inline constexpr std::size_t inElements = 10'000;
inline constexpr std::size_t resultColumns = 1000;
/// Windows of a HOP that hold the same time.
inline constexpr std::size_t overlappingWindows = 10'000;
/// Branches of a query, after UNION and the splitting of OR, IN and `<>`.
inline constexpr std::size_t branches = 256;
/// Errors after which a file is given up.
inline constexpr std::size_t errors = 100;

} // namespace bough::limits
