#pragma once

#include "frontend/syntax/Ast.h"

namespace bough {

/// What a MATCH_RECOGNIZE (...) says, in its own words (frontend/PATTERNS.md). It is rewritten as a
/// pattern before anything else sees it.
struct RowMatch {
  /// A variable of PATTERN: one row, or with `isGap` the rows that lie between two others.
  struct Element {
    ast::Identifier variable;
    bool isGap = false;
    bool isOptional = false; ///< the row may be left out
    SourceRange range;       ///< with what repeats it
  };
  struct Measure {
    ast::ExpressionPtr value;
    ast::Identifier name;
    SourceRange range;
  };
  struct Definition {
    ast::Identifier variable;
    ast::ExpressionPtr condition;
  };

  ast::FromItem input; ///< what stands before MATCH_RECOGNIZE
  std::vector<ast::Identifier> partition;
  std::optional<ast::Identifier> time; ///< the column of ORDER BY
  std::vector<Measure> measures;
  bool skipsToNextRow = false;
  std::vector<Element> elements; ///< A{2,3} is there three times, once as optional
  ast::ExpressionPtr within;     ///< as in ast::Pattern
  bool isWithinEvents = false;
  std::vector<Definition> definitions;
  std::optional<ast::Identifier> alias; ///< behind the ')'
  /// Some part was reported and is missing here.
  bool isIncomplete = false;
  SourceRange keyword; ///< MATCH_RECOGNIZE
  SourceRange range;   ///< from it to the ')'
  /// Those of the clauses, empty where there is none.
  SourceRange partitionRange, orderRange, measuresRange, rowsRange, skipRange, patternRange,
      withinRange, subsetRange, defineRange;
};

} // namespace bough
