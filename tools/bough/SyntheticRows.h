#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bough::tool {

/// Data of which experiments with load shedding are made (design note 6.3), the same for the same
/// seed on every machine: integers only.
enum class SyntheticKind {
  Types,  ///< DS1 to DS8: rows of types A to F with given frequencies
  Quotes, ///< one quote a minute for each symbol, as a random walk
  Soccer  ///< sensors of two teams and a ball, in the format of the DEBS 2013 Grand Challenge
};

struct SyntheticData {
  std::string_view name; ///< "ds1" to "ds8", "quotes", "quotes12", "soccer"
  SyntheticKind kind = SyntheticKind::Types;
  /// Of Types: the shares of A to F in thousandths.
  std::array<std::uint32_t, 6> shares = {};
  /// Of Types: whether small values of the attribute are more frequent than large ones.
  bool isValueSkewed = false;
  unsigned symbols = 0; ///< of Quotes
};

/// All data sets, by name.
const std::vector<SyntheticData> &syntheticData();
const SyntheticData *findSyntheticData(std::string_view name);

/// The header; empty for the DEBS format, which has none.
std::string syntheticHeader(const SyntheticData &data);
/// Calls `write` with the text of one row after the other, line ends included, until there are
/// `rows` of them or it returns false.
///
///   Types   ts,type,v         ts counts from 1; v is in 0..99
///   Quotes  ts,symbol,sym,open,close,change   as ../shared/data/README.md describes quotes
///   Soccer  sid,ts,x,y,z,|v|,|a|,vx,vy,vz,ax,ay,az
void writeSynthetic(const SyntheticData &data, std::uint64_t rows, std::uint64_t seed,
                    const std::function<bool(std::string_view)> &write);

} // namespace bough::tool
