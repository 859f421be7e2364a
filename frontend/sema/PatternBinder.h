#pragma once

#include "frontend/sema/BranchBuilder.h"
#include "frontend/sema/ConditionBinder.h"

namespace bough {

/// Binds FROM PATTERN (...) and its clauses (frontend/PATTERNS.md). A pattern that is a join gets
/// conditions that say the same; any other one becomes a single branch with Branch::pattern.
class PatternBinder {
public:
  /// The pattern is that of the SELECT; `scope` is the scope of its WHERE, and still empty.
  PatternBinder(const ast::Select &select, ItemTable &table, Scope &scope,
                DiagnosticEngine &diagnostics);
  PatternBinder(const PatternBinder &) = delete;
  PatternBinder &operator=(const PatternBinder &) = delete;

  /// Brings the elements into the scope: first those of Row and Any, then those of NOT, each in the
  /// order of the pattern.
  bool bindItems(bool lacksDeclarations);
  /// Binds the clauses, and checks what they and the elements ask of each other.
  bool bindClauses(const BindContext &context);
  /// Binds WHERE, if there is one. What its constants decide about a row of a NOT or an ANY stays a
  /// condition on it. Null after an error, which has been reported.
  FormulaPtr bindWhere(const ConditionBinder &conditions) const;
  /// Checks which aliases the parts of WHERE mention together.
  bool checkConditions(const FormulaPtr &where) const;

  /// Why the pattern is evaluated by runs: the part of its text that no join can say, with its
  /// place. Empty, when it is a join.
  struct Reason {
    std::string_view name;
    SourceRange range;
  };
  std::optional<Reason> reasonForRuns() const;
  bool isJoin() const { return !reasonForRuns().has_value(); }
  /// The condition with what the pattern says besides. Of a join; null after an error.
  FormulaPtr joinCondition(const FormulaPtr &where, const BindContext &context) const;
  /// Adds the condition to the branch, and the NOTs. Of a pattern that is no join.
  void addConditions(const FormulaPtr &where, BranchBuilder &builder) const;
  const Pattern &pattern() const { return pattern_; }

  /// How many items the branch has; those of NOT follow in the scope.
  unsigned items() const { return items_; }
  /// Whether the item is a row of its own, whose columns may be selected.
  bool isRow(unsigned item) const;
  /// The item with that alias, if it belongs to an ANY.
  std::optional<unsigned> findAny(const ast::Identifier &alias) const;
  /// Whether every match has a row of the item, which belongs to an ANY.
  bool isAlwaysTaken(unsigned item) const {
    const PatternElement &element = elementOf(item);
    return element.distinct || element.count >= element.items.size();
  }
  /// Reports that the columns of the item, which is no Row, cannot be selected.
  void refuseSelection(unsigned item, SourceRange range) const;
  /// ROWID(...) in the select list; empty after an error.
  std::optional<RowNumber> bindRowNumber(const ast::Call &call, SourceRange range) const;

private:
  struct Partition {
    SourceRange range;             ///< in PARTITION BY
    std::vector<unsigned> columns; ///< by item
  };

  /// Whether MATCH_RECOGNIZE orders by the timestamp.
  bool checkTime() const;
  bool bindDistinct();
  bool checkElements() const;
  bool checkAny(const PatternElement &element, const ast::PatternElement &syntax) const;
  bool checkClauses() const;
  bool bindWithin(const BindContext &context);
  bool bindPartition(const ast::Identifier &name, const BindContext &context);
  /// Binds what stands between the ANDs of a condition, or of NOT (condition).
  bool bindParts(const ast::Expression &condition, bool isNegated,
                 const ConditionBinder &conditions, std::vector<FormulaPtr> &parts) const;
  /// The part, which is what is left of the text, as a condition that belongs to the same element.
  FormulaPtr withElement(const FormulaPtr &part, const ast::Expression &text) const;
  FormulaPtr impossible(unsigned item, SourceRange range) const;
  bool checkPart(const Formula &part) const;

  /// The timestamp of the item.
  AttributeRef timeOf(unsigned item) const;
  const PatternElement &elementOf(unsigned item) const {
    return pattern_.elements[elements_[item]];
  }
  std::string alias(unsigned item) const;
  /// The item of a NOT that the part mentions.
  std::optional<unsigned> notOf(const Formula &part) const;

  const ast::Select &select_;
  const ast::Pattern &syntax_;
  ItemTable &table_;
  Scope &scope_;
  DiagnosticEngine &diagnostics_;
  Pattern pattern_;
  std::vector<unsigned> elements_; ///< by item: index into pattern_.elements
  unsigned items_ = 0;
  bool hasAllItems_ = false;
  std::vector<Partition> partitions_;
};

/// Whether the call is ROWID(...).
bool isRowNumber(const ast::Call &call);

} // namespace bough
