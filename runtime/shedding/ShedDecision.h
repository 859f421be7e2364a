#pragma once

#include "runtime/shedding/ShedAbi.h"

#include <cstdint>

namespace bough {

/// Index of the slot with the key in the table of the type, or of an empty slot: in at most as many
/// steps as the table has slots.
inline std::uint64_t findSlot(const bough_utilities &utilities, std::uint32_t type,
                              std::uint64_t key) {
  const bough_utility_table &table = utilities.tables[type];
  std::uint64_t place = key & table.mask;
  for (;; place = (place + 1) & table.mask) {
    const bough_utility_slot &slot = utilities.slots[table.offset + place];
    if (slot.key == key || slot.utility == BOUGH_EMPTY_UTILITY)
      return table.offset + place;
  }
}

/// UT[type][key] (gSPICE, section III-B), in millionths; the mean of the type for an unknown key.
/// Counts the lookup when `lookups` is not null.
inline std::int64_t lookUpUtility(const bough_utilities &utilities, std::uint32_t type,
                                  std::uint64_t key, std::uint64_t *lookups) {
  std::uint64_t slot = findSlot(utilities, type, key);
  std::int64_t utility = utilities.slots[slot].utility;
  if (utility == BOUGH_EMPTY_UTILITY) {
    utility = utilities.tables[type].unknown;
    slot = utilities.slot_count + type;
  }
  if (lookups != nullptr)
    ++lookups[slot];
  return utility;
}

/// Whether a row of this utility is dropped by threshold and ties; counts nothing.
inline bool isBelowThreshold(bough_shedder &shedder, std::int64_t utility) {
  if (utility != shedder.threshold)
    return utility < shedder.threshold;
  shedder.tie_accumulator += shedder.tie_numerator;
  if (shedder.tie_accumulator < shedder.tie_denominator)
    return false;
  shedder.tie_accumulator -= shedder.tie_denominator;
  return true;
}

/// The whole decision about a row of a type and key, with its counters.
inline bool shedsRow(bough_shedder &shedder, const bough_utilities &utilities, std::uint32_t type,
                     std::uint64_t key) {
  ++shedder.seen[type];
  if (shedder.active == 0)
    return false;
  bool sheds = shedder.drop_all != 0 ||
               isBelowThreshold(shedder, lookUpUtility(utilities, type, key, shedder.lookups));
  shedder.shed[type] += sheds ? 1 : 0;
  return sheds;
}

/// Moves the pane on by one row of a type, where each type has `frequencyBins` numbers and
/// `binSize` frequencies fall into a bin. Returns the number of XORs: 0, 2 or 4.
inline unsigned shiftPane(bough_pane &pane, const std::uint64_t *numbers,
                          std::uint64_t frequencyBins, std::uint32_t binSize, std::uint32_t type) {
  const std::uint32_t leaving = pane.ring[pane.position];
  pane.ring[pane.position] = type;
  pane.position = pane.position + 1 == pane.length ? 0 : pane.position + 1;
  if (leaving == type)
    return 0;
  unsigned xors = 0;
  auto change = [&](std::uint32_t of, std::uint32_t before, std::uint32_t after) {
    const std::uint64_t *row = numbers + of * frequencyBins;
    pane.frequencies[of] = after;
    if (before / binSize == after / binSize)
      return;
    pane.key ^= row[before / binSize] ^ row[after / binSize];
    xors += 2;
  };
  if (leaving != BOUGH_NO_TYPE)
    change(leaving, pane.frequencies[leaving], pane.frequencies[leaving] - 1);
  change(type, pane.frequencies[type], pane.frequencies[type] + 1);
  return xors;
}

} // namespace bough
