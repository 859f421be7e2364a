#pragma once

#include "analysis/reference/PatternObserver.h"

#include <functional>

namespace bough {

/// MATCH ALL by definition: calls `visit` for every combination of rows, from `begin` on, that is a
/// match as far as it is known when its last row is there, which is the last one of `rows`. A NOT
/// at the end is not judged. Stops when the work is done or `visit` returns false; that is also the
/// result. `observer`, which may be null, is told of those that another NOT excludes.
bool enumerateMatches(const PatternConditions &conditions, const PatternRows &rows,
                      std::size_t begin, WorkLimit &work, PatternObserver *observer,
                      const std::function<bool(const PatternMatch &)> &visit);

} // namespace bough
