#include "codegen/ir/StatePrinter.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <vector>

namespace bough::ir {

namespace {

template <typename Word> Word read(const void *state, std::uint64_t offset) {
  Word word{};
  std::memcpy(&word, static_cast<const char *>(state) + offset, sizeof word);
  return word;
}

std::string decimal(__int128 number) {
  std::string digits;
  bool isNegative = number < 0;
  do {
    auto digit = static_cast<int>(number % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    number /= 10;
  } while (number != 0);
  return isNegative ? "-" + digits : digits;
}

/// Prints the entries of one synopsis.
class Entries {
public:
  Entries(const Synopsis &synopsis, const SynopsisLayout &layout, const void *state)
      : synopsis_(synopsis), layout_(layout), state_(state) {}

  std::string print() {
    if (synopsis_.isSparse())
      printSparse();
    else
      printDense(0, 0, {});
    return std::move(out_);
  }

private:
  /// Slot of a key part within its dimension: ages count back from the head around the ring.
  std::uint64_t slotOf(const SynopsisKey &key, const KeyLayout &layout, std::int64_t value) const {
    if (key.kind == KeyKind::Dense)
      return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(key.lo);
    auto age = static_cast<std::uint64_t>(value);
    if (age >= layout.ringSlots)
      return age; // the slot of saturated ages
    auto head = read<std::uint64_t>(state_, layout.headOffset);
    return head >= age ? head - age : head + layout.ringSlots - age;
  }

  void printDense(std::size_t key, std::uint64_t index, std::vector<std::int64_t> values) {
    if (key == synopsis_.keys.size()) {
      std::uint64_t at = layout_.cellsOffset + layout_.cellBytes * index;
      switch (synopsis_.value) {
      case ValueKind::Count:
        if (auto count = read<std::uint64_t>(state_, at); count != 0)
          add(values, std::to_string(count));
        return;
      case ValueKind::Flag:
        if (read<std::uint8_t>(state_, at) != 0)
          add(values, "");
        return;
      case ValueKind::Min:
      case ValueKind::Max:
        if (read<std::uint8_t>(state_, layout_.presentOffset + index) != 0)
          add(values, std::to_string(read<std::int64_t>(state_, at)));
        return;
      case ValueKind::Sum:
        if (auto sum = read<__int128>(state_, at); sum != 0)
          add(values, decimal(sum));
        return;
      }
    }
    const SynopsisKey &part = synopsis_.keys[key];
    values.push_back(part.lo);
    for (std::int64_t value = part.lo;; ++value) {
      values.back() = value;
      const KeyLayout &layout = layout_.keys[key];
      printDense(key + 1, index + slotOf(part, layout, value) * layout.stride, values);
      if (value == part.hi)
        return;
    }
  }

  void printSparse() {
    const SparseLayout &sparse = *layout_.sparse;
    auto clock = read<std::int64_t>(state_, sparse.clockOffset);
    std::map<std::vector<std::int64_t>, std::string> sorted;
    auto fresh = read<std::uint64_t>(state_, sparse.freshOffset);
    for (std::uint64_t entry = 0; entry < fresh; ++entry) {
      std::uint64_t at = sparse.entriesOffset + entry * sparse.entryBytes;
      if (read<std::uint32_t>(state_, at + sparse.placeOffset) == 0)
        continue;
      std::vector<std::int64_t> values;
      for (std::size_t i = 0; i < synopsis_.keys.size(); ++i) {
        const SynopsisKey &key = synopsis_.keys[i];
        auto stored = read<std::int64_t>(state_, at + layout_.keys[i].entryOffset);
        bool isSaturated = key.kind == KeyKind::Saturating && stored == saturatedTime;
        values.push_back(isSaturated ? key.hi : key.isTime() ? clock - stored : stored);
      }
      std::uint64_t value = at + sparse.valueOffset;
      sorted[values] = synopsis_.value == ValueKind::Flag ? ""
                       : synopsis_.keepsExtremes()
                           ? std::to_string(read<std::int64_t>(state_, value))
                           : std::to_string(read<std::uint64_t>(state_, value));
    }
    for (const auto &[values, text] : sorted)
      add(values, text);
  }

  void add(const std::vector<std::int64_t> &values, const std::string &value) {
    out_ += out_.empty() ? "(" : ", (";
    for (std::size_t i = 0; i < values.size(); ++i) {
      const SynopsisKey &key = synopsis_.keys[i];
      bool isSaturated = key.kind == KeyKind::Saturating && values[i] == key.hi;
      out_ += fmt::format("{}{}{}", i == 0 ? "" : ", ", values[i], isSaturated ? "+" : "");
    }
    out_ += value.empty() ? ")" : fmt::format(")<{}>", value);
  }

  const Synopsis &synopsis_;
  const SynopsisLayout &layout_;
  const void *state_;
  std::string out_;
};

} // namespace

std::string printState(const Program &program, const Layout &layout, const void *state) {
  std::string text;
  for (SynopsisId id = 0; id < program.synopses.size(); ++id) {
    std::string entries = Entries(program.synopses[id], layout.synopses[id], state).print();
    if (!entries.empty())
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", program.synopses[id].name, entries);
  }
  return text.empty() ? "nothing" : text;
}

} // namespace bough::ir
