#pragma once

#include "frontend/sema/OutputBinder.h"
#include "frontend/sema/PatternBinder.h"

namespace bough {

/// Whether a SELECT is one of groups: it has GROUP BY, or an aggregate in its list.
bool isAggregated(const ast::Select &select);

/// Binds GROUP BY and the select list of a SELECT of groups (Aggregation in Plan.h).
class AggregateBinder {
public:
  /// The scope is that of FROM; `pattern` is that of the SELECT, or null.
  AggregateBinder(const ast::Select &select, const Scope &scope, const PatternBinder *pattern,
                  DiagnosticEngine &diagnostics)
      : select_(select), scope_(scope), pattern_(pattern), diagnostics_(diagnostics) {}

  /// False after an error, which has been reported.
  bool bind(const BindContext &context);

  /// After `bind`: the columns of the result; only names and types are of use.
  const std::vector<BoundOutput> &results() const { return results_; }
  /// The outputs of the branches: the group's keys, then what is aggregated.
  const std::vector<BoundOutput> &values() const { return values_; }
  const Aggregation &aggregation() const { return aggregation_; }
  /// Brings the values to cells; false, and reported, when that does not fit.
  bool finish(const ResultBinder &results);
  /// Adds the values to a branch with its conditions. False, and reported, when its last row need
  /// not be the one that the windows are over.
  bool addTo(BranchBuilder &builder) const;

private:
  bool checkPattern() const;
  bool bindGroup(const ast::Expression &group, const BindContext &context);
  bool bindElement(const ast::SelectItem &element, const BindContext &context);
  bool bindAggregate(const ast::Call &call, const ast::SelectItem &element,
                     const BindContext &context);
  bool bindCount(const ast::Call &call, const ast::SelectItem &element, const BindContext &context);
  bool bindWindowBound(const ast::Call &call, const ast::SelectItem &element,
                       const BindContext &context);
  bool bindPlain(const ast::SelectItem &element, const BindContext &context);

  /// TUMBLE or HOP as it is written.
  struct BoundWindow {
    bool isHop = false;
    AttributeRef time;
    std::int64_t slide = 1;
    std::int64_t size = 1;
  };
  /// Of a call that begins with TUMBLE or HOP.
  std::optional<BoundWindow> bindWindow(const ast::Call &call, SourceRange range,
                                        const BindContext &context) const;
  bool setWindow(const BoundWindow &window, SourceRange range, const BindContext &context);
  /// Why rows of a pattern that is no join need not end with the window's; reports it.
  bool checkWindowOfRuns() const;
  void reportNotGrouped(SourceRange range, std::string_view note) const;
  /// Index into values_ of the output, from `begin` on, with what is the same.
  std::optional<unsigned> find(const BoundOutput &output, unsigned begin, unsigned end) const;
  unsigned findOrAdd(BoundOutput output);
  bool addResult(Aggregate aggregate, const Type &type, const ast::SelectItem &element,
                 std::string name = "");

  const ast::Select &select_;
  const Scope &scope_;
  const PatternBinder *pattern_;
  DiagnosticEngine &diagnostics_;
  std::vector<BoundOutput> results_;
  std::vector<BoundOutput> values_;
  Aggregation aggregation_;
  std::optional<BoundWindow> window_;
};

} // namespace bough
