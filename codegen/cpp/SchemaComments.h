#pragma once

#include "codegen/ir/Program.h"
#include "runtime/Machine.h"

#include <string>

/// What a caller of the emitted code has to know of the values that go in and come out, as the
/// texts of comments.
namespace bough::cpp {

/// Whether a caller has rows of the stream to give: not of a table, nor where no query reads it.
bool isOffered(const MachineSchema &schema, ir::StreamId id);
std::string streamComment(const MachineSchema &schema, ir::StreamId id);
std::string columnComment(const MachineSchema &schema, ir::StreamId id, std::size_t column);
std::string resultComment(const ir::Program &program, const MachineSchema &schema, ir::ResultId id);
std::string resultColumnComment(const MachineSchema &schema, ir::ResultId id, std::size_t column);

} // namespace bough::cpp
