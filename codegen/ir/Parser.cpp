#include "codegen/ir/Parser.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/ir/OpParser.h"

#include <fmt/format.h>

#include <algorithm>

namespace bough::ir {

namespace {

class Parser : private OpParser {
public:
  using OpParser::OpParser;

  std::optional<Program> run() {
    bool isWhole = parseProgram();
    if (!isWhole || hasErrors())
      return std::nullopt;
    return std::move(program_);
  }

private:
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
      return parseResult();
    if (takeWord("table"))
      return parseTable();
    if (takeWord("dictionary"))
      return parseDictionary();
    if (takeWord("synopsis"))
      return parseSynopsis();
    if (takeWord("buffer"))
      return parseBuffer();
    if (takeWord("shedder"))
      return parseShedder();
    if (takeWord("on"))
      return parseHandler();
    return failExpected("stream, result, table, dictionary, synopsis, buffer, shedder or on");
  }

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

  bool parseResult() {
    if (expectNewName("result", results_, program_.results) == nullptr)
      return false;
    Result &result = program_.results.back();
    result.isDistinct = takeWord("distinct");
    return parseColumns(result.columns);
  }

  /// The elements between braces. What follows a wrong one is passed over: it would only be
  /// misread.
  template <typename ParseElement> bool parseElements(const ParseElement &parseElement) {
    if (!expectSign("{"))
      return false;
    while (!atSign("}") && !atEnd())
      if (!parseElement()) {
        while (!atSign("}") && !atEnd())
          advance();
        takeSign("}");
        return false;
      }
    return expectSign("}");
  }

  bool parseTable() {
    if (expectNewName("table", tables_, program_.tables) == nullptr)
      return false;
    Table &table = program_.tables.back();
    return parseColumns(table.columns) && parseElements([&] {
             SourceRange begin = peek().range;
             std::vector<std::int64_t> &row = table.rows.emplace_back();
             auto parseCell = [&] {
               const Token *cell = expect(TokenKind::Integer, "an integer");
               if (cell != nullptr)
                 row.push_back(cell->number);
               return cell != nullptr;
             };
             if (!parseList("(", ")", parseCell))
               return false;
             checkNumber(begin, table.name, table.columns.size(), "columns", row.size());
             return true;
           });
  }

  bool parseDictionary() {
    if (expectNewName("dictionary", dictionaries_, program_.dictionaries) == nullptr)
      return false;
    std::vector<std::int64_t> &values = program_.dictionaries.back().values;
    return parseElements([&] {
      const Token *value = expect(TokenKind::Integer, "an integer");
      if (value == nullptr || (!atSign("}") && !expectSign(",")))
        return false;
      values.push_back(value->number);
      return true;
    });
  }

  bool parseSynopsis() {
    if (expectNewName("synopsis", synopses_, program_.synopses) == nullptr)
      return false;
    Synopsis &synopsis = program_.synopses.back();
    if (!parseList("[", "]", [&] { return parseKey(synopsis); }) || !expectSign(":") ||
        !parseValueKind(synopsis) || !parseProperties(synopsis))
      return false;
    if (peek().kind == TokenKind::String)
      synopsis.comment = advance().text;
    return true;
  }

  bool parseValueKind(Synopsis &synopsis) {
    for (ValueKind kind :
         {ValueKind::Count, ValueKind::Flag, ValueKind::Min, ValueKind::Max, ValueKind::Sum})
      if (takeWord(spelling(kind))) {
        synopsis.value = kind;
        return true;
      }
    return failExpected("count, flag, min, max or sum");
  }

  /// Each at most once, in this order: `, current`, `, totals`, `, capacity 100`, `, index (a)`.
  bool parseProperties(Synopsis &synopsis) {
    int next = 0;
    auto takeProperty = [&](std::string_view word, int place) {
      if (place < next || !takeWord(word))
        return false;
      next = place + 1;
      return true;
    };
    while (takeSign(",")) {
      if (takeProperty("current", 0)) {
        synopsis.current = true;
      } else if (takeProperty("totals", 1)) {
        synopsis.totals = true;
      } else if (takeProperty("capacity", 2)) {
        const Token *capacity = expect(TokenKind::Integer, "an integer");
        if (capacity == nullptr)
          return false;
        synopsis.capacity = capacity->number;
      } else if (takeProperty("index", 3)) {
        if (!parseIndex(synopsis))
          return false;
      } else {
        constexpr std::string_view expected[] = {"current, totals, capacity or index",
                                                 "totals, capacity or index", "capacity or index",
                                                 "index", "the next declaration"};
        return failExpected(expected[next]);
      }
    }
    return true;
  }

  bool parseIndex(Synopsis &synopsis) {
    std::vector<unsigned> &index = synopsis.index.emplace();
    return parseList("(", ")", [&] {
      const Token *name = expectPlainName("a key's name");
      if (name == nullptr)
        return false;
      auto key = std::ranges::find(synopsis.keys, name->text, &SynopsisKey::name);
      if (key == synopsis.keys.end()) {
        diagnostics_.report(diag::irUnknownName, name->range, "key", name->text);
        return false;
      }
      index.push_back(static_cast<unsigned>(key - synopsis.keys.begin()));
      return true;
    });
  }

  bool parseKey(Synopsis &synopsis) {
    SynopsisKey key;
    const Token *name = expectPlainName("a key's name");
    if (name == nullptr)
      return false;
    key.name = name->text;
    if (takeWord("any")) {
      key.kind = KeyKind::Any;
      synopsis.keys.push_back(std::move(key));
      return true;
    }
    bool isAge = takeWord("age");
    if (!isAge && !takeWord("in"))
      return failExpected("'in', 'age' or 'any'");
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

  bool parseShedder() {
    SourceRange begin = previousRange();
    const Token *types = nullptr;
    if (!expectWord("of") || !(types = expect(TokenKind::Integer, "an integer")) ||
        !expectWord("types"))
      return false;
    if (sheds(program_))
      diagnostics_.report(diag::irDefinedTwice, begin, "declaration", "shedder");
    if (types->number < 1 || types->number > maximumShedTypes) {
      diagnostics_.report(diag::irShedderTypes, types->range, maximumShedTypes, types->number);
      return false;
    }
    program_.shedTypes = static_cast<std::uint32_t>(types->number);
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
    else if (!parseRowTrigger())
      return false;
    if (!expectSign("{") || !parseRegion(handler_.body))
      return false;
    program_.handlers.push_back(std::move(handler_));
    return true;
  }

  bool parseRowTrigger() {
    handler_.trigger = Trigger::Row;
    for (Trigger trigger : {Trigger::Entry, Trigger::Arrival, Trigger::Shed})
      if (handler_.trigger == Trigger::Row && takeWord(spelling(trigger)))
        handler_.trigger = trigger;
    if (peek().kind != TokenKind::AtName)
      return failExpected(handler_.trigger != Trigger::Row
                              ? "a stream's @name"
                              : "tick, entry, arrival, shed, batch or a stream's @name");
    SourceRange begin = peek().range;
    std::optional<StreamId> stream = expectKnownName("stream", streams_);
    if (!stream)
      return false;
    const Stream &declared = program_.streams[*stream];
    handler_.stream = *stream;
    std::optional<std::vector<Token>> names = parseVariableNames();
    if (!names)
      return false;
    std::vector<ValueType> types;
    for (const StreamColumn &column : declared.columns)
      types.push_back(column.type);
    handler_.parameters = defineAll(*names, types);
    checkNumber(begin, declared.name, declared.columns.size(), "columns", names->size());
    return true;
  }
};

} // namespace

std::optional<Program> parse(std::shared_ptr<const Source> source, DiagnosticEngine &diagnostics) {
  return Parser(*source, diagnostics).run();
}

} // namespace bough::ir
