#include "frontend/syntax/ExpressionParser.h"

#include "frontend/syntax/Limits.h"

namespace bough {

using namespace ast;

namespace {

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

} // namespace bough
