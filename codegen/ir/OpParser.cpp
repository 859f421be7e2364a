#include "codegen/ir/OpParser.h"

#include "codegen/ir/OpInfo.h"

#include <fmt/format.h>

#include <limits>

namespace bough::ir {

void OpParser::recover(std::size_t start) {
  at_ = std::max(at_, start);
  for (std::size_t i = start; i < tokens_.size() && (i == start || !tokens_[i].startsLine); ++i)
    if (tokens_[i].kind == TokenKind::ValueName)
      skippedNames_.insert(tokens_[i].text);
  if (at_ == start)
    advance();
  while (!atEnd() && !peek().startsLine && !atSign("}")) {
    if (!takeSign("{"))
      advance();
    else if (Region discarded; !parseRegion(discarded) || !takeWord("else"))
      return;
  }
}

// --- names and regions
// -----------------------------------------------------------------------------

std::optional<std::uint32_t> OpParser::expectKnownName(std::string_view kind, const Names &names) {
  const Token *name = expect(TokenKind::AtName, fmt::format("a {}'s @name", kind));
  if (name == nullptr)
    return std::nullopt;
  auto found = names.find(name->text);
  if (found != names.end())
    return found->second;
  diagnostics_.report(diag::irUnknownName, name->range, kind, name->text);
  return std::nullopt;
}

std::optional<ValueType> OpParser::parseIntegerType() {
  if (takeWord("i64"))
    return ValueType::I64;
  if (takeWord("time"))
    return ValueType::Time;
  failExpected("'i64' or 'time'");
  return std::nullopt;
}

void OpParser::checkNumber(SourceRange begin, std::string_view name, std::size_t expected,
                           std::string_view what, std::size_t given) {
  if (expected != given && areDeclarationsWhole_)
    diagnostics_.report(diag::irWrongNumber, join(begin, previousRange()), name, expected, what,
                        given);
}

std::optional<std::vector<Token>> OpParser::parseVariableNames() {
  std::vector<Token> names;
  auto parseName = [&] {
    const Token *name = expect(TokenKind::ValueName, "a %name");
    if (name != nullptr)
      names.push_back(*name);
    return name != nullptr;
  };
  if (!parseList("(", ")", parseName))
    return std::nullopt;
  return names;
}

ValueId OpParser::define(const Token &name, ValueType type) {
  auto id = static_cast<ValueId>(handler_.values.size());
  handler_.values.push_back({name.text, type});
  if (!values_.emplace(name.text, id).second)
    diagnostics_.report(diag::irDefinedTwice, name.range, "value", name.text);
  return id;
}

std::vector<ValueId> OpParser::defineAll(const std::vector<Token> &names,
                                         const std::vector<ValueType> &types) {
  std::vector<ValueId> ids;
  for (std::size_t i = 0; i < names.size(); ++i)
    ids.push_back(define(names[i], i < types.size() ? types[i] : ValueType::I64));
  return ids;
}

bool OpParser::parseRegion(Region &region) {
  if (depth_ == maximumNesting) {
    diagnostics_.report(diag::irNestedTooDeeply, peek().range, maximumNesting);
    skipToEnd();
    return false;
  }
  ++depth_;
  while (!atSign("}") && !atEnd() && !gaveUp()) {
    std::size_t start = at_;
    std::optional<Op> op = parseOp();
    if (op)
      region.ops.push_back(std::move(*op));
    else
      recover(start);
  }
  --depth_;
  return !gaveUp() && expectSign("}");
}

// --- ops ----------------------------------------------------------------------------------------

std::optional<Op> OpParser::parseOp() {
  Head head{peek().range, std::nullopt};
  const Token *result = peek().kind == TokenKind::ValueName ? &advance() : nullptr;
  if (result != nullptr && !expectSign("="))
    return std::nullopt;
  std::optional<Node> node = result != nullptr ? parseValueNode(head) : parseStatementNode(head);
  if (!node || (!head.range && !endHead(head)))
    return std::nullopt;
  Op op{std::move(*node), *head.range};
  if (result != nullptr)
    setResult(op, define(*result, inferredType(op, handler_).value_or(ValueType::I64)));
  return op;
}

void OpParser::setResult(Op &op, ValueId id) {
  std::visit(
      [id]<typename AnyNode>(AnyNode &node) {
        if constexpr (requires { node.result; })
          node.result = id;
      },
      op.node);
}

/// Takes `loc(begin, end)` if it is there; else the op comes from its own text.
bool OpParser::endHead(Head &head) {
  head.range = join(head.begin, previousRange());
  if (!takeWord("loc"))
    return true;
  std::uint32_t ends[2] = {0, 0};
  const char *const after[2] = {",", ")"};
  if (!expectSign("("))
    return false;
  for (int i = 0; i < 2; ++i) {
    const Token &number = peek();
    if (number.kind != TokenKind::Integer || number.number < 0 ||
        number.number > std::numeric_limits<std::uint32_t>::max())
      return failExpected("a byte offset");
    ends[i] = static_cast<std::uint32_t>(advance().number);
    if (!expectSign(after[i]))
      return false;
  }
  head.range = SourceRange{ends[0], ends[1]};
  return true;
}

std::optional<OpParser::Node> OpParser::parseValueNode(Head &head) {
  if (takeWord("now"))
    return Now{};
  if (takeWord("load"))
    return parseRead<Load>();
  if (takeWord("total"))
    return parseRead<Total>();
  if (takeWord("extreme"))
    return parseRead<Extreme>();
  if (takeWord("amount"))
    return parseRead<Amount>();
  if (takeWord("nonzero"))
    return parseUnary<Nonzero>();
  if (takeWord("mul"))
    return parseBinary<Multiply>();
  if (takeWord("sum"))
    return parseReduction<Sum>(head);
  if (takeWord("least"))
    return parseReduction<Least>(head);
  if (takeWord("le"))
    return parseComparison<LessEqual>();
  if (takeWord("eq"))
    return parseComparison<Equal>();
  if (takeWord("ne"))
    return parseComparison<NotEqual>();
  if (takeWord("in"))
    return parseRange<In>();
  if (takeWord("and"))
    return parseBinary<And>();
  if (takeWord("or"))
    return parseBinary<Or>();
  if (takeWord("not"))
    return parseUnary<Not>();
  if (takeWord("find"))
    return parseLookup<Find>();
  if (takeWord("select"))
    return parseLookup<Select>();
  bool isWide = peek().text.starts_with("wide") || peek().text.starts_with("narrow");
  return isWide ? parseWideNode() : parseArithmeticNode();
}

std::optional<OpParser::Node> OpParser::parseArithmeticNode() {
  if (takeWord("add"))
    return parseBinary<Add>();
  if (takeWord("sub"))
    return parseBinary<Sub>();
  if (takeWord("prod"))
    return parseBinary<Prod>();
  if (takeWord("add.checked"))
    return parseBinary<AddChecked>();
  if (takeWord("sub.checked"))
    return parseBinary<SubChecked>();
  if (takeWord("prod.checked"))
    return parseBinary<ProdChecked>();
  if (takeWord("div"))
    return parseDivision<Div>();
  if (takeWord("mod"))
    return parseDivision<Mod>();
  if (takeWord("min"))
    return parseBinary<Min>();
  if (takeWord("max"))
    return parseBinary<Max>();
  if (takeWord("clamp"))
    return parseRange<Clamp>();
  if (takeWord("xor"))
    return parseBinary<Xor>();
  if (takeWord("zobrist"))
    return parseDivision<Zobrist>();
  if (takeWord("asks"))
    return Asks{};
  if (takeWord("utility"))
    return parseBinary<Utility>();
  failExpected("an op that has a result");
  return std::nullopt;
}

std::optional<OpParser::Node> OpParser::parseWideNode() {
  if (takeWord("wide"))
    return parseUnary<Widen>();
  if (takeWord("narrow.checked"))
    return parseUnary<Narrow>();
  if (takeWord("wide.add"))
    return parseBinary<WideAdd>();
  if (takeWord("wide.sub"))
    return parseBinary<WideSub>();
  if (takeWord("wide.mul"))
    return parseBinary<WideMul>();
  if (takeWord("wide.div"))
    return parseBinary<WideDiv>();
  if (takeWord("wide.count"))
    return parseUnary<WideCount>();
  if (takeWord("wide.le"))
    return parseBinary<WideLessEqual>();
  if (takeWord("wide.eq"))
    return parseBinary<WideEqual>();
  failExpected("an op that has a result");
  return std::nullopt;
}

std::optional<OpParser::Node> OpParser::parseStatementNode(Head &head) {
  if (takeWord("yield"))
    return parseUnary<Yield>();
  if (takeWord("bump"))
    return parseChange<Bump>();
  if (takeWord("put"))
    return parseChange<Put>();
  if (takeWord("accumulate"))
    return parseChange<Accumulate>();
  if (takeWord("clear"))
    return parseClear();
  if (takeWord("take"))
    return parseChange<Take>();
  if (takeWord("push"))
    return parsePush();
  if (takeWord("emit"))
    return parseEmit();
  if (takeWord("reset"))
    return parseReset();
  if (takeWord("age"))
    return parseAge();
  if (takeWord("shed"))
    return parseBinary<Shed>();
  if (takeWord("when"))
    return parseWhen(head);
  if (takeWord("for"))
    return parseFor(head);
  if (takeWord("each"))
    return parseEach(head);
  if (takeWord("match"))
    return parseMatch(head);
  if (takeWord("expire"))
    return parseExpire(head);
  failExpected("an op, or '%name =' and an op");
  return std::nullopt;
}

// --- operands -----------------------------------------------------------------------------------

std::optional<Operand> OpParser::parseOperand() {
  if (peek().kind == TokenKind::Integer)
    return Operand::immediate(advance().number);
  const Token *name = expect(TokenKind::ValueName, "a %name or an integer");
  if (name == nullptr)
    return std::nullopt;
  auto found = values_.find(name->text);
  if (found != values_.end())
    return Operand::value(found->second);
  if (!skippedNames_.contains(name->text))
    diagnostics_.report(diag::irUnknownName, name->range, "value", name->text);
  return Operand::immediate(0); // the program is lost already; look for more errors
}

std::optional<std::vector<Operand>> OpParser::parseOperands(std::string_view open,
                                                            std::string_view close) {
  std::vector<Operand> operands;
  auto parseItem = [&] {
    std::optional<Operand> operand = parseOperand();
    if (operand)
      operands.push_back(*operand);
    return operand.has_value();
  };
  if (!parseList(open, close, parseItem))
    return std::nullopt;
  return operands;
}

std::optional<OpParser::Place> OpParser::parsePlace() {
  std::optional<SynopsisId> synopsis = expectKnownName("synopsis", synopses_);
  if (!synopsis)
    return std::nullopt;
  std::optional<std::vector<Operand>> keys = parseOperands("[", "]");
  if (!keys)
    return std::nullopt;
  return Place{*synopsis, std::move(*keys)};
}

/// A number, or `-inf` or `inf` for the end of 64 bits.
std::optional<std::int64_t> OpParser::parseRangeEnd(bool isLower) {
  if (isLower && atSign("-")) {
    advance();
    if (!expectWord("inf"))
      return std::nullopt;
    return std::numeric_limits<std::int64_t>::min();
  }
  if (!isLower && takeWord("inf"))
    return std::numeric_limits<std::int64_t>::max();
  const Token *number =
      expect(TokenKind::Integer, isLower ? "an integer or '-inf'" : "an integer or 'inf'");
  if (number == nullptr)
    return std::nullopt;
  return number->number;
}

// --- values -------------------------------------------------------------------------------------

template <typename Unary> std::optional<OpParser::Node> OpParser::parseUnary() {
  std::optional<Operand> x = parseOperand();
  if (!x)
    return std::nullopt;
  if constexpr (std::is_same_v<Unary, Yield>)
    return Unary{*x};
  else
    return Unary{0, *x};
}

template <typename Binary> std::optional<OpParser::Node> OpParser::parseBinary() {
  std::optional<Operand> x = parseOperand();
  if (!x || !expectSign(","))
    return std::nullopt;
  std::optional<Operand> y = parseOperand();
  if (!y)
    return std::nullopt;
  if constexpr (std::is_same_v<Binary, Shed>)
    return Binary{*x, *y};
  else
    return Binary{0, *x, *y};
}

template <typename Division> std::optional<OpParser::Node> OpParser::parseDivision() {
  std::optional<Operand> x = parseOperand();
  if (!x || !expectSign(","))
    return std::nullopt;
  const Token *divisor = expect(TokenKind::Integer, "an integer");
  if (divisor == nullptr)
    return std::nullopt;
  return Division{0, *x, divisor->number};
}

template <typename Comparison> std::optional<OpParser::Node> OpParser::parseComparison() {
  std::optional<Operand> x = parseOperand();
  if (!x || !expectSign(","))
    return std::nullopt;
  std::optional<Operand> y = parseOperand();
  if (!y || !expectSign(","))
    return std::nullopt;
  const Token *offset = expect(TokenKind::Integer, "an integer");
  if (offset == nullptr)
    return std::nullopt;
  return Comparison{0, *x, *y, offset->number};
}

template <typename Range> std::optional<OpParser::Node> OpParser::parseRange() {
  std::optional<Operand> x = parseOperand();
  if (!x || !expectSign(","))
    return std::nullopt;
  std::optional<std::int64_t> lo = parseRangeEnd(true);
  if (!lo || !expectSign(".."))
    return std::nullopt;
  std::optional<std::int64_t> hi = parseRangeEnd(false);
  if (!hi)
    return std::nullopt;
  return Range{0, *x, *lo, *hi};
}

template <typename Lookup> std::optional<OpParser::Node> OpParser::parseLookup() {
  std::optional<DictionaryId> dictionary = expectKnownName("dictionary", dictionaries_);
  if (!dictionary || !expectSign(","))
    return std::nullopt;
  std::optional<Operand> operand = parseOperand();
  if (!operand)
    return std::nullopt;
  return Lookup{0, *dictionary, *operand};
}

template <typename Read> std::optional<OpParser::Node> OpParser::parseRead() {
  std::optional<Place> place = parsePlace();
  if (!place)
    return std::nullopt;
  return Read{0, place->synopsis, std::move(place->keys)};
}

template <typename Reduction> std::optional<OpParser::Node> OpParser::parseReduction(Head &head) {
  Reduction reduction{};
  if (!endHead(head) || !parseBracedRegion(reduction.body))
    return std::nullopt;
  return reduction;
}

// --- state changes and results ------------------------------------------------------------------

template <typename Change> std::optional<OpParser::Node> OpParser::parseChange() {
  std::optional<Place> place = parsePlace();
  if (!place || !expectSign(","))
    return std::nullopt;
  std::optional<Operand> operand = parseOperand();
  if (!operand)
    return std::nullopt;
  return Change{place->synopsis, std::move(place->keys), *operand};
}

std::optional<OpParser::Node> OpParser::parseClear() {
  std::optional<Place> place = parsePlace();
  if (!place)
    return std::nullopt;
  return Clear{place->synopsis, std::move(place->keys)};
}

std::optional<OpParser::Node> OpParser::parsePush() {
  std::optional<BufferId> buffer = expectKnownName("buffer", buffers_);
  if (!buffer)
    return std::nullopt;
  std::optional<std::vector<Operand>> columns = parseOperands("(", ")");
  if (!columns)
    return std::nullopt;
  return Push{*buffer, std::move(*columns)};
}

std::optional<OpParser::Node> OpParser::parseEmit() {
  std::optional<ResultId> to = expectKnownName("result", results_);
  if (!to)
    return std::nullopt;
  std::optional<std::vector<Operand>> columns = parseOperands("(", ")");
  if (!columns || !expectWord("times"))
    return std::nullopt;
  std::optional<Operand> count = parseOperand();
  if (!count)
    return std::nullopt;
  Emit emit{*to, std::move(*columns), *count};
  if (takeWord("at") && !(emit.time = parseOperand()))
    return std::nullopt;
  return emit;
}

std::optional<OpParser::Node> OpParser::parseReset() {
  std::optional<BufferId> buffer = expectKnownName("buffer", buffers_);
  if (!buffer)
    return std::nullopt;
  return Reset{*buffer};
}

std::optional<OpParser::Node> OpParser::parseAge() {
  std::optional<SynopsisId> synopsis = expectKnownName("synopsis", synopses_);
  if (!synopsis)
    return std::nullopt;
  Age age{*synopsis};
  if (takeWord("to") && !(age.to = parseOperand()))
    return std::nullopt;
  return age;
}

// --- structure ----------------------------------------------------------------------------------

std::optional<OpParser::Node> OpParser::parseWhen(Head &head) {
  std::optional<Operand> condition = parseOperand();
  When when{condition.value_or(Operand::immediate(0)), {}, {}};
  if (!condition || !endHead(head) || !parseBracedRegion(when.then))
    return std::nullopt;
  if (takeWord("else") && !parseBracedRegion(when.otherwise))
    return std::nullopt;
  return when;
}

std::optional<OpParser::Node> OpParser::parseFor(Head &head) {
  const Token *name = expect(TokenKind::ValueName, "the loop's %name");
  std::optional<ValueType> type;
  if (name == nullptr || (takeSign(":") && !(type = parseIntegerType())) || !expectWord("in"))
    return std::nullopt;
  std::optional<Operand> lo = parseOperand();
  if (!lo || !expectSign(".."))
    return std::nullopt;
  std::optional<Operand> hi = parseOperand();
  if (!hi || !endHead(head))
    return std::nullopt;
  For loop{0, *lo, *hi, {}};
  if (!type)
    type = inferredType(Op{loop, {}}, handler_);
  loop.variable = define(*name, type.value_or(ValueType::I64));
  if (!parseBracedRegion(loop.body))
    return std::nullopt;
  return loop;
}

/// `each (%x, %y) in @B` goes through a buffer or, by the name, through a table.
std::optional<OpParser::Node> OpParser::parseEach(Head &head) {
  SourceRange begin = peek().range;
  std::optional<std::vector<Token>> names = parseVariableNames();
  if (!names || !expectWord("in"))
    return std::nullopt;
  bool isTable = peek().kind == TokenKind::AtName && tables_.contains(peek().text);
  return isTable ? parseScan(head, begin, *names) : parseEachRow(head, begin, *names);
}

std::optional<OpParser::Node> OpParser::parseEachRow(Head &head, SourceRange begin,
                                                     const std::vector<Token> &names) {
  std::optional<BufferId> buffer = expectKnownName("buffer or table", buffers_);
  if (!buffer)
    return std::nullopt;
  const Buffer &declared = program_.buffers[*buffer];
  std::vector<ValueType> types;
  for (const StreamColumn &column : declared.columns)
    types.push_back(column.type);
  checkNumber(begin, declared.name, types.size(), "columns", names.size());
  if (!endHead(head))
    return std::nullopt;
  Each each{defineAll(names, types), *buffer, {}};
  if (!parseBracedRegion(each.body))
    return std::nullopt;
  return each;
}

std::optional<OpParser::Node> OpParser::parseScan(Head &head, SourceRange begin,
                                                  const std::vector<Token> &names) {
  TableId table = tables_.find(advance().text)->second;
  Scan scan{{}, table, {}, {}};
  if (atSign("[")) {
    std::optional<std::vector<Operand>> keys = parseOperands("[", "]");
    if (!keys)
      return std::nullopt;
    scan.keys = std::move(*keys);
  }
  const Table &declared = program_.tables[table];
  checkNumber(begin, declared.name, declared.columns.size(), "columns",
              scan.keys.size() + names.size());
  if (!endHead(head))
    return std::nullopt;
  scan.columns = defineAll(names, scannedTypes(declared, scan.keys.size()));
  if (!parseBracedRegion(scan.body))
    return std::nullopt;
  return scan;
}

std::optional<OpParser::Node> OpParser::parseMatch(Head &head) {
  SourceRange begin = peek().range;
  std::optional<std::vector<Token>> names = parseVariableNames();
  if (!names)
    return std::nullopt;
  SourceRange kind = peek().range;
  bool isExtreme = takeWord("extreme");
  if (!isExtreme && !takeWord("times")) {
    failExpected("'times' or 'extreme'");
    return std::nullopt;
  }
  const Token *value = expect(TokenKind::ValueName, "a %name");
  if (value == nullptr || !expectWord("in"))
    return std::nullopt;
  std::optional<Place> place = parsePlace();
  if (!place)
    return std::nullopt;
  const Synopsis &declared = program_.synopses[place->synopsis];
  std::vector<ValueType> types = matchedTypes(declared);
  if (areDeclarationsWhole_ && isExtreme != declared.keepsExtremes())
    diagnostics_.report(diag::irExpected, kind, isExtreme ? "'times'" : "'extreme'",
                        isExtreme ? "'extreme'" : "'times'");
  checkNumber(begin, declared.name, types.size() - 1, "keys that are not in its index",
              names->size());
  if (!endHead(head))
    return std::nullopt;
  ValueType valueType = types.back();
  types.pop_back();
  Match match{defineAll(*names, types), 0, place->synopsis, std::move(place->keys), {}};
  match.value = define(*value, valueType);
  if (!parseBracedRegion(match.body))
    return std::nullopt;
  return match;
}

std::optional<OpParser::Node> OpParser::parseExpire(Head &head) {
  SourceRange begin = peek().range;
  std::optional<std::vector<Token>> names = parseVariableNames();
  if (!names || !expectWord("times"))
    return std::nullopt;
  const Token *value = expect(TokenKind::ValueName, "a %name");
  if (value == nullptr || !expectWord("in"))
    return std::nullopt;
  std::optional<SynopsisId> synopsis = expectKnownName("synopsis", synopses_);
  if (!synopsis)
    return std::nullopt;
  const Synopsis &declared = program_.synopses[*synopsis];
  std::vector<ValueType> types = expiredTypes(declared);
  checkNumber(begin, declared.name, types.size() - 1, "keys", names->size());
  if (!endHead(head))
    return std::nullopt;
  types.pop_back();
  Expire expire{defineAll(*names, types), 0, *synopsis, {}};
  expire.value = define(*value, ValueType::Count);
  if (!parseBracedRegion(expire.body))
    return std::nullopt;
  return expire;
}

} // namespace bough::ir
