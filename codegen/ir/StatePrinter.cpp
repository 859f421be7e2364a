#include "codegen/ir/StatePrinter.h"

#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace bough::ir {

namespace {

std::uint64_t readWord(const void *state, std::uint64_t offset) {
  std::uint64_t word = 0;
  std::memcpy(&word, static_cast<const char *>(state) + offset, sizeof word);
  return word;
}

/// Slot of a key part within its dimension: ages count back from the head around the ring.
std::uint64_t slotOf(const SynopsisKey &key, const KeyLayout &layout, std::int64_t value,
                     const void *state) {
  if (key.kind == KeyKind::Dense)
    return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(key.lo);
  std::uint64_t age = static_cast<std::uint64_t>(value);
  if (age >= layout.ringSlots)
    return age; // the slot of saturated ages
  std::uint64_t head = readWord(state, layout.headOffset);
  return head >= age ? head - age : head + layout.ringSlots - age;
}

void printEntries(const Synopsis &synopsis, const SynopsisLayout &layout, const void *state,
                  std::size_t key, std::uint64_t index, const std::string &prefix,
                  std::string &out) {
  if (key == synopsis.keys.size()) {
    std::uint64_t count = readWord(state, layout.countersOffset + 8 * index);
    if (count != 0)
      out += fmt::format("{}({})<{}>", out.empty() ? "" : ", ", prefix, count);
    return;
  }
  const SynopsisKey &part = synopsis.keys[key];
  for (std::int64_t value = part.lo;; ++value) {
    bool isSaturated = part.kind == KeyKind::Saturating && value == part.hi;
    printEntries(
        synopsis, layout, state, key + 1,
        index + slotOf(part, layout.keys[key], value, state) * layout.keys[key].stride,
        fmt::format("{}{}{}{}", prefix, prefix.empty() ? "" : ", ", value, isSaturated ? "+" : ""),
        out);
    if (value == part.hi)
      return;
  }
}

} // namespace

std::string printState(const Program &program, const Layout &layout, const void *state) {
  std::string text;
  for (SynopsisId id = 0; id < program.synopses.size(); ++id) {
    std::string entries;
    printEntries(program.synopses[id], layout.synopses[id], state, 0, 0, "", entries);
    if (!entries.empty())
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", program.synopses[id].name, entries);
  }
  return text.empty() ? "nothing" : text;
}

} // namespace bough::ir
