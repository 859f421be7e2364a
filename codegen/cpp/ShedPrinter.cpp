#include "codegen/cpp/ShedPrinter.h"

#include <fmt/format.h>

namespace bough::cpp {

std::string shedUsage(const emit::Prepared &prepared, const std::string &name) {
  if (!ir::sheds(*prepared.program))
    return {};
  return fmt::format(R"(
// Rows can be shed when there are too many, by a model and a shedder of {} types:
//
//   machine.shedBy(utilities, shedder);  // {}::Utilities and {}::Shedder; without, all are kept
//   machine.on(...);
//   machine.wasShed();                   // whether the row was dropped
//
// A header that is made with a model has both: LoadShedder, with attach(machine).
//)",
                     prepared.program->shedTypes, name, name);
}

std::string shedTypes() {
  return R"(
/// A slot of a hash table of utilities. They are in millionths: 666667 stands for 2/3.
struct UtilitySlot {
  std::uint64_t key;    ///< 0 in an empty slot
  std::int64_t utility; ///< -1 in an empty slot
};
/// The table of one type: the slots [offset, offset + mask]. The search for a key begins at offset +
/// (key & mask) and ends at the key or at an empty slot, of which there is always one.
struct UtilityTable {
  std::uint64_t offset;
  std::uint64_t mask;   ///< a power of two, less one
  std::int64_t unknown; ///< of keys that are not in the table
  std::uint64_t reserved;
};
/// What a model has learned: how much rows matter.
struct Utilities {
  const UtilitySlot *slots;     ///< [slotCount]
  const UtilityTable *tables;   ///< [tableCount], by type
  const std::uint64_t *numbers; ///< [numberCount], of Zobrist hashing
  std::uint64_t slotCount;
  std::uint64_t tableCount;
  std::uint64_t numberCount;
};
/// Decides which rows are dropped.
struct Shedder {
  std::uint64_t active;         ///< 0: every row is kept
  std::uint64_t dropAll;        ///< with active: every row is dropped
  std::int64_t threshold;       ///< of the utility: rows below it are dropped,
  std::uint64_t tieNumerator;   ///< and of those at it so many
  std::uint64_t tieDenominator; ///< of so many; >= 1, < 2^62
  std::uint64_t tieAccumulator; ///< < tieDenominator; 0 at first
  std::uint64_t *seen;          ///< by type: rows that came
  std::uint64_t *shed;          ///< by type: rows that were dropped
  std::uint64_t *lookups;       ///< null, or [slotCount + tableCount]: how often a key was found in
                                ///< a slot, and, by type, was unknown
};
static_assert(sizeof(UtilitySlot) == 16, "layout");
static_assert(sizeof(UtilityTable) == 32, "layout");
static_assert(sizeof(Utilities) == 48, "layout");
static_assert(sizeof(Shedder) == 72, "layout");
)";
}

std::string shedMembers() {
  return R"(
  /// From here on these decide which rows are dropped; they have to live on.
  void shedBy(const Utilities &utilities, Shedder &shedder) noexcept {
    utilities_ = &utilities;
    shedder_ = &shedder;
  }
  /// Whether the last row was dropped: it has moved time on, and that is all.
  bool wasShed() const noexcept { return wasShed_; }
)";
}

std::string privateShedMembers(const emit::Prepared &prepared) {
  std::string text;
  for (const emit::PreparedStream &stream : prepared.streams)
    if (stream.isEntered && text.empty())
      text = fmt::format(R"(
  template <class Row>
  bool decide(const Row &row,
              bool (*enter)(State &, const Row &, const Utilities &, Shedder &)) {{
    if (shedder_ != nullptr)
      return enter(state_, row, *utilities_, *shedder_);
    static constexpr UtilitySlot empty{{0, -1}};
    static constexpr UtilityTable tables[{}] = {{}}; // all of that slot
    Shedder keeping{{}};
    keeping.tieDenominator = 1;
    keeping.seen = keeping.shed = ignored_;
    return enter(state_, row, Utilities{{&empty, tables, nullptr, 1, {}, 0}}, keeping);
  }}
)",
                         prepared.program->shedTypes, prepared.program->shedTypes);
  return text;
}

std::uint64_t shedTag(const emit::Prepared &prepared, ir::StreamId stream) {
  return prepared.streams.size() + stream;
}

std::string offeredIterators(const emit::Prepared &prepared) {
  return fmt::format(R"(
/// The rows of one stream among offered rows first .. last - 1 that were shed, or that were not.
template <class Make, bool isShed> struct Offered {{
  struct Iterator {{
    using iterator_category = std::random_access_iterator_tag;
    using value_type = decltype(std::declval<Make>()(0));
    using difference_type = std::int64_t;
    using pointer = const value_type *;
    using reference = value_type;

    Make make;
    const std::uint8_t *shed;
    std::uint64_t at, last;

    auto operator*() const {{ return make(at); }}
    Iterator &operator++() {{ ++at; return skip(); }}
    Iterator &skip() {{
      while (at != last && (make.rows.streams[at] != Make::stream || (shed[at] != 0) != isShed))
        ++at;
      return *this;
    }}
    bool operator!=(const Iterator &other) const {{ return at != other.at; }}
    std::int64_t operator-(const Iterator &) const {{ return static_cast<std::int64_t>(at); }}
  }};
  Make make;
  const std::uint8_t *shed;
  std::uint64_t first, last;

  Iterator begin() const {{ return Iterator{{make, shed, first, last}}.skip(); }}
  Iterator end() const {{ return {{make, shed, last, last}}; }}
}};

/// The streams of offered rows, as `evaluate` has them.
struct OfferedTags {{
  struct Iterator {{
    const OfferedTags &tags;
    std::uint64_t at;

    std::uint32_t operator*() const {{
      return tags.streams[at] + (tags.shed[at] != 0 ? {}u : 0u);
    }}
    Iterator &operator++() {{ ++at; return *this; }}
    bool operator!=(const Iterator &other) const {{ return at != other.at; }}
  }};
  const std::uint32_t *streams;
  const std::uint8_t *shed;
  std::uint64_t first, last;

  Iterator begin() const {{ return {{*this, first}}; }}
  Iterator end() const {{ return {{*this, last}}; }}
}};
)",
                     prepared.streams.size());
}

std::string ingestOffered(const emit::Prepared &prepared, const std::string &declaration,
                          const std::string &place, const std::string &sink) {
  std::string decisions, arguments;
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    const emit::PreparedStream &stream = prepared.streams[id];
    if (stream.isEntered)
      decisions += fmt::format("case {}:\n", id);
    for (const std::string &enter : emit::entryFunctions(prepared, id))
      decisions +=
          fmt::format("isShed = machine::detail::{}(state, Cells{}{{rows}}(end), utilities, "
                      "shedder) || isShed;\n",
                      enter, id);
    if (stream.isEntered)
      decisions += "break;\n";
    if (stream.isRead)
      arguments += fmt::format(", Offered<Cells{}, false>{{{{rows}}, offered.shed, at, end}}", id);
    if (stream.isShedRead)
      arguments += fmt::format(", Offered<Cells{}, true>{{{{rows}}, offered.shed, at, end}}", id);
  }
  if (emit::hasArrivals(prepared))
    arguments += ", OfferedTags{rows.streams, offered.shed, at, end}";
  return declaration +
         fmt::format(
             R"(ingest_mixed(void *block, const bough_tagged_rows *given, bough_sink *sink) {{
  auto &state = *static_cast<machine::State *>(block);
  const auto &offered = *reinterpret_cast<const bough_offered_rows *>(given);
  const bough_tagged_rows rows = *given;
  [[maybe_unused]] const auto &utilities =
      *reinterpret_cast<const machine::Utilities *>(offered.utilities);
  [[maybe_unused]] auto &shedder = *reinterpret_cast<machine::Shedder *>(offered.shedder);
  auto timeOf = [&](std::uint64_t row) {{ return rows.cells[row * rows.stride + {}]; }};
  for (std::uint64_t at = 0, end = 0; at < rows.rows && statusOf(state) == BOUGH_OK; at = end) {{
    const std::int64_t time = timeOf(at);
    if (time <= state.header.now)
      return failTimeOrder(state, time, rows.streams[at], at);
    for (end = at; end < rows.rows && timeOf(end) == time; ++end) {{
      bool isShed = false;
      switch (rows.streams[end]) {{
{}      default:
        break;
      }}
      offered.shed[end] = isShed ? 1 : 0;
    }}
    auto typed = {};
    machine::evaluate(state, time{}, typed);
  }}
  return statusOf(state);
}}
)",
             place, decisions, sink, arguments);
}

} // namespace bough::cpp
