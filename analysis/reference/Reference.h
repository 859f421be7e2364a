#pragma once

#include "frontend/sema/Plan.h"
#include "runtime/Machine.h"

#include <memory>

namespace bough {

/// The Evaluator behind the interface of a machine: memory grows linearly with the input. Its
/// results are the terms of the plan, in their order. Streams are those of the catalog; the rows of
/// tables are in the plan, and none may come in. Where the order of arrival is needed, blocks are
/// refused as BOUGH_NEEDS_ARRIVAL_ORDER.
std::unique_ptr<Machine> makeReference(Plan plan);

} // namespace bough
