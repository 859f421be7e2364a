#pragma once

#include "codegen/emit/Identifiers.h"
#include "codegen/emit/Prepare.h"

namespace bough::emit {

/// Decides about the values and ops of one handler; its name is left to the caller. `names` are
/// taken everywhere.
PreparedHandler prepareHandler(const ir::Program &program, const ir::Handler &handler,
                               const Scope &names, const PreparedStream *stream);

} // namespace bough::emit
