#pragma once

#include "analysis/PatternSteps.h"
#include "analysis/SynopsisShape.h"
#include "frontend/basic/Diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

struct Rejection;

/// What tells runs at one stage apart. Runs with equal keys have the same future: they are one
/// entry with a count (design note 6.1).
struct RunKey {
  enum class Kind {
    Partition, ///< the value of column `index` of PARTITION BY, which all rows of the run have; of
               ///< a NOT at the beginning, whose number as an item is `place`
    Attribute, ///< a captured column: `members`
    Opened,    ///< the age of the run's first row
    Age,       ///< the age of the row of item `index`
    Time,      ///< its timestamp, where ages count rows and not time
    Position,  ///< the age, in rows, of the first row: WITHIN n EVENTS
    Number,    ///< the number of the first row: OLDEST FIRST, OLDEST ONLY
    RowNumber, ///< the number of the row of item `index`, of ANY ... DISTINCT of its row number
               ///< `place`; 0 when there is none
    WasTaken,  ///< 1 when the run has a row of item `index`, an element of an ANY, else 0
    Taken,     ///< of ANY: the set of elements that are filled, as a binary number; `values`
    Distinct,  ///< of ANY ... DISTINCT: the value number `index`, in ascending order
    Gap,       ///< from the latest row of the NOT `index` at the beginning to the first row;
               ///< the last value stands for more
  };
  Kind kind = Kind::Attribute;
  unsigned index = 0;
  unsigned place = 0;
  std::vector<IntegerKey::Member> members = {}; ///< of Attribute, as IntegerKey::members
  /// Values are clamped to it where only comparisons to come read them. Not finite: any value.
  Interval range = {};
  std::vector<std::int64_t> values = {}; ///< as IntegerKey::values
  bool isSaturating = false;             ///< of Age: else entries expire when it passes `limit`
  std::int64_t limit = 0;                ///< of Opened, Age, Position
  /// All rows that look entries up know its value.
  bool isLookedUp = false;

  bool isClock() const {
    return kind == Kind::Opened || kind == Kind::Age || kind == Kind::Position;
  }
  bool isAny() const { return !isClock() && values.empty() && !range.isFinite(); }
};

/// The runs that wait at one stage.
struct RunStage {
  std::vector<RunKey> keys; ///< clocks first
  /// Most entries at once: a table of entries. Without it there is a counter for each combination.
  std::optional<std::int64_t> capacity;
  /// Ages are numbers of rows.
  bool countsRows() const { return !keys.empty() && keys.front().kind == RunKey::Kind::Position; }
};

/// The rows of a NOT at the beginning that can still exclude a run: their ages and what runs are
/// compared with.
struct NotBefore {
  unsigned index = 0;            ///< into Branch::exists
  std::int64_t limit = 0;        ///< largest age that matters: d of WITHIN d
  std::vector<RunKey> keys = {}; ///< Partition and Attribute, of its own columns
  std::optional<std::int64_t> capacity = {};
};

/// How a pattern is evaluated: stages of runs (design note 6.1).
struct PatternShape {
  PatternSteps steps;
  /// By stage, from 1; the last one is empty unless the pattern ends with a NOT. That of stage 0
  /// stays empty.
  std::vector<std::optional<RunStage>> stages;
  std::vector<NotBefore> before;
  bool countsRows =
      false; ///< the numbers of rows are needed: WITHIN n EVENTS, ROWID, OLDEST FIRST or ONLY
};

/// Chooses the keys of every stage. What cannot be kept in bounded memory is appended to
/// `rejections`; errors are rates that are needed and not declared. Empty after either.
std::optional<PatternShape> shapePattern(const Plan &plan, unsigned branch,
                                         std::vector<Rejection> &rejections,
                                         DiagnosticEngine &diagnostics);

/// "a.x", "first row", "rows since n": for memory tables and drawings.
std::string keyName(const Plan &plan, const Branch &branch, const RunKey &key);

} // namespace bough
