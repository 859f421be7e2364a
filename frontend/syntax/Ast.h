#pragma once

#include "frontend/basic/Source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The syntax tree: what the user wrote, in the user's order, before any name has a meaning. It
/// also holds forms that the binder refuses, so that errors point into well-formed text. Its depth
/// is bounded by limits::nesting: chains are flat vectors.
namespace bough::ast {

/// A name without its quotes.
struct Identifier {
  std::string name;
  SourceRange range;
};

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct IntegerLiteral {
  std::uint64_t value = 0; ///< at most 2^63, so that its negation is a 64-bit integer
};
/// Another constant.
struct OtherLiteral {
  enum class Kind { Decimal, String, Timestamp, Date, Null };
  Kind kind = Kind::Null;
  std::string text; ///< as written; of String, Timestamp and Date what is inside the quotes
};
struct BooleanLiteral {
  bool value = false;
};
/// INTERVAL ['-'] 'amount' unit
struct IntervalLiteral {
  bool isNegative = false; ///< a sign before the string
  std::string amount;      ///< inside the quotes
  SourceRange amountRange;
  Identifier unit;
};
/// [qualifier '.'] name
struct ColumnName {
  std::optional<Identifier> qualifier;
  Identifier name;
};
/// [qualifier '.'] '*', which has a meaning only as a whole element of a select list.
struct AllColumns {
  std::optional<Identifier> qualifier;
};
/// A sum of one or more terms; a single term is there only when it is negative.
struct Sum {
  struct Term {
    bool isNegative = false;
    ExpressionPtr value;
  };
  std::vector<Term> terms;
};
/// first * f1 / f2 % f3 ..., from left to right.
struct Product {
  struct Factor {
    char operation = '*'; ///< '*', '/' or '%'
    SourceRange operationRange;
    ExpressionPtr value;
  };
  ExpressionPtr first;
  std::vector<Factor> factors;
};
/// name(...): of ROWID, aggregates and windows, and of FIRST and LAST in MATCH_RECOGNIZE, with its
/// arguments. Other functions are refused so far, therefore theirs are kept as a range only.
struct Call {
  Identifier name;
  SourceRange argumentsRange; ///< with the parentheses
  std::vector<ExpressionPtr> arguments;
  bool hasArguments = false;           ///< whether they are here
  std::optional<SourceRange> distinct; ///< the keyword in front of the arguments
};
enum class ComparisonOperator { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
struct Comparison {
  ComparisonOperator operation = ComparisonOperator::Equal;
  SourceRange operationRange;
  ExpressionPtr left;
  ExpressionPtr right;
};
/// value [NOT] BETWEEN low AND high
struct Between {
  bool isNegated = false;
  SourceRange keyword; ///< with NOT
  ExpressionPtr value;
  ExpressionPtr low;
  ExpressionPtr high;
};
/// value [NOT] IN (list)
struct In {
  bool isNegated = false;
  SourceRange keyword;
  ExpressionPtr value;
  std::vector<ExpressionPtr> list;
};
/// left IS [NOT] DISTINCT FROM right
struct DistinctFrom {
  bool isNegated = false;
  SourceRange keyword;
  ExpressionPtr left;
  ExpressionPtr right;
};
struct Query;
/// EXISTS (query)
struct Exists {
  SourceRange keyword;
  std::unique_ptr<Query> query;
};
struct Not {
  SourceRange keyword;
  ExpressionPtr operand;
};
/// Two or more operands joined by AND, or by OR.
struct Junction {
  bool isAnd = true;
  SourceRange keyword; ///< the first one
  std::vector<ExpressionPtr> operands;
};
/// Stands for a text that was reported.
struct Erroneous {};

struct Expression {
  SourceRange range; ///< with the parentheses around it, if any
  std::variant<IntegerLiteral, OtherLiteral, BooleanLiteral, IntervalLiteral, ColumnName,
               AllColumns, Sum, Product, Call, Comparison, Between, In, DistinctFrom, Exists, Not,
               Junction, Erroneous>
      node;
};

template <typename Node> ExpressionPtr make(SourceRange range, Node node) {
  return std::make_unique<Expression>(Expression{range, std::move(node)});
}

std::string_view spelling(ComparisonOperator operation);

/// NAME [(arguments)] [UNIT unit] [KEYS n], as written; the binder knows which types there are.
struct TypeName {
  Identifier name;
  std::vector<std::string> arguments; ///< integers as digits, strings with their quotes
  SourceRange argumentsRange;
  std::optional<Identifier> unit;
  std::optional<std::uint64_t> keys;
  SourceRange range;
};

struct ColumnDefinition {
  Identifier name;
  TypeName type;
  std::vector<ExpressionPtr> checks;
};

/// name = value in WITH (...)
struct StreamOption {
  Identifier name;
  ExpressionPtr value;
};

/// WATERMARK FOR column AS base - lateness
struct Watermark {
  Identifier column, base;
  ExpressionPtr lateness;
  SourceRange range;
};

/// CREATE STREAM or CREATE TABLE
struct CreateStream {
  bool isTable = false;
  Identifier name;
  std::vector<ColumnDefinition> columns;
  std::vector<Watermark> watermarks; ///< one at most is right
  std::vector<StreamOption> options;
  /// Some part was reported and is missing here: names that it might have declared are not errors.
  bool isIncomplete = false;
  SourceRange range;
};

/// An element of a select list.
struct SelectItem {
  ExpressionPtr expression;
  std::optional<Identifier> alias;
  bool hasAs = false; ///< before the alias
  SourceRange range;
};

enum class JoinKind { Comma, Cross, Inner };

/// One item of FROM, with how it is joined to the ones before it. The first one is a Comma.
struct FromItem {
  JoinKind join = JoinKind::Comma;
  Identifier stream;
  std::optional<Identifier> alias;
  ExpressionPtr on;  ///< of an Inner join
  SourceRange range; ///< stream and alias
};

/// An element of FROM PATTERN (...), between its semicolons (frontend/PATTERNS.md).
struct PatternElement {
  enum class Kind { Row, Not, Any };
  Kind kind = Kind::Row;
  std::vector<FromItem> items;        ///< one; of ANY k OF (...) one or more
  std::uint64_t count = 1;            ///< k of ANY
  std::optional<Identifier> distinct; ///< the column of ANY k OF (stream alias DISTINCT column)
  SourceRange range;
};

/// FROM PATTERN (...) and the clauses that go with it.
struct Pattern {
  enum class Consume { None, Smallest, Oldest };
  std::vector<PatternElement> elements;
  std::vector<Identifier> partition;
  bool isByArrival = false;
  ExpressionPtr within; ///< an interval, or with `isWithinEvents` an integer
  bool isWithinEvents = false;
  bool isNext = false; ///< MATCH NEXT, else MATCH ALL
  bool skipsPastLastRow = false;
  bool isFirstOnly = false; ///< OLDEST ONLY, behind SKIP PAST LAST ROW
  Consume consume = Consume::None;
  /// The column of ORDER BY in the MATCH_RECOGNIZE that the pattern was: has to be the timestamp.
  std::optional<Identifier> timeColumn;
  /// A clause was reported and is missing here: those that need it are then no errors.
  bool lacksClauses = false;
  SourceRange range; ///< PATTERN (...)
  /// Those of the clauses, empty where there is none.
  SourceRange partitionRange, orderRange, withinRange, matchRange, skipRange, consumeRange;
};

struct Select {
  std::optional<SourceRange> distinct; ///< the keyword
  bool lacksColumns = false;           ///< a part of the list was reported and is missing here
  bool lacksItems = false;             ///< a part of FROM was reported and is missing here
  std::vector<SelectItem> list;
  std::vector<FromItem> from; ///< empty with a pattern
  std::optional<Pattern> pattern;
  ExpressionPtr where;
  std::vector<ExpressionPtr> groups; ///< of GROUP BY
  SourceRange groupsRange;           ///< that of the clause, empty where there is none
  bool lacksGroups = false;          ///< a part of GROUP BY may be missing, because of an error
  SourceRange range;
};

struct Chain;

/// A SELECT, or a chain in parentheses.
struct QueryOperand {
  std::variant<Select, std::unique_ptr<Chain>> node;
};

/// A MATCH_RECOGNIZE whose PATTERN stands for several sequences of variables, each of which is an
/// operand of UNION ALL. That no two of them are matches from one row on is not known before names
/// have a meaning.
struct RowAlternatives {
  struct Row {
    Identifier variable;
    bool isDefined = false; ///< whether DEFINE has it
    SourceRange range;      ///< in PATTERN, with what repeats it
  };
  /// By operand: the rows before the first gap, which are the first ones of its pattern.
  std::vector<std::vector<Row>> sequences;
  bool skipsToNextRow = false;
  SourceRange skipRange; ///< AFTER MATCH SKIP ..., empty without it
  SourceRange keyword;   ///< MATCH_RECOGNIZE
};

/// Operands joined by UNION and UNION ALL, from left to right: two or more, or just one at the top.
struct Chain {
  struct Link {
    bool isAll = false;
    SourceRange keyword; ///< UNION [ALL | DISTINCT]
    QueryOperand operand;
  };
  QueryOperand first;
  std::vector<Link> links;
  std::optional<RowAlternatives> alternatives; ///< what the chain was, if it was one SELECT
};

/// [CREATE QUERY name [WEIGHT weight] AS] chain
struct Query {
  std::optional<Identifier> name;
  ExpressionPtr weight;
  Chain chain;
  SourceRange range; ///< of the chain
};

using Statement = std::variant<CreateStream, Query>;

struct Script {
  std::vector<Statement> statements;
  /// A declaration is missing because it was reported: unknown streams are then no errors.
  bool lacksDeclarations = false;
};

} // namespace bough::ast
