#include "codegen/interp/State.h"

#include <algorithm>

namespace bough::interp {

std::uint64_t State::slotOf(const ir::SynopsisKey &key, const ir::KeyLayout &layout,
                            std::int64_t value) {
  if (key.kind == ir::KeyKind::Dense)
    return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(key.lo);
  auto age = static_cast<std::uint64_t>(value);
  if (age >= layout.ringSlots) // only a saturated age: the verifier has proven the range
    return layout.ringSlots;
  std::uint64_t head = word(layout.headOffset);
  return head >= age ? head - age : head + layout.ringSlots - age;
}

void State::age(ir::SynopsisId id, std::uint64_t elapsed) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  for (std::size_t i = 0; i < layout.keys.size(); ++i)
    if (synopsis.keys[i].kind != ir::KeyKind::Dense)
      ageKey(synopsis.keys[i], layout.keys[i], layout, elapsed);
}

void State::ageKey(const ir::SynopsisKey &key, const ir::KeyLayout &keyLayout,
                   const ir::SynopsisLayout &layout, std::uint64_t elapsed) {
  std::uint64_t ring = keyLayout.ringSlots;
  std::uint64_t &head = word(keyLayout.headOffset);
  std::uint64_t steps = std::min(elapsed, ring); // after a whole turn the ring is empty

  // The counters of one slot lie in runs of `stride`, one run for each combination of the keys
  // outside this one.
  auto *counters = &word(layout.countersOffset);
  std::uint64_t stride = keyLayout.stride;
  std::uint64_t block = stride * keyLayout.slots;
  for (std::uint64_t step = 0; step < steps; ++step) {
    head = (head + 1) % ring; // the oldest slot, which becomes that of age 0
    for (std::uint64_t outer = 0; outer < layout.counters; outer += block)
      for (std::uint64_t inner = 0; inner < stride; ++inner) {
        std::uint64_t &left = counters[outer + head * stride + inner];
        if (key.kind == ir::KeyKind::Saturating) {
          std::uint64_t &oldest = counters[outer + ring * stride + inner];
          oldest = addCounts(oldest, left);
        }
        left = 0;
      }
  }
}

} // namespace bough::interp
