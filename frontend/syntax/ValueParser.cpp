#include "frontend/syntax/ExpressionParser.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

using namespace ast;

namespace {

/// The functions whose arguments are parsed.
bool isFunction(std::string_view name) {
  constexpr std::array<std::string_view, 12> functions = {
      "ROWID", "COUNT",  "SUM",          "MIN",        "MAX",       "AVG",
      "HOP",   "TUMBLE", "TUMBLE_START", "TUMBLE_END", "HOP_START", "HOP_END"};
  return std::any_of(functions.begin(), functions.end(),
                     [&](std::string_view function) { return equalIgnoringCase(name, function); });
}

} // namespace

bool ExpressionParser::countOperand() {
  if (++operands_ <= limits::operands)
    return true;
  tokens_.diagnostics().report(diag::tooMany, tokens_.current().range, "operands in a statement",
                               limits::operands);
  return false;
}

ExpressionPtr ExpressionParser::parseValue() {
  SourceRange begin = tokens_.current().range;
  ExpressionPtr first = parseProduct();
  if (!first)
    return nullptr;
  auto atSign = [&] { return tokens_.at(TokenKind::Plus) || tokens_.at(TokenKind::Minus); };
  if (!atSign())
    return first;
  Sum sum;
  sum.terms.push_back({false, std::move(first)});
  while (atSign()) {
    bool isNegative = tokens_.at(TokenKind::Minus);
    tokens_.advance();
    ExpressionPtr term = parseProduct();
    if (!term)
      return nullptr;
    sum.terms.push_back({isNegative, std::move(term)});
  }
  return make(tokens_.since(begin), std::move(sum));
}

ExpressionPtr ExpressionParser::parseProduct() {
  SourceRange begin = tokens_.current().range;
  ExpressionPtr first = parseSigned();
  if (!first)
    return nullptr;
  auto atOperator = [&] {
    return tokens_.at(TokenKind::Star) || tokens_.at(TokenKind::Slash) ||
           tokens_.at(TokenKind::Percent);
  };
  if (!atOperator())
    return first;
  Product product{std::move(first), {}};
  while (atOperator()) {
    SourceRange range = tokens_.current().range;
    tokens_.advance();
    ExpressionPtr factor = parseSigned();
    if (!factor)
      return nullptr;
    product.factors.push_back({tokens_.text(range)[0], range, std::move(factor)});
  }
  return make(tokens_.since(begin), std::move(product));
}

ExpressionPtr ExpressionParser::parseSigned() {
  SourceRange begin = tokens_.current().range;
  bool isNegative = false;
  bool isSigned = false;
  while (tokens_.at(TokenKind::Minus) || tokens_.at(TokenKind::Plus)) {
    isSigned = true;
    if (tokens_.at(TokenKind::Minus))
      isNegative = !isNegative;
    tokens_.advance();
  }
  ExpressionPtr operand = parseOperand();
  if (!operand)
    return nullptr;
  if (isSigned)
    operand->range = tokens_.since(begin);
  if (!isNegative)
    return operand;
  SourceRange range = operand->range;
  Sum sum;
  sum.terms.push_back({true, std::move(operand)});
  return make(range, std::move(sum));
}

ExpressionPtr ExpressionParser::parseOperand() {
  if (!countOperand())
    return nullptr;
  Token token = tokens_.current();
  auto take = [&](auto node) {
    tokens_.advance();
    return make(token.range, std::move(node));
  };
  auto takeOther = [&](OtherLiteral::Kind kind) {
    return take(OtherLiteral{kind, std::string(tokens_.text(token.range))});
  };
  switch (token.kind) {
  case TokenKind::Integer:
    return take(IntegerLiteral{token.value});
  case TokenKind::Decimal:
    return takeOther(OtherLiteral::Kind::Decimal);
  case TokenKind::String:
    return take(OtherLiteral{OtherLiteral::Kind::String, unquote(tokens_.text(token.range))});
  case TokenKind::Invalid:
    return take(Erroneous{});
  case TokenKind::Star:
    return take(AllColumns{});
  case TokenKind::LeftParenthesis:
    return parseParenthesised();
  default:
    break;
  }
  switch (token.keyword) {
  case Keyword::True:
    return take(BooleanLiteral{true});
  case Keyword::False:
    return take(BooleanLiteral{false});
  case Keyword::Null:
    return takeOther(OtherLiteral::Kind::Null);
  case Keyword::Case:
    tokens_.reportNotInLanguage(token.range, "CASE");
    return nullptr;
  case Keyword::Exists:
    return parseExists();
  case Keyword::Interval: {
    TokenKind next = tokens_.peek().kind;
    if (next == TokenKind::String || next == TokenKind::Integer || next == TokenKind::Decimal ||
        next == TokenKind::Minus)
      return parseInterval();
    break;
  }
  case Keyword::Timestamp:
  case Keyword::Date:
    if (tokens_.peek().kind == TokenKind::String) {
      tokens_.advance();
      SourceRange text = tokens_.current().range;
      tokens_.advance();
      return make(join(token.range, text),
                  OtherLiteral{token.keyword == Keyword::Date ? OtherLiteral::Kind::Date
                                                              : OtherLiteral::Kind::Timestamp,
                               unquote(tokens_.text(text))});
    }
    break;
  default:
    break;
  }
  if (tokens_.atName())
    return parseName();
  tokens_.reportExpected("a value");
  return nullptr;
}

ExpressionPtr ExpressionParser::parseParenthesised() {
  TokenStream::Nesting nesting(tokens_);
  if (!nesting.isAllowed())
    return nullptr;
  SourceRange begin = tokens_.current().range;
  if (tokens_.peek().keyword == Keyword::Select) {
    tokens_.reportNotInLanguage(tokens_.peek().range, "subquery inside an expression");
    return make(tokens_.skipParentheses(), Erroneous{});
  }
  tokens_.advance();
  ExpressionPtr inner = parse();
  if (!inner || !tokens_.expect(TokenKind::RightParenthesis))
    return nullptr;
  inner->range = tokens_.since(begin);
  return inner;
}

ExpressionPtr ExpressionParser::parseExists() {
  TokenStream::Nesting nesting(tokens_);
  if (!nesting.isAllowed())
    return nullptr;
  SourceRange keyword = tokens_.current().range;
  tokens_.advance();
  if (!countPredicate(keyword) || !tokens_.expect(TokenKind::LeftParenthesis))
    return nullptr;
  std::optional<Query> query = parseQuery_();
  if (!query || !tokens_.expect(TokenKind::RightParenthesis))
    return nullptr;
  return make(tokens_.since(keyword), Exists{keyword, std::make_unique<Query>(std::move(*query))});
}

ExpressionPtr ExpressionParser::parseInterval() {
  SourceRange begin = tokens_.current().range;
  tokens_.advance();
  IntervalLiteral interval;
  interval.isNegative = tokens_.accept(TokenKind::Minus);
  if (!tokens_.at(TokenKind::String)) {
    Diagnostic *error = tokens_.reportExpected("a number in single quotes after INTERVAL");
    if (error != nullptr)
      error->notes.push_back({"an interval is written INTERVAL '5' SECOND", {}});
    return nullptr;
  }
  interval.amountRange = tokens_.current().range;
  interval.amount = unquote(tokens_.text(interval.amountRange));
  tokens_.advance();
  if (!tokens_.at(TokenKind::Word)) {
    tokens_.reportMissing("the unit of the interval");
    return nullptr;
  }
  interval.unit = tokens_.identifier(tokens_.current());
  tokens_.advance();
  return make(tokens_.since(begin), std::move(interval));
}

ExpressionPtr ExpressionParser::parseName() {
  Identifier first = tokens_.identifier(tokens_.current());
  tokens_.advance();
  if (tokens_.at(TokenKind::LeftParenthesis)) {
    auto isCalled = [&](std::string_view name) { return equalIgnoringCase(first.name, name); };
    if (isFunction(first.name) || (isRowMatch_ && (isCalled("FIRST") || isCalled("LAST"))))
      return parseCall(std::move(first));
    Call call;
    call.name = std::move(first);
    call.argumentsRange = tokens_.skipParentheses();
    SourceRange range = tokens_.since(call.name.range);
    return make(range, std::move(call));
  }
  if (!tokens_.accept(TokenKind::Dot))
    return make(first.range, ColumnName{std::nullopt, std::move(first)});
  if (tokens_.accept(TokenKind::Star))
    return make(tokens_.since(first.range), AllColumns{std::move(first)});
  std::optional<Identifier> column = tokens_.expectName("a column name");
  if (!column)
    return nullptr;
  SourceRange range = join(first.range, column->range);
  if (tokens_.at(TokenKind::Dot)) {
    tokens_.reportNotInLanguage(tokens_.since(first.range), "name of more than two parts");
    return nullptr;
  }
  return make(range, ColumnName{std::move(first), std::move(*column)});
}

ExpressionPtr ExpressionParser::parseCall(Identifier name) {
  TokenStream::Nesting nesting(tokens_);
  if (!nesting.isAllowed())
    return nullptr;
  Call call;
  call.name = std::move(name);
  call.hasArguments = true;
  SourceRange begin = tokens_.current().range;
  tokens_.advance();
  if (tokens_.at(Keyword::Distinct)) {
    call.distinct = tokens_.current().range;
    tokens_.advance();
  } else {
    tokens_.accept(Keyword::All);
  }
  if (!tokens_.at(TokenKind::RightParenthesis)) {
    do {
      call.arguments.push_back(parseValue());
      if (!call.arguments.back())
        return nullptr;
    } while (tokens_.accept(TokenKind::Comma));
  }
  if (!tokens_.expect(TokenKind::RightParenthesis))
    return nullptr;
  call.argumentsRange = tokens_.since(begin);
  SourceRange range = tokens_.since(call.name.range);
  return make(range, std::move(call));
}

} // namespace bough
