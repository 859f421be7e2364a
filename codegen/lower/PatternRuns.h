#pragma once

#include "codegen/lower/PatternLowering.h"

namespace bough {

/// The pass of one step: its rows advance the runs that wait at `stage`, or open them.
ir::Handler lowerStep(const PatternContext &context, unsigned stage);
/// The pass of a NOT (an index into Branch::exists): its rows remove the runs that they exclude, or
/// at the beginning of the pattern are entered.
ir::Handler lowerNot(const PatternContext &context, unsigned exists);
/// All steps of a stream's rows, one row after the other.
ir::Handler lowerArrival(const PatternContext &context, unsigned stream);
/// What the marker does, beside ageing: runs that have taken a row in the last batch wait on, and
/// those whose last NOT is decided are complete.
std::optional<ir::Handler> lowerRunTick(const PatternContext &context);

} // namespace bough
