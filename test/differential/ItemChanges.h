#pragma once

#include "test/differential/Model.h"

#include <functional>
#include <vector>

namespace bough::differential {

template <typename T> void eraseAt(std::vector<T> &values, std::size_t index) {
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(index));
}

/// Takes an item, or the EXISTS of that number, out of FROM and renumbers the others. False, and
/// nothing has changed, when something reads it. Elements of a pattern lose the item.
bool dropItem(BranchModel &branch, unsigned number);

/// Makes a SELECT with a pattern simpler; false when there is nothing to change.
using PatternChange = std::function<bool(BranchModel &)>;
/// What can be tried, one after the other, on a SELECT that has as many elements as this one or
/// fewer.
std::vector<PatternChange> patternChanges(const BranchModel &branch);

} // namespace bough::differential
