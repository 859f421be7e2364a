#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"

namespace bough::ir {

/// Checks the invariants below and reports every violation, each with the printed op. Runs after
/// parsing, after each pass (with --verify-each) and before each engine.
///
///  - names of streams, results, tables, dictionaries, synopses, buffers, and of values within a
///    handler, are unique; no table has the name of a buffer
///  - every operand is defined before its use in the same or an enclosing region (dominance by
///    nesting), once, and has the type that its place asks for
///  - keys: as many as the op takes, each proven to lie in its dimension's range by constants,
///    clamps, loop bounds and enclosing guards (interval reasoning); the operands of `match` and of
///    `each` over a table are only compared and may be anything; places of dictionaries are proven
///  - a synopsis can do what an op wants: counts and flags are bumped, extremes are put, sums
///    accumulated, `total` needs totals, `match` an index
///  - the region of a `sum` or `least` changes no state, emits nothing and cannot stop the query
///  (no
///    `add.checked`); `yield` occurs only inside of one: a count for a `sum`, an integer for a
///    `least`
///  - `reset`, `age` and `expire` occur only directly in `on tick`, `age ... to` only in `on
///    arrival` and `on shed`, directly or inside of `when`; `push` only in handlers of rows of the
///    buffer's stream; `each` over a buffer only in batch handlers; `emit ... at` only in `on
///    tick`; `emit` has the result's columns and types; inside a `match` nothing is bumped, put or
///    taken in the same synopsis, and nothing in the body of an `expire` is about its synopsis
///  - `asks`, `utility` and `shed` occur only in `on entry`, with types that are proven to be among
///    those of the `shedder`, which the program has when it has such ops or `on shed` handlers
///  - an entry handler has no `now`, emits, pushes and ages nothing and cannot stop the query: no
///    checked arithmetic, no sparse synopsis. The synopses that entry handlers touch have no time
///    keys, and no other kind of handler touches them
///  - tick handlers come first, then entry, arrival and shed handlers, then the passes; each buffer
///    is reset exactly once; every synopsis with time keys is aged exactly once in `on tick`, by
///    `age` or `expire`, or else by `age ... to` anywhere
///  - readers before writers: no pass reads a synopsis that an earlier pass bumps, puts or takes
///  from,
///    and none both reads and writes one so, unless the synopsis is `current`; `clear` is free, and
///    so is all that tick and arrival handlers do
///  - a buffer is pushed to before it is read, and not after
///  - declarations make sense: one time column in a stream, ranges that are not empty, room in
///    buffers and sparse synopses, constants in order; regions are nested at most maximumNesting
///    deep
///  - the layout can be computed (sizes fit)
bool verify(const Program &program, DiagnosticEngine &diagnostics);

} // namespace bough::ir
