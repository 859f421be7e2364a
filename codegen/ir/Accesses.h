#pragma once

#include "codegen/ir/Program.h"

#include <vector>

namespace bough::ir {

/// Which synopses and buffers some ops touch, each indexed by its id.
struct Accesses {
  explicit Accesses(const Program &program);
  /// Adds the ops of a region and all that is inside them.
  void add(const Region &region);

  /// By SynopsisId: load, total, extreme, amount or match; bump, put,
  /// accumulate or take; clear or take; age or expire.
  std::vector<bool> loads, fills, clears, ages;
  std::vector<bool> expires;               ///< by SynopsisId: expire, with something to do
  std::vector<bool> pushes, scans, resets; ///< by BufferId

  bool changes(SynopsisId synopsis) const { return fills[synopsis] || clears[synopsis]; }
};
Accesses accessesOf(const Program &program, const Handler &handler);
/// Of all handlers together.
Accesses accessesOf(const Program &program);

/// Whether a handler is a pass over the batch, for which readers come before writers: what `on
/// tick`, `on entry`, `on arrival` and `on shed` do comes before all passes, in an order of its
/// own.
inline bool isPass(const Handler &handler) {
  return handler.trigger == Trigger::Row || handler.trigger == Trigger::Batch;
}

/// Removes the synopses and the buffers for which `keep` is false and renumbers the others. No
/// op may name a removed one.
void keepSynopses(Program &program, const std::vector<bool> &keep);
void keepBuffers(Program &program, const std::vector<bool> &keep);

} // namespace bough::ir
