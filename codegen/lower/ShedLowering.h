#pragma once

#include "codegen/ir/Program.h"
#include "frontend/sema/Plan.h"
#include "runtime/shedding/FeatureOptions.h"
#include "runtime/shedding/ShedModel.h"

namespace bough {

/// What decides about rows in generated code: a model of gSPICE-H, -T or -F, and the schema of its
/// query. Both have to live as long.
struct ShedLoweringInput {
  const ShedModel &model;
  const MachineSchema &schema;
};

/// A counter of rows, and the streams whose rows it counts.
struct RowCounter {
  ir::SynopsisId synopsis = 0;
  std::vector<unsigned> streams;
};

/// Adds to a program, in `on entry` of each stream that has types, what decides about a row
/// (gSPICE, section III-B; design note 6.2): the utility by the type, the pane of the rows before
/// and the attributes, then the shift of the pane. With a table the key of the pane is kept up to
/// date, so that a row takes at most 4 XORs and one for each attribute; trees become branches. Rows
/// that are shed are counted by `counters` like any others.
///
/// The pane is kept in the program's synopses: the ring of types, their frequencies, and with a
/// table K1. In `on entry` nothing else is touched.
void addShedding(ir::Program &program, const ShedLoweringInput &input,
                 const std::vector<RowCounter> &counters);

} // namespace bough
