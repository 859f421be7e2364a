#pragma once

#include "analysis/Grid.h"
#include "analysis/reference/Evaluator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// A row for each i = 1, 2, 3, …: its cells are `cells` + i * `step`.
struct FamilyRow {
  enum class Role {
    Always, ///< in every prefix, for all i up to k
    Chosen, ///< in the prefixes whose W has i
    Suffix, ///< in suffix i
  };
  Role role = Role::Always;
  unsigned item = 0; ///< of the branch that was solved, or of its EXISTS
  unsigned stream = 0;
  std::vector<std::int64_t> cells; ///< as a machine sees them: times in ticks of Plan::unit
  std::vector<std::int64_t> step;

  bool isSame() const; ///< for all i
};

/// Inputs by a rule, for every k: prefixes for the subsets W of {1..k}, and suffixes for i in
/// {1..k}, which come after all rows of all prefixes (design note 2.4). Where all prefixes can be
/// told apart by what the suffixes add to the results, a machine needs 2^k states after the prefix.
struct Family {
  std::vector<FamilyRow> rows;
  /// Suffixes come k times so much later than their cells say: as much as the prefixes grow longer.
  std::int64_t delay = 0;

  /// Rows by time, with i counted from `first` + 1 to `first` + k. W is a set of bits: bit i - 1
  /// for i. Empty when a cell does not fit in 64 bits.
  std::optional<std::vector<ReplayRow>> prefix(const Plan &plan, unsigned k, std::uint64_t chosen,
                                               std::int64_t first = 0) const;
  std::optional<std::vector<ReplayRow>> suffix(const Plan &plan, unsigned k, unsigned i,
                                               std::int64_t first = 0) const;
};

/// The machine's times that a stream in use can have.
Interval timeRange(const Plan &plan, const Stream &stream);

/// Whether the rows are an input that the declarations allow: cells in the ranges and units of
/// their columns, times from the stream's start to its end, rates.
bool isLegal(const Plan &plan, const std::vector<ReplayRow> &rows);

/// Whether the declarations allow the rows for every k: no limit on the rows of a stream stands
/// against it.
bool isLegalForever(const Plan &plan, const Family &family);

/// What the suffixes add: by W and by i - 1.
struct FamilyOutputs {
  std::vector<std::vector<Replay>> added;
};

/// Replays the whole plan for all prefixes and suffixes; where there are windows, up to the end of
/// the input behind each suffix. Empty when some input is not legal, some
/// cell does not fit, or the evaluation fails (a result that overflows).
std::optional<FamilyOutputs> replayFamily(const Plan &plan, const Family &family, unsigned k,
                                          std::int64_t first = 0);

/// Whether all prefixes differ in what the suffixes add.
bool separates(const FamilyOutputs &outputs);

/// Whether what suffix i adds depends on whether W has i, and on nothing else of W.
bool separatesEach(const FamilyOutputs &outputs);

} // namespace bough
