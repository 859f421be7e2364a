#pragma once

#include "codegen/ir/Program.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bough::ir {

/// An exact encoding: equal keys mean equal structure. Value names and source ranges do not count.
using StructuralKey = std::vector<std::int64_t>;

/// Of an op with its regions. Values defined inside are numbered and values from outside count by
/// id, so two ops of one handler that have equal keys compute the same from the same inputs.
StructuralKey structuralKey(const Handler &handler, const Op &op);

/// What counts as "the target" in a handler's key, whichever it is, so that handlers which differ
/// only in their targets have equal keys.
struct StructuralTarget {
  std::optional<SynopsisId> changed = {}; ///< bumped, put or cleared; reads count as well
  std::optional<BufferId> pushed = {};
};
/// Of a handler: trigger, stream and body.
StructuralKey structuralKey(const Handler &handler, const StructuralTarget &target);
StructuralKey structuralKey(const Handler &handler);

} // namespace bough::ir
