#pragma once

#include "codegen/ir/Program.h"
#include "frontend/sema/Plan.h"
#include "runtime/Machine.h"

namespace bough {

/// What the runtime needs to know of a query's input and output. The streams have the indices of
/// the catalog; those that are tables have no timestamp and are not used.
MachineSchema schemaOf(const Plan &plan);
/// What a loader needs to know of a table: the only stream of a schema with the plan's domains.
MachineSchema tableSchemaOf(const Plan &plan, unsigned table);
/// The same as schemaOf(plan) for a bare program, whose units and ranges nobody declared: each
/// result is a query.
MachineSchema schemaOf(const ir::Program &program);
/// Adds to the schema of a query's plan what the program tells that was made of it: how rows have
/// to be given, and when results come.
void addOrder(MachineSchema &schema, const ir::Program &program);

} // namespace bough
