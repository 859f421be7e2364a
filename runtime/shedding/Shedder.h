#pragma once

#include "runtime/shedding/ShedFeatures.h"
#include "runtime/shedding/ShedShare.h"

namespace bough {

/// A strategy of load shedding, interpreted, as experiments use it; compiled code has its own form
/// of some. For each incoming row, in order: drops, when the controller weighs rows, then shift.
class Shedder {
public:
  virtual ~Shedder() = default;

  /// A drop interval begins, in which about this share of the rows is to be dropped.
  virtual void beginInterval(ShedShare share) = 0;
  /// Decides about the next row.
  virtual bool drops(const ShedRow &row) = 0;
  /// The row has passed, kept or dropped: it moves pane and windows on.
  virtual void shift(const ShedRow &row) = 0;
  /// Of the model and its state.
  virtual std::uint64_t memoryBytes() const = 0;
};

} // namespace bough
