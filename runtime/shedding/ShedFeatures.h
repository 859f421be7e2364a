#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bough {

/// A type of rows: a stream, or a value of a stream's type column (design note 6.2).
struct ShedType {
  std::string name;         ///< of the stream, or the value as results show it
  std::uint32_t stream = 0; ///< index of the stream in the machine
  std::int32_t typeColumn =
      -1; ///< index of the declared column with the type; -1: the stream is it
  friend bool operator==(const ShedType &, const ShedType &) = default;
};

/// An attribute that utilities depend on, in bins of a fixed size.
struct ShedAttribute {
  std::string name;
  std::uint32_t stream = 0;    ///< all types of this stream have the attribute
  std::uint32_t column = 0;    ///< index of the declared column
  std::int64_t binSize = 1;    ///< >= 1, in the units of the column's integers
  std::int64_t lowestBin = 0;  ///< floor(value / binSize) of the first bin; lower values are in it
  std::int64_t highestBin = 0; ///< of the last one; higher values are in it
  friend bool operator==(const ShedAttribute &, const ShedAttribute &) = default;

  std::uint64_t bins() const {
    return static_cast<std::uint64_t>(highestBin) - static_cast<std::uint64_t>(lowestBin) + 1;
  }
  /// The index of the value's bin, in [0, bins()).
  std::uint32_t binOf(std::int64_t value) const;
  /// A value of the bin: the least one, but for the first bin, which has no least one.
  std::int64_t valueIn(std::uint32_t bin) const;
};

/// What the utility of a row is predicted from: its type T, the frequencies F of all types in its
/// predecessor pane, and its attributes E (gSPICE, section III).
///
/// Zobrist numbers lie in one array: R[type][frequency bin] at type * frequencyBins() + bin, and
/// behind all of these, attribute by attribute, R[attribute][bin] at attributeOffset + bin.
struct ShedFeatures {
  static constexpr std::uint32_t longestPane = 100000;
  static constexpr std::uint32_t mostTypes = 65536;
  static constexpr std::uint64_t mostNumbers = std::uint64_t{1} << 24;

  std::vector<ShedType> types;
  std::vector<ShedAttribute> attributes;
  std::uint32_t paneLength = 10;      ///< L, in rows
  std::uint32_t frequencyBinSize = 1; ///< rows that share a bin
  friend bool operator==(const ShedFeatures &, const ShedFeatures &) = default;

  /// What is wrong with the declaration, in words; empty when it can be used. All else requires
  /// that there is no fault.
  std::optional<std::string> fault() const;

  std::uint32_t typeCount() const { return static_cast<std::uint32_t>(types.size()); }
  /// Frequencies 0..L in bins.
  std::uint32_t frequencyBins() const { return paneLength / frequencyBinSize + 1; }
  std::uint64_t attributeOffset(std::size_t attribute) const;
  /// Length of the array.
  std::uint64_t numberCount() const { return attributeOffset(attributes.size()); }
  /// Indices of the attributes of rows of a type, in the order of their declaration; the values of
  /// a row are given in this order everywhere.
  std::vector<std::uint32_t> attributesOf(std::uint32_t type) const;
  /// The same for all types.
  std::vector<std::vector<std::uint32_t>> attributesByType() const;
};

/// A row as a shedder sees it.
struct ShedRow {
  std::uint32_t type = 0;                   ///< < typeCount()
  std::span<const std::int64_t> attributes; ///< values of attributesOf(type), in column units
};

} // namespace bough
