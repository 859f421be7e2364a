#include "frontend/sema/Plan.h"

#include <algorithm>

namespace bough {

bool Plan::uses(unsigned stream) const {
  return std::any_of(branches.begin(), branches.end(), [&](const Branch &branch) {
    return std::any_of(branch.items.begin(), branch.items.end(),
                       [&](const Item &item) { return item.stream == stream; }) ||
           std::any_of(branch.exists.begin(), branch.exists.end(),
                       [&](const Exists &exists) { return exists.item.stream == stream; });
  });
}

} // namespace bough
