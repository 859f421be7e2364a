#pragma once

#include "analysis/GroupShape.h"
#include "codegen/ir/Builder.h"
#include "codegen/lower/Names.h"
#include "frontend/sema/Plan.h"

#include <map>
#include <vector>

namespace bough {

/// The totals of a term with an aggregation (Aggregation in Plan.h). Where its branches would emit
/// a row, they add it here; what the result gets comes out after all passes of a batch, or with
/// windows in the tick that ends them.
///
/// A table of the groups that have got rows tells which to give out. Without a window its entries
/// last for one batch, since they have an age of 0. With one there is an entry for each group and
/// window, whose age is counted from the start of the window, so that it expires behind its end.
/// The totals themselves are dense: per group, and per window as its number modulo how many are
/// open at once.
class GroupLowering {
public:
  /// Adds the synopses to the program. The plan and the shape have to outlive this.
  GroupLowering(const Plan &plan, unsigned term, const GroupShape &shape, Names &names,
                ir::Program &program);

  bool hasWindow() const { return aggregation_.window.has_value(); }
  /// Adds a row of a branch, in one of its handlers: the values of its outputs, and how often it
  /// comes.
  void add(ir::Builder &builder, const std::vector<ir::Operand> &outputs, ir::Operand count) const;
  /// Without a window: gives out the groups of the batch, after all that add to them.
  ir::Handler batchPass() const;
  /// With a window: gives out the windows that have ended. In a tick, in the place of the `age` of
  /// `table`.
  void expire(ir::Builder &builder) const;
  /// The table of groups.
  ir::SynopsisId table() const { return table_; }

private:
  using Operand = ir::Operand;
  using Keys = std::vector<Operand>;
  /// What is kept of an output: a sum, the smallest or the largest.
  using Part = std::pair<Aggregate::Kind, unsigned>;

  ir::SynopsisId addTotals(Names &names, std::string_view hint, ir::ValueKind value,
                           std::string comment);
  void addKeys(ir::Synopsis &synopsis) const;
  void accumulate(ir::Builder &builder, const Keys &keys, const std::vector<Operand> &outputs,
                  Operand count) const;
  /// The place among the totals of the window that starts then.
  Operand windowSlot(ir::Builder &builder, Operand start) const;
  std::vector<Operand> rowOf(ir::Builder &builder, const Keys &groups, const Keys &totals,
                             Operand start) const;
  Operand averageOf(ir::Builder &builder, const Aggregate &column, const Keys &totals) const;
  Operand wideOf(ir::Builder &builder, Operand value) const;
  Operand integerOf(ir::Builder &builder, Operand value) const;
  Operand timeOf(ir::Builder &builder, Operand value) const;

  const Query &query_;
  const Aggregation &aggregation_;
  const GroupShape &shape_;
  ir::Program &program_;
  ir::ResultId result_;
  std::vector<ir::SynopsisKey> keys_; ///< of the groups
  ir::SynopsisId table_ = 0;
  std::optional<ir::SynopsisId> counts_; ///< if some column needs them
  std::map<Part, ir::SynopsisId> parts_;
};

} // namespace bough
