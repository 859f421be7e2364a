#pragma once

#include "codegen/cpp/StatePrinter.h"
#include "codegen/emit/Binding.h"
#include "runtime/Machine.h"

/// What is around the handlers: faults, the batch, and the class that a caller uses.
namespace bough::cpp {

/// The comment that shows how the machine is used.
std::string usage(const emit::Prepared &prepared, const std::string &name);
/// enum Fault and struct Header, which begins each state as bough_state_header does.
std::string headerType();
/// Prepares a state.
std::string resetFunction(const StatePrinter &state);
/// How a handler stops, and how it emits.
std::string faultFunctions(const emit::Prepared &prepared);
/// All handlers over the rows of one timestamp, and what comes at the end of the input.
std::string evaluateFunctions(const emit::Prepared &prepared);
/// class Machine, which takes rows one by one, those of bound structs as well.
std::string machineType(const emit::Prepared &prepared, const MachineSchema &schema,
                        const emit::Binding &binding, std::size_t batchRows);

} // namespace bough::cpp
