#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Builds equal synopses once, as the branches of a union share them (design note 3.1), and equal
/// buffers too.
///
/// Two synopses are equal when they have the same form and are changed by the same passes: after
/// everything that only serves another purpose is taken away, the passes have equal structure, up
/// to which of the two they change. One of the two then takes all reads; the other goes away with
/// its changes. Where entries are cleared, as where a synopsis is `current`, the order of the
/// passes counts as well. The handlers are put into a new order where readers would no longer come
/// before writers; where no order exists, both synopses stay. Inputs are shared before what is
/// built from them, until nothing more is equal.
///
/// Two buffers are equal when they have the same columns, stream and capacity and are pushed to by
/// one equal pass each.
void shareSynopses(ir::Program &program);

} // namespace bough
