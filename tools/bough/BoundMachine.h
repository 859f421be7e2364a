#pragma once

#include "codegen/emit/RowFormat.h"
#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <memory>

namespace bough::tool {

/// Leaves to the columns of bound streams the values that their fields can hold, so that inputs
/// with others are refused where they are read. False, with a diagnostic, when a field cannot hold
/// all codes of its column.
bool restrictToFields(MachineSchema &schema, const emit::Binding &binding,
                      DiagnosticEngine &diagnostics);

/// A machine that puts the rows of each block into arrays of structs, as a program has them, and
/// lets `machine`, which was compiled for their formats, read them there.
std::unique_ptr<Machine> feedStructs(std::unique_ptr<Machine> machine,
                                     std::shared_ptr<const emit::RowFormats> formats);

} // namespace bough::tool
