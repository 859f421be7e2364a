#pragma once

#include "frontend/sema/Plan.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the differential test draws: declarations, a query and rows, in a form from which both
/// dialects of SQL are printed and of which parts can be dropped to make a failing case smaller.
namespace bough::differential {

struct ColumnModel {
  std::string name;
  TypeKind kind = TypeKind::Int;
  std::optional<std::pair<std::int64_t, std::int64_t>> check; ///< CHECK (name BETWEEN ..)
};

struct StreamModel {
  std::string name;
  std::vector<ColumnModel> columns;
  unsigned timestampColumn = 0;
  TimeUnit unit = TimeUnit::Second;
  std::optional<std::int64_t> maxPerTimestamp;
};

/// attribute + offset, or the constant `offset`. Of timestamps: offset in CaseModel::intervalUnit.
struct Term {
  std::optional<AttributeRef> attribute;
  std::int64_t offset = 0;
};

enum class Comparison { Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater };

/// left COMPARISON right, or with `upper`: left BETWEEN right AND upper.
struct Predicate {
  Term left;
  Comparison comparison = Comparison::Equal;
  Term right;
  std::optional<Term> upper;
  bool isTime = false;
};

struct BranchModel {
  std::vector<unsigned> items; ///< indices of streams
  std::vector<Predicate> predicates;
  std::vector<Term> outputs;
  bool explicitJoins = false; ///< print JOIN ... ON instead of a comma
};

struct RowModel {
  unsigned stream = 0;
  std::vector<std::int64_t> cells; ///< in declared order and units
};

struct CaseModel {
  std::vector<StreamModel> streams; ///< each used by some branch
  std::vector<BranchModel> branches;
  std::vector<RowModel> rows; ///< by time, then by stream
  TimeUnit intervalUnit = TimeUnit::Second;
  std::uint64_t feedSeed = 0; ///< decides how the rows are cut into calls, and sink sizes

  /// The finest unit of all streams.
  TimeUnit unit() const;
  /// The row's timestamp in ticks of unit().
  std::int64_t time(const RowModel &row) const;
};

/// Result rows, each behind the time it belongs to, with their multiplicities.
using Bag = std::map<std::vector<std::int64_t>, std::uint64_t>;

/// What one evaluation of a case gave. After an error only results before its batch count.
struct Outcome {
  Bag results;
  std::uint64_t status = 0; ///< a bough_status
  std::optional<std::int64_t> errorTime;
  std::string fault; ///< a broken promise of the machine, e.g. a write outside its state
};

} // namespace bough::differential
