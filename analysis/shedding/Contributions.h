#pragma once

#include "analysis/shedding/RecordedRows.h"
#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <functional>
#include <vector>

namespace bough {

/// Rows that have made a result, or have been kept from making one by a row of a NOT, which is
/// among them then (gSPICE, section III-A: abandoned partial matches).
struct Contribution {
  unsigned query = 0; ///< index into Plan::queries, which has the weight
  bool isResult = true;
  std::vector<std::uint64_t> rows; ///< indices in arrival order, ascending, each once
};

/// Evaluates the plan of bindRowNumbers by definition, and visits what rows contribute to, in the
/// order in which it becomes known. `shed` tells of each row whether it is dropped; empty: none is.
/// `progress` is called now and then with the rows that are done.
/// False after a fault, with a diagnostic.
bool forEachContribution(const Plan &plan, const RecordedRows &rows, const std::vector<bool> &shed,
                         const std::function<void(const Contribution &)> &visit,
                         const std::function<void(std::uint64_t)> &progress,
                         DiagnosticEngine &diagnostics);

/// M of each row: the sum of the weights of its contributions.
class RowWeights {
public:
  RowWeights(const Plan &plan, std::uint64_t rows) : plan_(plan), weights_(rows, 0) {}
  void add(const Contribution &contribution);
  const std::vector<std::uint64_t> &weights() const { return weights_; }

private:
  const Plan &plan_;
  std::vector<std::uint64_t> weights_;
};

} // namespace bough
