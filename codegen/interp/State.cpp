#include "codegen/interp/State.h"

#include <algorithm>
#include <cstring>

namespace bough::interp {

void State::init() {
  std::memset(bytes_, 0, layout_.bytes);
  header().now = -1;
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id)
    if (program_.synopses[id].isSparse())
      sparse(id).init();
}

// --- cells of dense synopses -------------------------------------------------------------------

std::uint64_t State::slotOf(const ir::SynopsisKey &key, const ir::KeyLayout &layout,
                            std::int64_t value) {
  if (!key.isTime())
    return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(key.lo);
  auto age = static_cast<std::uint64_t>(value);
  if (age >= layout.ringSlots) // only a saturated age: the verifier has proven the range
    return layout.ringSlots;
  std::uint64_t head = word(layout.headOffset);
  return head >= age ? head - age : head + layout.ringSlots - age;
}

std::uint64_t State::cellOf(ir::SynopsisId id, const std::int64_t *keys) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  std::uint64_t index = 0;
  for (std::size_t i = 0; i < layout.keys.size(); ++i)
    index += slotOf(synopsis.keys[i], layout.keys[i], keys[i]) * layout.keys[i].stride;
  return index;
}

/// The time key is the outermost, so the cells of one total are those with the same remainder.
void State::addToTotal(const ir::SynopsisLayout &layout, std::uint64_t cell, __int128 difference) {
  if (layout.totals == 0)
    return;
  std::uint64_t offset = layout.totalsOffset + 16 * (cell % layout.totals);
  auto total = (static_cast<unsigned __int128>(word(offset + 8)) << 64) | word(offset);
  total += static_cast<unsigned __int128>(difference);
  word(offset) = static_cast<std::uint64_t>(total);
  word(offset + 8) = static_cast<std::uint64_t>(total >> 64);
}

void State::combine(ir::SynopsisId id, std::uint64_t into, std::uint64_t from) {
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  switch (program_.synopses[id].value) {
  case ir::ValueKind::Count: {
    std::uint64_t before = count(layout, into);
    std::uint64_t after = addCounts(before, count(layout, from));
    count(layout, into) = after;
    addToTotal(layout, into, static_cast<__int128>(after) - before);
    break;
  }
  case ir::ValueKind::Flag:
    flag(layout, into) |= flag(layout, from);
    break;
  case ir::ValueKind::Min:
  case ir::ValueKind::Max: {
    if (present(layout, from) == 0)
      break;
    std::int64_t x = extreme(layout, from), &y = extreme(layout, into);
    if (present(layout, into) == 0)
      y = x;
    else
      y = program_.synopses[id].value == ir::ValueKind::Min ? std::min(x, y) : std::max(x, y);
    present(layout, into) = 1;
    break;
  }
  case ir::ValueKind::Sum: // does not grow old
    break;
  }
}

void State::empty(ir::SynopsisId id, std::uint64_t cell) {
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  switch (program_.synopses[id].value) {
  case ir::ValueKind::Count:
    addToTotal(layout, cell, -static_cast<__int128>(count(layout, cell)));
    count(layout, cell) = 0;
    break;
  case ir::ValueKind::Flag:
    flag(layout, cell) = 0;
    break;
  case ir::ValueKind::Min:
  case ir::ValueKind::Max:
    extreme(layout, cell) = 0;
    present(layout, cell) = 0;
    break;
  case ir::ValueKind::Sum:
    sum(layout, cell) = 0;
    break;
  }
}

// --- sparse synopses ---------------------------------------------------------------------------

const std::int64_t *State::storedKeys(SparseTable &table, ir::SynopsisId id,
                                      const std::int64_t *keys) {
  stored_.resize(program_.synopses[id].keys.size());
  for (std::size_t i = 0; i < stored_.size(); ++i)
    stored_[i] = table.stored(i, keys[i]);
  return stored_.data();
}

SparseTable::Entry State::enter(SparseTable &table, const std::int64_t *stored, bool &isNew) {
  SparseTable::Entry entry = table.find(stored);
  isNew = entry == SparseTable::none;
  return isNew ? table.insert(stored) : entry;
}

// --- ops ---------------------------------------------------------------------------------------

std::uint64_t State::load(ir::SynopsisId id, const std::int64_t *keys) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  if (synopsis.isSparse()) {
    SparseTable table = sparse(id);
    SparseTable::Entry entry = table.find(storedKeys(table, id, keys));
    if (entry == SparseTable::none)
      return 0;
    return synopsis.value == ir::ValueKind::Count ? table.count(entry) : 1;
  }
  std::uint64_t cell = cellOf(id, keys);
  switch (synopsis.value) {
  case ir::ValueKind::Count:
    return count(layout, cell);
  case ir::ValueKind::Flag:
    return flag(layout, cell);
  case ir::ValueKind::Min:
  case ir::ValueKind::Max:
    return present(layout, cell);
  case ir::ValueKind::Sum: // has no load
    break;
  }
  return 0;
}

std::uint64_t State::total(ir::SynopsisId id, const std::int64_t *keys) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  std::uint64_t index = 0;
  for (std::size_t i = 0, next = 0; i < layout.keys.size(); ++i)
    if (!synopsis.keys[i].isTime())
      index += slotOf(synopsis.keys[i], layout.keys[i], keys[next++]) * layout.keys[i].stride;
  std::uint64_t offset = layout.totalsOffset + 16 * index;
  return word(offset + 8) != 0 ? saturatedCount : word(offset);
}

std::int64_t State::extreme(ir::SynopsisId id, const std::int64_t *keys) {
  if (!program_.synopses[id].isSparse())
    return extreme(layout_.synopses[id], cellOf(id, keys)); // 0 where there is none
  SparseTable table = sparse(id);
  SparseTable::Entry entry = table.find(storedKeys(table, id, keys));
  return entry == SparseTable::none ? 0 : table.extreme(entry);
}

__int128 State::amount(ir::SynopsisId id, const std::int64_t *keys) {
  return sum(layout_.synopses[id], cellOf(id, keys));
}

bool State::accumulate(ir::SynopsisId id, const std::int64_t *keys, __int128 x) {
  __int128 &kept = sum(layout_.synopses[id], cellOf(id, keys));
  __int128 more = 0;
  if (__builtin_add_overflow(kept, x, &more))
    return false;
  kept = more;
  return true;
}

bool State::bump(ir::SynopsisId id, const std::int64_t *keys, std::uint64_t added) {
  if (added == 0)
    return true;
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  bool isCount = synopsis.value == ir::ValueKind::Count;
  if (synopsis.isSparse()) {
    SparseTable table = sparse(id);
    bool isNew = false;
    SparseTable::Entry entry = enter(table, storedKeys(table, id, keys), isNew);
    if (entry == SparseTable::none)
      return false;
    if (isCount)
      table.count(entry) = addCounts(table.count(entry), added);
    return true;
  }
  std::uint64_t cell = cellOf(id, keys);
  if (!isCount) {
    flag(layout, cell) = 1;
    return true;
  }
  std::uint64_t before = count(layout, cell);
  std::uint64_t after = addCounts(before, added);
  count(layout, cell) = after;
  addToTotal(layout, cell, static_cast<__int128>(after) - before);
  return true;
}

bool State::put(ir::SynopsisId id, const std::int64_t *keys, std::int64_t x) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  auto further = [&](std::int64_t kept) {
    return synopsis.value == ir::ValueKind::Min ? std::min(kept, x) : std::max(kept, x);
  };
  if (synopsis.isSparse()) {
    SparseTable table = sparse(id);
    bool isNew = false;
    SparseTable::Entry entry = enter(table, storedKeys(table, id, keys), isNew);
    if (entry == SparseTable::none)
      return false;
    table.extreme(entry) = isNew ? x : further(table.extreme(entry));
    return true;
  }
  std::uint64_t cell = cellOf(id, keys);
  std::int64_t &kept = extreme(layout, cell);
  kept = present(layout, cell) == 0 ? x : further(kept);
  present(layout, cell) = 1;
  return true;
}

void State::clear(ir::SynopsisId id, const std::int64_t *keys) {
  if (!program_.synopses[id].isSparse()) {
    empty(id, cellOf(id, keys));
    return;
  }
  SparseTable table = sparse(id);
  SparseTable::Entry entry = table.find(storedKeys(table, id, keys));
  if (entry != SparseTable::none)
    table.remove(entry);
}

void State::take(ir::SynopsisId id, const std::int64_t *keys, std::uint64_t taken) {
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  if (!program_.synopses[id].isSparse()) {
    std::uint64_t cell = cellOf(id, keys);
    std::uint64_t before = count(layout, cell);
    std::uint64_t after = takeCounts(before, taken);
    count(layout, cell) = after;
    addToTotal(layout, cell, static_cast<__int128>(after) - before);
    return;
  }
  SparseTable table = sparse(id);
  SparseTable::Entry entry = table.find(storedKeys(table, id, keys));
  if (entry == SparseTable::none)
    return;
  table.count(entry) = takeCounts(table.count(entry), taken);
  if (table.count(entry) == 0)
    table.remove(entry);
}

// --- ages --------------------------------------------------------------------------------------

void State::age(ir::SynopsisId id, std::int64_t now) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  if (synopsis.isSparse()) {
    sparse(id).advance(now);
    return;
  }
  std::uint64_t elapsed =
      static_cast<std::uint64_t>(now) - static_cast<std::uint64_t>(header().now);
  for (std::size_t i = 0; i < synopsis.keys.size(); ++i)
    if (synopsis.keys[i].isTime())
      ageKey(id, i, elapsed);
}

void State::ageKey(ir::SynopsisId id, std::size_t number, std::uint64_t elapsed) {
  const ir::SynopsisKey &key = program_.synopses[id].keys[number];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  const ir::KeyLayout &keyLayout = layout.keys[number];
  std::uint64_t ring = keyLayout.ringSlots;
  std::uint64_t &head = word(keyLayout.headOffset);
  std::uint64_t steps = std::min(elapsed, ring); // after a whole turn the ring is empty

  // The cells of one slot lie in runs of `stride`, one run for each combination of the keys
  // outside this one.
  std::uint64_t stride = keyLayout.stride;
  std::uint64_t block = stride * keyLayout.slots;
  for (std::uint64_t step = 0; step < steps; ++step) {
    head = (head + 1) % ring; // the oldest slot, which becomes that of age 0
    for (std::uint64_t outer = 0; outer < layout.cells; outer += block)
      for (std::uint64_t inner = 0; inner < stride; ++inner) {
        std::uint64_t left = outer + head * stride + inner;
        if (key.kind == ir::KeyKind::Saturating)
          combine(id, outer + ring * stride + inner, left);
        empty(id, left);
      }
  }
}

} // namespace bough::interp
