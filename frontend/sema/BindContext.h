#pragma once

#include "frontend/sema/DomainTable.h"

namespace bough {

/// What the values of all queries of a file have in common.
struct BindContext {
  TimeUnit unit = TimeUnit::Picosecond; ///< of times: Plan::unit
  Bound zero = 0;                       ///< Plan::zero
  /// Plan::scale; empty while it is not known: then DECIMAL columns are in units of their last
  /// digit.
  std::optional<unsigned> scale = {};
  DomainTable &domains;
};

} // namespace bough
