#include "codegen/cpp/Helpers.h"

#include <utility>

namespace bough::cpp {

namespace {

struct Text {
  Helper helper;
  const char *text;
};

/// In the order of their dependencies.
constexpr Text texts[] = {
    {Helper::Wide, R"(
/// A signed integer of 128 bits.
__extension__ typedef __int128 Wide;
)"},
    {Helper::Add, R"(
/// Counts saturate: 2^64 - 1 stands for itself and all above.
inline void add(std::uint64_t &count, std::uint64_t more) noexcept {
  count = count > saturated - more ? saturated : count + more;
}
)"},
    {Helper::Take, R"(
/// Takes from a count: not below 0, and of 2^64 - 1 or more as many are left.
inline void take(std::uint64_t &count, std::uint64_t less) noexcept {
  if (count != saturated)
    count -= std::min(count, less);
}
)"},
    {Helper::Multiply, R"(
/// Counts saturate; 0 times anything is 0.
inline std::uint64_t multiply(std::uint64_t a, std::uint64_t b) noexcept {
  return a != 0 && b > saturated / a ? saturated : a * b;
}
)"},
    {Helper::SumOf, R"(
/// The nearest end of 64 bits when the sum does not fit.
inline std::int64_t sumOf(std::int64_t x, std::int64_t y) noexcept {
  std::int64_t sum = 0;
  return !__builtin_add_overflow(x, y, &sum) ? sum : x < 0 ? lowest : highest;
}
)"},
    {Helper::DifferenceOf, R"(
/// The nearest end of 64 bits when the difference does not fit.
inline std::int64_t differenceOf(std::int64_t x, std::int64_t y) noexcept {
  std::int64_t difference = 0;
  return !__builtin_sub_overflow(x, y, &difference) ? difference : x < 0 ? lowest : highest;
}
)"},
    {Helper::ProductOf, R"(
/// The nearest end of 64 bits when the product does not fit.
inline std::int64_t productOf(std::int64_t x, std::int64_t y) noexcept {
  std::int64_t product = 0;
  return !__builtin_mul_overflow(x, y, &product) ? product : (x < 0) != (y < 0) ? lowest : highest;
}
)"},
    {Helper::QuotientOf, R"(
/// x / -1: the largest integer when that does not fit.
inline std::int64_t negated(std::int64_t x) noexcept { return x == lowest ? highest : -x; }
)"},
    {Helper::LessEqual, R"(
/// x <= y + offset, with an exact sum.
inline bool lessEqual(std::int64_t x, std::int64_t y, std::int64_t offset) noexcept {
  return x <= static_cast<Wide>(y) + offset;
}
)"},
    {Helper::EqualTo, R"(
/// x = y + offset, with an exact sum.
inline bool equalTo(std::int64_t x, std::int64_t y, std::int64_t offset) noexcept {
  return x == static_cast<Wide>(y) + offset;
}
)"},
    {Helper::Narrow, R"(
/// A wide value with 64 bits; false when it does not fit.
inline bool narrow(Wide wide, std::int64_t &result) noexcept {
  result = static_cast<std::int64_t>(wide);
  return result == wide;
}
)"},
    {Helper::WideQuotient, R"(
/// x / y, truncated; 0 for 0. The least one by -1 is itself, as in two's complement.
inline Wide wideQuotient(Wide x, Wide y) noexcept {
  if (y == 0)
    return 0;
  if (y == -1) {
    Wide negated = 0;
    __builtin_sub_overflow(negated, x, &negated);
    return negated;
  }
  return x / y;
}
)"},
    {Helper::Accumulate, R"(
/// False, and nothing has changed, when the sum is beyond 128 bits.
inline bool accumulate(Wide &total, Wide more) noexcept {
  Wide sum = 0;
  if (__builtin_add_overflow(total, more, &sum))
    return false;
  total = sum;
  return true;
}
)"},
    {Helper::PlaceOf, R"(
/// The place of x among ascending values; -1 when it is not there.
template <std::size_t Size>
std::int64_t placeOf(const std::int64_t (&values)[Size], std::int64_t x) noexcept {
  const std::int64_t *found = std::lower_bound(std::begin(values), std::end(values), x);
  return found != std::end(values) && *found == x ? found - values : -1;
}
)"},
    {Helper::Total, R"(
/// A sum of counts, exact with 128 bits, since it goes down again.
struct Total {
  std::uint64_t low;
  std::uint64_t high;

  void add(std::uint64_t count) noexcept {
    low += count;
    high += low < count ? 1U : 0U;
  }
  void subtract(std::uint64_t count) noexcept {
    high -= low < count ? 1U : 0U;
    low -= count;
  }
  std::uint64_t count() const noexcept { return high != 0 ? saturated : low; }
};
)"},
    {Helper::Zobrist, R"(
/// A random number: the one with the index `place` of splitmix64 from a seed.
inline std::int64_t zobrist(std::int64_t place, std::int64_t seed) noexcept {
  std::uint64_t z = static_cast<std::uint64_t>(seed) +
                    (static_cast<std::uint64_t>(place) + 1U) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::int64_t>(z ^ (z >> 31));
}
)"},
    {Helper::Utility, R"(
/// What the model knows of a key of a type; the lookup is counted if somebody wants to know.
inline std::int64_t utilityOf(const Utilities &utilities, const Shedder &shedder, std::int64_t type,
                              std::int64_t key) noexcept {
  const UtilityTable &table = utilities.tables[type];
  const std::uint64_t wanted = static_cast<std::uint64_t>(key);
  std::uint64_t place = wanted & table.mask;
  const UtilitySlot *slot = utilities.slots + table.offset + place;
  while (slot->utility != -1 && slot->key != wanted) {
    place = (place + 1U) & table.mask;
    slot = utilities.slots + table.offset + place;
  }
  const bool isKnown = slot->utility != -1;
  if (shedder.lookups != nullptr)
    ++shedder.lookups[isKnown ? table.offset + place
                              : utilities.slotCount + static_cast<std::uint64_t>(type)];
  return isKnown ? slot->utility : table.unknown;
}
)"},
    {Helper::Sheds, R"(
/// Whether a row of this type and utility is dropped; it is counted.
inline bool sheds(Shedder &shedder, std::int64_t type, std::int64_t utility) noexcept {
  ++shedder.seen[type];
  if (shedder.active == 0)
    return false;
  bool isDropped = shedder.dropAll != 0 || utility < shedder.threshold;
  if (!isDropped && utility == shedder.threshold) {
    shedder.tieAccumulator += shedder.tieNumerator;
    isDropped = shedder.tieAccumulator >= shedder.tieDenominator;
    if (isDropped)
      shedder.tieAccumulator -= shedder.tieDenominator;
  }
  if (isDropped)
    ++shedder.shed[type];
  return isDropped;
}
)"},
    {Helper::Sparse, R"(
// Tables of entries. Links and the heads of chains are the index of an entry plus 1, or 0. Each
// entry is in the chain of its bucket by all keys, and with an index in that by the index keys;
// with time keys the first `live` places of `heap` are the entries, the earliest deadline first.
using Link = std::uint32_t;

/// In an entry, the time key whose age has reached its end.
inline constexpr std::int64_t saturatedTime = lowest;

inline std::uint64_t mix(std::uint64_t hash, std::int64_t key) noexcept {
  hash = (hash ^ static_cast<std::uint64_t>(key)) * 0xff51afd7ed558ccdU;
  return hash ^ (hash >> 32U);
}

/// time + age, or the largest integer.
inline std::int64_t later(std::int64_t time, std::int64_t age) noexcept {
  return time > highest - age ? highest : time + age;
}

template <class Table> auto &entryAt(Table &table, Link link) noexcept {
  return table.entries[link - 1];
}

template <class Table> Link findEntry(const Table &table, const typename Table::Keys &keys) noexcept {
  Link link = table.buckets[Table::bucketOf(keys)];
  while (link != 0 && !Table::equal(Table::keysOf(entryAt(table, link)), keys))
    link = entryAt(table, link).link;
  return link;
}

template <class Table> void chainByKeys(Table &table, Link link) noexcept {
  Link &head = table.buckets[Table::bucketOf(Table::keysOf(entryAt(table, link)))];
  entryAt(table, link).link = head;
  head = link;
}

template <class Table> void unchainByKeys(Table &table, Link link) noexcept {
  Link *at = &table.buckets[Table::bucketOf(Table::keysOf(entryAt(table, link)))];
  while (*at != link)
    at = &entryAt(table, *at).link;
  *at = entryAt(table, link).link;
}

template <class Table> std::int64_t deadlineAt(const Table &table, std::uint64_t position) noexcept {
  return Table::deadline(Table::keysOf(table.entries[table.heap[position]]));
}

/// Puts an entry at a position of the heap.
template <class Table>
void setHeap(Table &table, std::uint64_t position, std::uint32_t entry) noexcept {
  table.heap[position] = entry;
  table.entries[entry].place = static_cast<std::uint32_t>(position + 1);
}

template <class Table> void siftUp(Table &table, std::uint64_t position) noexcept {
  const std::uint32_t entry = table.heap[position];
  const std::int64_t own = deadlineAt(table, position);
  while (position > 0 && deadlineAt(table, (position - 1) / 2) > own) {
    setHeap(table, position, table.heap[(position - 1) / 2]);
    position = (position - 1) / 2;
  }
  setHeap(table, position, entry);
}

template <class Table> void siftDown(Table &table, std::uint64_t position) noexcept {
  const std::uint32_t entry = table.heap[position];
  const std::int64_t own = deadlineAt(table, position);
  while (2 * position + 1 < table.live) {
    std::uint64_t child = 2 * position + 1;
    if (child + 1 < table.live && deadlineAt(table, child + 1) < deadlineAt(table, child))
      ++child;
    if (own <= deadlineAt(table, child))
      break;
    setHeap(table, position, table.heap[child]);
    position = child;
  }
  setHeap(table, position, entry);
}

/// A new entry, whose keys are not there yet; 0 when the table is full.
template <class Table> Link insertEntry(Table &table, const typename Table::Keys &keys) noexcept {
  if (table.live == Table::capacity)
    return 0;
  Link link = static_cast<Link>(table.free);
  if (link != 0)
    table.free = entryAt(table, link).link;
  else
    link = static_cast<Link>(++table.fresh);
  Table::start(entryAt(table, link), keys);
  chainByKeys(table, link);
  if constexpr (Table::isIndexed) {
    Link &head = table.indexBuckets[Table::indexBucketOf(keys)];
    table.indexLinks[link - 1] = head;
    head = link;
  }
  ++table.live;
  if constexpr (Table::isAged) {
    setHeap(table, table.live - 1, link - 1);
    siftUp(table, table.live - 1);
  } else {
    entryAt(table, link).place = 1;
  }
  return link;
}

/// The entry with these keys, made if need be; 0 when the table is full.
template <class Table>
Link enterEntry(Table &table, const typename Table::Keys &keys, bool &isNew) noexcept {
  const Link link = findEntry(table, keys);
  isNew = link == 0;
  return isNew ? insertEntry(table, keys) : link;
}

/// Removes an entry that is in no chain by all keys any more. It keeps its index link: a loop that
/// has come to it goes on from there.
template <class Table> void releaseEntry(Table &table, Link link) noexcept {
  auto &entry = entryAt(table, link);
  if constexpr (Table::isIndexed) {
    Link *at = &table.indexBuckets[Table::indexBucketOf(Table::keysOf(entry))];
    while (*at != link)
      at = &table.indexLinks[*at - 1];
    *at = table.indexLinks[link - 1];
  }
  --table.live;
  if constexpr (Table::isAged) {
    const std::uint64_t position = entry.place - 1U;
    if (position != table.live) {
      setHeap(table, position, table.heap[table.live]);
      siftUp(table, position);
      siftDown(table, position);
    }
  }
  entry.place = 0;
  entry.link = static_cast<Link>(table.free);
  table.free = link;
}

template <class Table> void removeEntry(Table &table, Link link) noexcept {
  unchainByKeys(table, link);
  releaseEntry(table, link);
}

template <class Table> void clearEntry(Table &table, const typename Table::Keys &keys) noexcept {
  if (const Link link = findEntry(table, keys); link != 0)
    removeEntry(table, link);
}

/// Drops what has expired by `now`, and brings together what has become the same.
template <class Table> void advanceEntries(Table &table, std::int64_t now) noexcept {
  table.clock = now;
  while (table.live != 0 && deadlineAt(table, 0) < now) {
    const Link link = table.heap[0] + 1;
    auto &entry = entryAt(table, link);
    if (Table::isExpired(Table::keysOf(entry), now)) {
      removeEntry(table, link);
      continue;
    }
    unchainByKeys(table, link);
    Table::saturate(entry, now);
    if (const Link same = findEntry(table, Table::keysOf(entry)); same != 0) {
      Table::combine(entryAt(table, same), entry);
      releaseEntry(table, link);
    } else {
      chainByKeys(table, link);
      siftDown(table, entry.place - 1U);
    }
  }
}
)"},
};

constexpr std::pair<Helper, Helper> dependencies[] = {{Helper::LessEqual, Helper::Wide},
                                                      {Helper::EqualTo, Helper::Wide},
                                                      {Helper::Narrow, Helper::Wide},
                                                      {Helper::WideQuotient, Helper::Wide},
                                                      {Helper::Accumulate, Helper::Wide}};

} // namespace

std::string helperText(Helpers helpers) {
  for (const auto &[user, used] : dependencies)
    if (helpers.contains(user))
      helpers.insert(used);
  std::string all;
  for (const Text &each : texts)
    if (helpers.contains(each.helper))
      all += each.text;
  // The ends of 64 bits, where something needs them.
  std::string constants;
  auto declare = [&](const char *name, const char *type, const char *end) {
    if (all.find(name) != std::string::npos)
      constants += std::string("inline constexpr ") + type + ' ' + name +
                   " = std::numeric_limits<" + type + ">::" + end + "();\n";
  };
  constants +=
      "inline constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();\n";
  declare("lowest", "std::int64_t", "min");
  declare("highest", "std::int64_t", "max");
  return '\n' + constants + all;
}

std::vector<std::string> helperNames() {
  return {"std",        "bough",        "detail",      "Header",        "State",
          "Machine",    "Rows",         "Fault",       "Held",          "Total",
          "Wide",       "Link",         "Keys",        "Entry",         "Sink",
          "Row",        "Table",        "evaluate",    "reset",         "none",
          "add",        "multiply",     "sumOf",       "differenceOf",  "productOf",
          "negated",    "lessEqual",    "equalTo",     "narrow",        "placeOf",
          "saturated",  "lowest",       "highest",     "saturatedTime", "mix",
          "later",      "entryAt",      "findEntry",   "chainByKeys",   "unchainByKeys",
          "deadlineAt", "setHeap",      "siftUp",      "siftDown",      "insertEntry",
          "enterEntry", "releaseEntry", "removeEntry", "clearEntry",    "advanceEntries",
          "stop",       "failAt",       "emit",        "emitOnce",      "elapsed",
          "time",       "entry",        "link",        "next",          "each",
          "row",        "rowOf",        "timeOf",      "take",          "atEnd",
          "failInTick", "give",         "accumulate",  "wideQuotient",  "zobrist",
          "utilityOf",  "sheds",        "UtilitySlot", "UtilityTable",  "Utilities",
          "Shedder",    "LoadShedder"};
}

} // namespace bough::cpp
