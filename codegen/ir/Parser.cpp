#include "codegen/ir/Parser.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/ir/TokenCursor.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <set>

namespace bough::ir {

namespace {

using Node = decltype(Op::node);

/// Recursive descent, one statement at a time. A function that returns false or nothing has
/// reported why; the statement is then skipped (recover), and parsing goes on after it.
class Parser : private TokenCursor {
public:
  using TokenCursor::TokenCursor;

  std::optional<Program> run() {
    bool isWhole = parseProgram();
    if (!isWhole || hasErrors())
      return std::nullopt;
    return std::move(program_);
  }

private:
  // --- recovery ----------------------------------------------------------------------------------

  /// Skips the statement that begins at token `start` and could not be parsed: the rest of its
  /// line, and its regions, whose ops are still checked. Names on the skipped line count as known
  /// from here on, so that one mistake is reported once.
  void recover(std::size_t start) {
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

  // --- declarations ------------------------------------------------------------------------------

  bool parseProgram() {
    const Token *name = nullptr;
    if (!expectWord("program") || !(name = expect(TokenKind::AtName, "the program's @name")) ||
        !expectSign("{"))
      return false;
    program_.name = name->text;
    while (!atSign("}") && !atEnd() && !gaveUp()) {
      std::size_t start = at_;
      if (!parseDeclaration()) {
        areDeclarationsWhole_ = false;
        recover(start);
      }
    }
    if (gaveUp() || !expectSign("}"))
      return false;
    return atEnd() || failExpected("the end of the text");
  }

  bool parseDeclaration() {
    if (takeWord("stream"))
      return parseStream();
    if (takeWord("result"))
      return parseColumns(program_.results);
    if (takeWord("synopsis"))
      return parseSynopsis();
    if (takeWord("buffer"))
      return parseBuffer();
    if (takeWord("on"))
      return parseHandler();
    return failExpected("stream, result, synopsis, buffer or on");
  }

  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  /// The @name that a declaration gives. Its entry in the table exists from here on, so that uses
  /// find one even if the rest of the declaration is wrong.
  template <typename Table>
  const Token *expectNewName(std::string_view kind, Names &names, Table &table) {
    const Token *name = expect(TokenKind::AtName, fmt::format("the {}'s @name", kind));
    if (name == nullptr)
      return nullptr;
    if (!names.emplace(name->text, static_cast<std::uint32_t>(table.size())).second)
      diagnostics_.report(diag::irDefinedTwice, name->range, kind, name->text);
    table.emplace_back().name = name->text;
    return name;
  }
  /// The @name of something declared before.
  std::optional<std::uint32_t> expectKnownName(std::string_view kind, const Names &names) {
    const Token *name = expect(TokenKind::AtName, fmt::format("a {}'s @name", kind));
    if (name == nullptr)
      return std::nullopt;
    auto found = names.find(name->text);
    if (found != names.end())
      return found->second;
    diagnostics_.report(diag::irUnknownName, name->range, kind, name->text);
    return std::nullopt;
  }

  template <typename Column> bool parseColumns(std::vector<Column> &columns) {
    return parseList("(", ")", [&] {
      const Token *name = expectPlainName("a column's name");
      if (name == nullptr || !expectSign(":"))
        return false;
      std::optional<ValueType> type = parseIntegerType();
      if (!type)
        return false;
      columns.push_back({name->text, *type});
      return true;
    });
  }

  std::optional<ValueType> parseIntegerType() {
    if (takeWord("i64"))
      return ValueType::I64;
    if (takeWord("time"))
      return ValueType::Time;
    failExpected("'i64' or 'time'");
    return std::nullopt;
  }

  bool parseStream() {
    if (expectNewName("stream", streams_, program_.streams) == nullptr)
      return false;
    Stream &stream = program_.streams.back();
    if (!parseColumns(stream.columns))
      return false;
    for (std::size_t i = stream.columns.size(); i-- > 0;)
      if (stream.columns[i].type == ValueType::Time)
        stream.timestampColumn = static_cast<unsigned>(i);
    return true;
  }

  bool parseSynopsis() {
    if (expectNewName("synopsis", synopses_, program_.synopses) == nullptr)
      return false;
    Synopsis &synopsis = program_.synopses.back();
    if (!parseList("[", "]", [&] { return parseKey(synopsis); }) || !expectSign(":") ||
        !expectWord("count"))
      return false;
    if (takeSign(",")) {
      if (!expectWord("current"))
        return false;
      synopsis.current = true;
    }
    if (peek().kind == TokenKind::String)
      synopsis.comment = advance().text;
    return true;
  }

  bool parseKey(Synopsis &synopsis) {
    SynopsisKey key;
    const Token *name = expectPlainName("a key's name");
    if (name == nullptr)
      return false;
    key.name = name->text;
    bool isAge = takeWord("age");
    if (!isAge && !takeWord("in"))
      return failExpected("'in' or 'age'");
    const Token *lo = expect(TokenKind::Integer, "an integer");
    const Token *hi = nullptr;
    if (lo == nullptr || !expectSign("..") || !(hi = expect(TokenKind::Integer, "an integer")))
      return false;
    key.lo = lo->number;
    key.hi = hi->number;
    if (isAge)
      key.kind = takeSign("+") ? KeyKind::Saturating : KeyKind::Expiring;
    synopsis.keys.push_back(std::move(key));
    return true;
  }

  bool parseBuffer() {
    if (expectNewName("buffer", buffers_, program_.buffers) == nullptr)
      return false;
    Buffer &buffer = program_.buffers.back();
    if (!parseColumns(buffer.columns) || !expectWord("of"))
      return false;
    std::optional<StreamId> stream = expectKnownName("stream", streams_);
    const Token *capacity = nullptr;
    if (!stream || !expectWord("capacity") ||
        !(capacity = expect(TokenKind::Integer, "an integer")))
      return false;
    buffer.stream = *stream;
    buffer.capacity = capacity->number;
    return true;
  }

  // --- handlers and regions ----------------------------------------------------------------------

  bool parseHandler() {
    handler_ = {};
    values_.clear();
    skippedNames_.clear();
    if (takeWord("tick"))
      handler_.trigger = Trigger::Tick;
    else if (takeWord("batch"))
      handler_.trigger = Trigger::Batch;
    else if (peek().kind != TokenKind::AtName)
      return failExpected("tick, batch or a stream's @name");
    else if (!parseRowTrigger())
      return false;
    if (!expectSign("{") || !parseRegion(handler_.body))
      return false;
    program_.handlers.push_back(std::move(handler_));
    return true;
  }

  bool parseRowTrigger() {
    SourceRange begin = peek().range;
    std::optional<StreamId> stream = expectKnownName("stream", streams_);
    if (!stream)
      return false;
    const Stream &declared = program_.streams[*stream];
    handler_.trigger = Trigger::Row;
    handler_.stream = *stream;
    std::optional<std::vector<Token>> names = parseVariableNames();
    if (!names)
      return false;
    handler_.parameters = defineAll(*names, declared.columns);
    checkNumber(begin, declared.name, declared.columns.size(), "columns", names->size());
    return true;
  }

  void checkNumber(SourceRange begin, std::string_view name, std::size_t expected,
                   std::string_view what, std::size_t given) {
    if (expected != given && areDeclarationsWhole_)
      diagnostics_.report(diag::irWrongNumber, join(begin, previousRange()), name, expected, what,
                          given);
  }

  std::optional<std::vector<Token>> parseVariableNames() {
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

  ValueId define(const Token &name, ValueType type) {
    auto id = static_cast<ValueId>(handler_.values.size());
    handler_.values.push_back({name.text, type});
    if (!values_.emplace(name.text, id).second)
      diagnostics_.report(diag::irDefinedTwice, name.range, "value", name.text);
    return id;
  }
  std::vector<ValueId> defineAll(const std::vector<Token> &names,
                                 const std::vector<StreamColumn> &columns) {
    std::vector<ValueId> ids;
    for (std::size_t i = 0; i < names.size(); ++i)
      ids.push_back(define(names[i], i < columns.size() ? columns[i].type : ValueType::I64));
    return ids;
  }

  /// The ops up to and with the closing brace; the opening one has been taken.
  bool parseRegion(Region &region) {
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

  bool parseBracedRegion(Region &region) { return expectSign("{") && parseRegion(region); }

  // --- ops ---------------------------------------------------------------------------------------

  /// The text of an op before its regions.
  struct Head {
    SourceRange begin;
    std::optional<SourceRange> range; ///< set where the head ends
  };

  std::optional<Op> parseOp() {
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

  static void setResult(Op &op, ValueId id) {
    std::visit(
        [id]<typename AnyNode>(AnyNode &node) {
          if constexpr (requires { node.result; })
            node.result = id;
        },
        op.node);
  }

  /// Takes `loc(begin, end)` if it is there; else the op comes from its own text.
  bool endHead(Head &head) {
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

  std::optional<Node> parseValueNode(Head &head) {
    if (takeWord("now"))
      return Now{};
    if (takeWord("add"))
      return parseBinary<Add>();
    if (takeWord("sub"))
      return parseBinary<Sub>();
    if (takeWord("add.checked"))
      return parseBinary<AddChecked>();
    if (takeWord("min"))
      return parseBinary<Min>();
    if (takeWord("max"))
      return parseBinary<Max>();
    if (takeWord("mul"))
      return parseBinary<Multiply>();
    if (takeWord("le"))
      return parseComparison<LessEqual>();
    if (takeWord("eq"))
      return parseComparison<Equal>();
    if (takeWord("ne"))
      return parseComparison<NotEqual>();
    if (takeWord("clamp"))
      return parseRange<Clamp>();
    if (takeWord("in"))
      return parseRange<In>();
    if (takeWord("load"))
      return parseLoad();
    if (takeWord("nonzero"))
      return parseNonzero();
    if (takeWord("sum"))
      return parseSum(head);
    failExpected("an op that has a result");
    return std::nullopt;
  }

  std::optional<Node> parseStatementNode(Head &head) {
    if (takeWord("yield"))
      return parseYield();
    if (takeWord("bump"))
      return parseBump();
    if (takeWord("push"))
      return parsePush();
    if (takeWord("emit"))
      return parseEmit();
    if (takeWord("reset"))
      return parseReset();
    if (takeWord("age"))
      return parseAge();
    if (takeWord("when"))
      return parseWhen(head);
    if (takeWord("for"))
      return parseFor(head);
    if (takeWord("each"))
      return parseEach(head);
    failExpected("an op, or '%name =' and an op");
    return std::nullopt;
  }

  std::optional<Operand> parseOperand() {
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

  std::optional<std::vector<Operand>> parseOperands(std::string_view open, std::string_view close) {
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

  template <typename Binary> std::optional<Node> parseBinary() {
    std::optional<Operand> x = parseOperand();
    if (!x || !expectSign(","))
      return std::nullopt;
    std::optional<Operand> y = parseOperand();
    if (!y)
      return std::nullopt;
    return Binary{0, *x, *y};
  }

  template <typename Comparison> std::optional<Node> parseComparison() {
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

  /// A number, or `-inf` or `inf` for the end of 64 bits.
  std::optional<std::int64_t> parseRangeEnd(bool isLower) {
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

  template <typename Range> std::optional<Node> parseRange() {
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

  std::optional<Node> parseLoad() {
    std::optional<SynopsisId> synopsis = expectKnownName("synopsis", synopses_);
    if (!synopsis)
      return std::nullopt;
    std::optional<std::vector<Operand>> keys = parseOperands("[", "]");
    if (!keys)
      return std::nullopt;
    return Load{0, *synopsis, std::move(*keys)};
  }

  std::optional<Node> parseNonzero() {
    std::optional<Operand> count = parseOperand();
    if (!count)
      return std::nullopt;
    return Nonzero{0, *count};
  }

  std::optional<Node> parseSum(Head &head) {
    Sum sum{};
    if (!endHead(head) || !parseBracedRegion(sum.body))
      return std::nullopt;
    return sum;
  }

  std::optional<Node> parseYield() {
    std::optional<Operand> count = parseOperand();
    if (!count)
      return std::nullopt;
    return Yield{*count};
  }

  std::optional<Node> parseBump() {
    std::optional<SynopsisId> synopsis = expectKnownName("synopsis", synopses_);
    if (!synopsis)
      return std::nullopt;
    std::optional<std::vector<Operand>> keys = parseOperands("[", "]");
    if (!keys || !expectSign(","))
      return std::nullopt;
    std::optional<Operand> count = parseOperand();
    if (!count)
      return std::nullopt;
    return Bump{*synopsis, std::move(*keys), *count};
  }

  std::optional<Node> parsePush() {
    std::optional<BufferId> buffer = expectKnownName("buffer", buffers_);
    if (!buffer)
      return std::nullopt;
    std::optional<std::vector<Operand>> columns = parseOperands("(", ")");
    if (!columns)
      return std::nullopt;
    return Push{*buffer, std::move(*columns)};
  }

  std::optional<Node> parseEmit() {
    std::optional<std::vector<Operand>> columns = parseOperands("(", ")");
    if (!columns || !expectWord("times"))
      return std::nullopt;
    std::optional<Operand> count = parseOperand();
    if (!count)
      return std::nullopt;
    return Emit{std::move(*columns), *count};
  }

  std::optional<Node> parseReset() {
    std::optional<BufferId> buffer = expectKnownName("buffer", buffers_);
    if (!buffer)
      return std::nullopt;
    return Reset{*buffer};
  }

  std::optional<Node> parseAge() {
    std::optional<SynopsisId> synopsis = expectKnownName("synopsis", synopses_);
    if (!synopsis)
      return std::nullopt;
    return Age{*synopsis};
  }

  std::optional<Node> parseWhen(Head &head) {
    std::optional<Operand> condition = parseOperand();
    When when{condition.value_or(Operand::immediate(0)), {}, {}};
    if (!condition || !endHead(head) || !parseBracedRegion(when.then))
      return std::nullopt;
    if (takeWord("else") && !parseBracedRegion(when.otherwise))
      return std::nullopt;
    return when;
  }

  std::optional<Node> parseFor(Head &head) {
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

  std::optional<Node> parseEach(Head &head) {
    SourceRange begin = peek().range;
    std::optional<std::vector<Token>> names = parseVariableNames();
    if (!names || !expectWord("in"))
      return std::nullopt;
    std::optional<BufferId> buffer = expectKnownName("buffer", buffers_);
    if (!buffer)
      return std::nullopt;
    const Buffer &declared = program_.buffers[*buffer];
    checkNumber(begin, declared.name, declared.columns.size(), "columns", names->size());
    if (!endHead(head))
      return std::nullopt;
    Each each{defineAll(*names, declared.columns), *buffer, {}};
    if (!parseBracedRegion(each.body))
      return std::nullopt;
    return each;
  }

  unsigned depth_ = 0;
  bool areDeclarationsWhole_ = true; ///< else columns and keys may be missing

  Program program_;
  Names streams_, synopses_, buffers_;

  Handler handler_; ///< the one being parsed
  Names values_;
  std::set<std::string, std::less<>> skippedNames_;
};

} // namespace

std::optional<Program> parse(std::shared_ptr<const Source> source, DiagnosticEngine &diagnostics) {
  return Parser(*source, diagnostics).run();
}

} // namespace bough::ir
