#pragma once

#include "frontend/basic/Diagnostics.h"

#include <cstdint>

namespace bough {

/// What became of the rows that a run has read, each number counted where that happens. A row is
/// used when a machine has taken it and has not shed it: what a query's conditions then make of it
/// is the query's meaning, and no loss.
struct RowAccounts {
  std::uint64_t read = 0; ///< in all inputs, rows of no stream included
  std::uint64_t used = 0, bad = 0, late = 0, shed = 0;
  std::uint64_t skipped = 0; ///< of streams that the query does not read

  bool balance() const { return read == used + bad + late + shed + skipped; }
};

/// False, with a diagnostic, when the numbers do not balance.
bool checkAccounts(const RowAccounts &accounts, DiagnosticEngine &diagnostics);

} // namespace bough
