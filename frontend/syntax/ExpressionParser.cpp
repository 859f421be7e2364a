#include "frontend/syntax/ExpressionParser.h"

#include "frontend/syntax/Limits.h"

namespace bough {

using namespace ast;

namespace {

template <typename Node> ExpressionPtr make(SourceRange range, Node node) {
  return std::make_unique<Expression>(Expression{range, std::move(node)});
}

std::optional<ComparisonOperator> comparisonOperator(TokenKind kind) {
  switch (kind) {
  case TokenKind::Equal:
    return ComparisonOperator::Equal;
  case TokenKind::NotEqual:
    return ComparisonOperator::NotEqual;
  case TokenKind::Less:
    return ComparisonOperator::Less;
  case TokenKind::LessEqual:
    return ComparisonOperator::LessEqual;
  case TokenKind::Greater:
    return ComparisonOperator::Greater;
  case TokenKind::GreaterEqual:
    return ComparisonOperator::GreaterEqual;
  default:
    return std::nullopt;
  }
}

} // namespace

bool ExpressionParser::countPredicate(SourceRange range) {
  if (++predicates_ <= limits::predicates)
    return true;
  tokens_.diagnostics().report(diag::tooMany, range, "predicates in a statement",
                               limits::predicates);
  return false;
}

bool ExpressionParser::countOperand() {
  if (++operands_ <= limits::operands)
    return true;
  tokens_.diagnostics().report(diag::tooMany, tokens_.current().range, "operands in a statement",
                               limits::operands);
  return false;
}

ExpressionPtr ExpressionParser::parse() { return parseJunction(Keyword::Or); }

ExpressionPtr ExpressionParser::parseJunction(Keyword keyword) {
  bool isAnd = keyword == Keyword::And;
  auto parseOperandOfJunction = [&] {
    return isAnd ? parseNegation() : parseJunction(Keyword::And);
  };
  SourceRange begin = tokens_.current().range;
  ExpressionPtr first = parseOperandOfJunction();
  if (!first || !tokens_.at(keyword))
    return first;
  Junction junction{isAnd, tokens_.current().range, {}};
  junction.operands.push_back(std::move(first));
  while (tokens_.accept(keyword)) {
    ExpressionPtr operand = parseOperandOfJunction();
    if (!operand)
      return nullptr;
    junction.operands.push_back(std::move(operand));
  }
  return make(tokens_.since(begin), std::move(junction));
}

ExpressionPtr ExpressionParser::parseNegation() {
  if (!tokens_.at(Keyword::Not))
    return parsePredicate();
  TokenStream::Nesting nesting(tokens_);
  if (!nesting.isAllowed())
    return nullptr;
  SourceRange keyword = tokens_.current().range;
  tokens_.advance();
  ExpressionPtr operand = parseNegation();
  return operand ? make(tokens_.since(keyword), Not{keyword, std::move(operand)}) : nullptr;
}

ExpressionPtr ExpressionParser::parsePredicate() {
  ExpressionPtr left = parseValue();
  if (!left)
    return nullptr;
  if (comparisonOperator(tokens_.current().kind))
    return parseComparison(std::move(left));
  SourceRange keyword = tokens_.current().range;
  if (tokens_.accept(Keyword::Is))
    return parseIs(std::move(left));
  bool isNegated = tokens_.accept(Keyword::Not);
  if (isNegated)
    keyword = join(keyword, tokens_.current().range);
  if (tokens_.accept(Keyword::Between))
    return parseBetween(std::move(left), keyword, isNegated);
  if (tokens_.accept(Keyword::In))
    return parseIn(std::move(left), keyword, isNegated);
  if (tokens_.at(Keyword::Like)) {
    tokens_.reportNotInLanguage(tokens_.current().range, "LIKE");
    return nullptr;
  }
  if (isNegated) {
    tokens_.reportExpected("BETWEEN or IN after NOT");
    return nullptr;
  }
  return left;
}

ExpressionPtr ExpressionParser::parseComparison(ExpressionPtr left) {
  ComparisonOperator operation = *comparisonOperator(tokens_.current().kind);
  SourceRange operationRange = tokens_.current().range;
  tokens_.advance();
  if (operation == ComparisonOperator::Equal && operationRange.end == tokens_.current().range.begin)
    operation = takeForeignOperator(operationRange);
  ExpressionPtr right = parseValue();
  if (!right)
    return nullptr;
  SourceRange range = join(left->range, right->range);
  if (comparisonOperator(tokens_.current().kind)) {
    tokens_.diagnostics().report(diag::chainedComparison, tokens_.current().range);
    return nullptr;
  }
  if (!countPredicate(range))
    return nullptr;
  return make(range, Comparison{operation, operationRange, std::move(left), std::move(right)});
}

ComparisonOperator ExpressionParser::takeForeignOperator(SourceRange &operationRange) {
  ComparisonOperator meant = ComparisonOperator::Equal;
  std::string_view note = "equality is written '='";
  if (tokens_.at(TokenKind::Less)) {
    meant = ComparisonOperator::LessEqual;
    note = "'at most' is written '<='";
  } else if (tokens_.at(TokenKind::Greater)) {
    meant = ComparisonOperator::GreaterEqual;
    note = "'at least' is written '>='";
  } else if (!tokens_.at(TokenKind::Equal)) {
    return meant;
  }
  operationRange = join(operationRange, tokens_.current().range);
  tokens_
      .reportNotInLanguage(operationRange, fmt::format("operator {}", tokens_.text(operationRange)))
      .notes.push_back({std::string(note), {}});
  tokens_.advance();
  return meant;
}

ExpressionPtr ExpressionParser::parseBetween(ExpressionPtr value, SourceRange keyword,
                                             bool isNegated) {
  ExpressionPtr low = parseValue();
  if (!low || !tokens_.expect(Keyword::And, "AND and the upper end of BETWEEN"))
    return nullptr;
  ExpressionPtr high = parseValue();
  if (!high)
    return nullptr;
  SourceRange range = join(value->range, high->range);
  if (!countPredicate(range))
    return nullptr;
  return make(range,
              Between{isNegated, keyword, std::move(value), std::move(low), std::move(high)});
}

ExpressionPtr ExpressionParser::parseIn(ExpressionPtr value, SourceRange keyword, bool isNegated) {
  if (tokens_.at(TokenKind::LeftParenthesis) && tokens_.peek().keyword == Keyword::Select) {
    tokens_.reportNotInLanguage(tokens_.peek().range, "subquery inside an expression");
    return make(join(value->range, tokens_.skipParentheses()), Erroneous{});
  }
  if (!tokens_.expect(TokenKind::LeftParenthesis))
    return nullptr;
  In in{isNegated, keyword, std::move(value), {}};
  do {
    ExpressionPtr element = parseValue();
    if (!element)
      return nullptr;
    if (++elements_ > limits::inElements) {
      tokens_.diagnostics().report(diag::tooMany, element->range, "elements of IN in a statement",
                                   limits::inElements);
      return nullptr;
    }
    in.list.push_back(std::move(element));
  } while (tokens_.accept(TokenKind::Comma));
  if (!tokens_.expect(TokenKind::RightParenthesis))
    return nullptr;
  SourceRange range = tokens_.since(in.value->range);
  if (!countPredicate(range))
    return nullptr;
  return make(range, std::move(in));
}

ExpressionPtr ExpressionParser::parseIs(ExpressionPtr left) {
  SourceRange keyword = tokens_.previous();
  bool isNegated = tokens_.accept(Keyword::Not);
  if (tokens_.at(Keyword::Null)) {
    tokens_.reportNotInLanguage(join(keyword, tokens_.current().range), "IS NULL")
        .notes.push_back({"columns are never null", {}});
    return nullptr;
  }
  if (!tokens_.at(Keyword::Distinct)) {
    tokens_.reportExpected("DISTINCT FROM after IS");
    return nullptr;
  }
  tokens_.advance();
  if (!tokens_.expect(Keyword::From, "FROM"))
    return nullptr;
  keyword = tokens_.since(keyword);
  ExpressionPtr right = parseValue();
  if (!right)
    return nullptr;
  SourceRange range = join(left->range, right->range);
  if (!countPredicate(range))
    return nullptr;
  return make(range, DistinctFrom{isNegated, keyword, std::move(left), std::move(right)});
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
    return takeOther(OtherLiteral::Kind::String);
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
    tokens_.reportNotSupported(token.range, "EXISTS");
    tokens_.advance();
    if (!tokens_.at(TokenKind::LeftParenthesis)) {
      tokens_.reportMissing("'('");
      return nullptr;
    }
    tokens_.skipParentheses();
    return make(tokens_.since(token.range), Erroneous{});
  case Keyword::Interval: {
    TokenKind next = tokens_.peek().kind;
    if (next == TokenKind::String || next == TokenKind::Integer || next == TokenKind::Decimal ||
        next == TokenKind::Minus)
      return parseInterval();
    break;
  }
  case Keyword::Timestamp:
    if (tokens_.peek().kind == TokenKind::String) {
      tokens_.advance();
      SourceRange range = join(token.range, tokens_.current().range);
      tokens_.advance();
      return make(range,
                  OtherLiteral{OtherLiteral::Kind::Timestamp, std::string(tokens_.text(range))});
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
    SourceRange arguments = tokens_.skipParentheses();
    return make(tokens_.since(first.range), Call{std::move(first), arguments});
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

} // namespace bough
