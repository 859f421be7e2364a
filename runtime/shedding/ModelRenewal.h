#pragma once

#include "runtime/shedding/ShedShare.h"
#include "runtime/shedding/UtilityTable.h"

#include <memory>

namespace bough {

/// Learns utilities again while a query runs. Of one thread, that of the machine; learning itself
/// may be done by another.
class ModelRenewal {
public:
  virtual ~ModelRenewal() = default;

  /// The next row in the order of arrival, dropped ones included: the stream's index and its cells
  /// as a machine takes them, which are copied.
  virtual void row(std::uint32_t stream, const std::int64_t *cells) = 0;
  /// Begins to learn from the rows remembered so far. Not while isLearning().
  virtual void begin() = 0;
  /// From begin() until take() has returned something.
  virtual bool isLearning() const = 0;
  /// What has been learned, of the model's features and numbers; null when it is not there yet, or
  /// nothing could be learned. `waits`: until it is there.
  virtual std::shared_ptr<const UtilityTable> take(bool waits) = 0;
};

/// Tells when utilities are not distributed any more as thresholds are found by: the share of rows
/// that were dropped is not the one that was asked for (gSPICE, section III: retraining).
class DriftMonitor {
public:
  /// `tolerance` in millionths of the rows; looked at every `rows` of them, at least 1.
  DriftMonitor(std::uint32_t tolerance, std::uint64_t rows) : tolerance_(tolerance), rows_(rows) {}

  /// A row has been weighed at a threshold that was to drop this share of the rows.
  void weighed(ShedShare share, bool isDropped);
  /// True once after each `rows` rows by which the share was missed by more than the tolerance.
  bool takeDrift();

private:
  std::uint32_t tolerance_;
  std::uint64_t rows_;
  std::uint64_t seen_ = 0, dropped_ = 0;
  std::uint64_t promised_ = 0; ///< millionths of rows
  bool hasDrifted_ = false;
};

} // namespace bough
