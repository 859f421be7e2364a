#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"

/// The parts of Verifier.h's checks, each in its file; used by verify() only.
namespace bough::ir {

/// Names, columns, key ranges, capacities and the size of the state (VerifyDeclarations.cpp).
void verifyDeclarations(const Program &program, DiagnosticEngine &diagnostics);

/// Each handler by itself: values, types, key ranges, places of ops (Verifier.cpp). All numbers of
/// values, synopses, buffers and streams in it are valid iff the result is true.
bool verifyHandler(const Program &program, const Handler &handler, DiagnosticEngine &diagnostics);

/// What the handlers must agree on: ticks first, ageing and resets, readers before writers, buffers
/// (VerifyPasses.cpp). All numbers must be valid.
void verifyPasses(const Program &program, DiagnosticEngine &diagnostics);

} // namespace bough::ir
