#include "codegen/ir/Printer.h"

#include "codegen/ir/Lexer.h"
#include "codegen/ir/OpInfo.h"
#include "frontend/basic/TextWriter.h"

#include <fmt/ranges.h>

#include <limits>
#include <utility>

namespace bough::ir {

namespace {

/// The range of `in` or `clamp`: the lowest and the highest integer are no bound. Each has its name
/// at its own end only, as the parser reads them.
std::string rangeText(std::int64_t lo, std::int64_t hi) {
  std::string loText = lo == std::numeric_limits<std::int64_t>::min() ? "-inf" : std::to_string(lo);
  std::string hiText = hi == std::numeric_limits<std::int64_t>::max() ? "inf" : std::to_string(hi);
  return fmt::format("{}..{}", loText, hiText);
}

class Printer {
public:
  Printer(const Program &program, PrintOptions options) : program_(program), options_(options) {}

  std::string printProgram() {
    writer_.line("program @{} {{", quotedName(program_.name));
    {
      TextWriter::Indented indented(writer_);
      if (sheds(program_))
        writer_.line("shedder of {} types", program_.shedTypes);
      for (const Stream &stream : program_.streams)
        writer_.line("stream @{}({})", quotedName(stream.name), columns(stream.columns));
      for (const Result &result : program_.results)
        writer_.line("result @{}{} ({})", quotedName(result.name),
                     result.isDistinct ? " distinct" : "", columns(result.columns));
      for (const Table &table : program_.tables)
        printTable(table);
      for (const Dictionary &dictionary : program_.dictionaries)
        printDictionary(dictionary);
      for (const Synopsis &synopsis : program_.synopses)
        writer_.lineText(synopsisText(synopsis));
      for (const Buffer &buffer : program_.buffers)
        writer_.line("buffer @{}({}) of {} capacity {}", quotedName(buffer.name),
                     columns(buffer.columns), streamName(buffer.stream), buffer.capacity);
      for (const Handler &handler : program_.handlers)
        printHandler(handler);
    }
    writer_.line("}}");
    return writer_.take();
  }

  /// The op up to its first brace, which is left out.
  std::string head(const Handler &handler, const Op &op) const {
    auto name = [&](ValueId id) {
      return id < handler.values.size() ? fmt::format("%{}", quotedName(handler.values[id].name))
                                        : fmt::format("%<{}>", id);
    };
    auto text = [&](const Operand &operand) {
      return operand.isValue() ? name(operand.id()) : fmt::format("{}", operand.number());
    };
    auto list = [&](const std::vector<Operand> &operands) {
      std::vector<std::string> texts;
      for (const Operand &operand : operands)
        texts.push_back(text(operand));
      return fmt::format("{}", fmt::join(texts, ", "));
    };
    auto names = [&](const std::vector<ValueId> &ids) {
      std::vector<std::string> texts;
      for (ValueId id : ids)
        texts.push_back(name(id));
      return fmt::format("{}", fmt::join(texts, ", "));
    };
    auto binary = [&](const auto &o) {
      return fmt::format("{} = {} {}, {}", name(o.result), spelling(op), text(o.x), text(o.y));
    };
    auto compare = [&](const auto &o) {
      return fmt::format("{} = {} {}, {}, {}", name(o.result), spelling(op), text(o.x), text(o.y),
                         o.offset);
    };
    auto range = [&](const auto &o) {
      return fmt::format("{} = {} {}, {}", name(o.result), spelling(op), text(o.x),
                         rangeText(o.lo, o.hi));
    };
    auto divide = [&](const auto &o) {
      return fmt::format("{} = {} {}, {}", name(o.result), spelling(op), text(o.x), o.divisor);
    };
    auto unary = [&](const auto &o) {
      return fmt::format("{} = {} {}", name(o.result), spelling(op), text(o.x));
    };
    auto read = [&](const auto &o) {
      return fmt::format("{} = {} {}[{}]", name(o.result), spelling(op), synopsisName(o.synopsis),
                         list(o.keys));
    };
    auto annotation = [&](const For &o) -> std::string {
      if (o.variable >= handler.values.size())
        return "";
      ValueType type = handler.values[o.variable].type;
      return type == inferredType(op, handler) ? "" : fmt::format(": {}", spelling(type));
    };
    return std::visit(
        Overloaded{
            [&](const Now &o) { return fmt::format("{} = now", name(o.result)); },
            [&](const Add &o) { return binary(o); },
            [&](const Sub &o) { return binary(o); },
            [&](const AddChecked &o) { return binary(o); },
            [&](const SubChecked &o) { return binary(o); },
            [&](const Prod &o) { return binary(o); },
            [&](const ProdChecked &o) { return binary(o); },
            [&](const Div &o) { return divide(o); },
            [&](const Mod &o) { return divide(o); },
            [&](const Min &o) { return binary(o); },
            [&](const Max &o) { return binary(o); },
            [&](const Clamp &o) { return range(o); },
            [&](const Xor &o) { return binary(o); },
            [&](const Zobrist &o) {
              return fmt::format("{} = zobrist {}, {}", name(o.result), text(o.x), o.seed);
            },
            [&](const LessEqual &o) { return compare(o); },
            [&](const Equal &o) { return compare(o); },
            [&](const NotEqual &o) { return compare(o); },
            [&](const In &o) { return range(o); },
            [&](const And &o) { return binary(o); },
            [&](const Or &o) { return binary(o); },
            [&](const Not &o) { return unary(o); },
            [&](const Widen &o) { return unary(o); },
            [&](const Narrow &o) { return unary(o); },
            [&](const WideAdd &o) { return binary(o); },
            [&](const WideSub &o) { return binary(o); },
            [&](const WideMul &o) { return binary(o); },
            [&](const WideDiv &o) { return binary(o); },
            [&](const WideCount &o) {
              return fmt::format("{} = wide.count {}", name(o.result), text(o.count));
            },
            [&](const WideLessEqual &o) { return binary(o); },
            [&](const WideEqual &o) { return binary(o); },
            [&](const Find &o) {
              return fmt::format("{} = find {}, {}", name(o.result), dictionaryName(o.dictionary),
                                 text(o.x));
            },
            [&](const Select &o) {
              return fmt::format("{} = select {}, {}", name(o.result), dictionaryName(o.dictionary),
                                 text(o.index));
            },
            [&](const Load &o) { return read(o); },
            [&](const Total &o) { return read(o); },
            [&](const Extreme &o) { return read(o); },
            [&](const Amount &o) { return read(o); },
            [&](const Nonzero &o) {
              return fmt::format("{} = nonzero {}", name(o.result), text(o.count));
            },
            [&](const Multiply &o) {
              return fmt::format("{} = mul {}, {}", name(o.result), text(o.a), text(o.b));
            },
            [&](const Sum &o) { return fmt::format("{} = sum", name(o.result)); },
            [&](const Least &o) { return fmt::format("{} = least", name(o.result)); },
            [&](const Asks &o) { return fmt::format("{} = asks", name(o.result)); },
            [&](const Yield &o) { return fmt::format("yield {}", text(o.value)); },
            [&](const Bump &o) {
              return fmt::format("bump {}[{}], {}", synopsisName(o.synopsis), list(o.keys),
                                 text(o.count));
            },
            [&](const Put &o) {
              return fmt::format("put {}[{}], {}", synopsisName(o.synopsis), list(o.keys),
                                 text(o.x));
            },
            [&](const Accumulate &o) {
              return fmt::format("accumulate {}[{}], {}", synopsisName(o.synopsis), list(o.keys),
                                 text(o.x));
            },
            [&](const Clear &o) {
              return fmt::format("clear {}[{}]", synopsisName(o.synopsis), list(o.keys));
            },
            [&](const Take &o) {
              return fmt::format("take {}[{}], {}", synopsisName(o.synopsis), list(o.keys),
                                 text(o.count));
            },
            [&](const Push &o) {
              return fmt::format("push {}({})", bufferName(o.buffer), list(o.columns));
            },
            [&](const Emit &o) {
              return fmt::format("emit {} ({}) times {}{}", resultName(o.to), list(o.columns),
                                 text(o.count), o.time ? " at " + text(*o.time) : "");
            },
            [&](const Reset &o) { return fmt::format("reset {}", bufferName(o.buffer)); },
            [&](const Age &o) {
              return fmt::format("age {}{}", synopsisName(o.synopsis),
                                 o.to ? " to " + text(*o.to) : "");
            },
            [&](const Utility &o) {
              return fmt::format("{} = utility {}, {}", name(o.result), text(o.type), text(o.key));
            },
            [&](const Shed &o) {
              return fmt::format("shed {}, {}", text(o.type), text(o.utility));
            },
            [&](const When &o) { return fmt::format("when {}", text(o.condition)); },
            [&](const For &o) {
              return fmt::format("for {}{} in {}..{}", name(o.variable), annotation(o), text(o.lo),
                                 text(o.hi));
            },
            [&](const Each &o) {
              return fmt::format("each ({}) in {}", names(o.columns), bufferName(o.buffer));
            },
            [&](const Scan &o) {
              std::string keys = o.keys.empty() ? "" : fmt::format("[{}]", list(o.keys));
              return fmt::format("each ({}) in {}{}", names(o.columns), tableName(o.table), keys);
            },
            [&](const Match &o) {
              bool isExtreme = o.synopsis < program_.synopses.size() &&
                               program_.synopses[o.synopsis].keepsExtremes();
              return fmt::format("match ({}) {} {} in {}[{}]", names(o.columns),
                                 isExtreme ? "extreme" : "times", name(o.value),
                                 synopsisName(o.synopsis), list(o.keys));
            },
            [&](const Expire &o) {
              return fmt::format("expire ({}) times {} in {}", names(o.columns), name(o.value),
                                 synopsisName(o.synopsis));
            },
        },
        op.node);
  }

private:
  template <typename Columns> static std::string columns(const Columns &list) {
    std::vector<std::string> texts;
    for (const auto &column : list)
      texts.push_back(fmt::format("{}: {}", quotedName(column.name), spelling(column.type)));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  static std::string keyText(const SynopsisKey &key) {
    std::string name = quotedName(key.name);
    switch (key.kind) {
    case KeyKind::Dense:
      return fmt::format("{} in {}..{}", name, key.lo, key.hi);
    case KeyKind::Expiring:
      return fmt::format("{} age {}..{}", name, key.lo, key.hi);
    case KeyKind::Saturating:
      return fmt::format("{} age {}..{}+", name, key.lo, key.hi);
    case KeyKind::Any:
      return fmt::format("{} any", name);
    }
    return name;
  }

  static std::string synopsisText(const Synopsis &synopsis) {
    std::vector<std::string> keys;
    for (const SynopsisKey &key : synopsis.keys)
      keys.push_back(keyText(key));
    std::string text = fmt::format("synopsis @{} [{}] : {}", quotedName(synopsis.name),
                                   fmt::join(keys, ", "), spelling(synopsis.value));
    if (synopsis.current)
      text += ", current";
    if (synopsis.totals)
      text += ", totals";
    if (synopsis.capacity)
      text += fmt::format(", capacity {}", *synopsis.capacity);
    if (synopsis.index) {
      std::vector<std::string> names;
      for (unsigned key : *synopsis.index)
        names.push_back(key < synopsis.keys.size() ? quotedName(synopsis.keys[key].name)
                                                   : fmt::format("<{}>", key));
      text += fmt::format(", index ({})", fmt::join(names, ", "));
    }
    if (!synopsis.comment.empty())
      text += fmt::format(" {}", quoted(synopsis.comment));
    return text;
  }

  /// Declarations of constants stand on one line where they fit, else their elements fill lines.
  static constexpr std::size_t lineWidth = 96;

  void printElements(const std::string &head, const std::vector<std::string> &elements,
                     std::string_view separator) {
    std::string line = fmt::format("{} {{ {} }}", head, fmt::join(elements, separator));
    if (elements.empty())
      line = head + " { }";
    if (line.size() <= lineWidth) {
      writer_.lineText(line);
      return;
    }
    writer_.lineText(head + " {");
    {
      TextWriter::Indented indented(writer_);
      line.clear();
      for (std::size_t i = 0; i < elements.size(); ++i) {
        std::string element = elements[i];
        if (i + 1 < elements.size())
          element += separator.substr(0, separator.find(' '));
        if (!line.empty() && line.size() + 1 + element.size() > lineWidth)
          writer_.lineText(std::exchange(line, ""));
        line += (line.empty() ? "" : " ") + element;
      }
      writer_.lineText(line);
    }
    writer_.lineText("}");
  }

  void printTable(const Table &table) {
    std::vector<std::string> rows;
    for (const std::vector<std::int64_t> &row : table.rows)
      rows.push_back(fmt::format("({})", fmt::join(row, ", ")));
    printElements(fmt::format("table @{} ({})", quotedName(table.name), columns(table.columns)),
                  rows, " ");
  }

  void printDictionary(const Dictionary &dictionary) {
    std::vector<std::string> values;
    for (std::int64_t value : dictionary.values)
      values.push_back(std::to_string(value));
    printElements(fmt::format("dictionary @{}", quotedName(dictionary.name)), values, ", ");
  }

  // Messages print ops of programs that the verifier found to be broken: an index beyond its table
  // is shown, not followed.
  template <typename Table> static std::string nameIn(const Table &table, std::uint32_t id) {
    return id < table.size() ? fmt::format("@{}", quotedName(table[id].name))
                             : fmt::format("@<{}>", id);
  }
  std::string streamName(StreamId id) const { return nameIn(program_.streams, id); }
  std::string synopsisName(SynopsisId id) const { return nameIn(program_.synopses, id); }
  std::string bufferName(BufferId id) const { return nameIn(program_.buffers, id); }
  std::string resultName(ResultId id) const { return nameIn(program_.results, id); }
  std::string tableName(TableId id) const { return nameIn(program_.tables, id); }
  std::string dictionaryName(DictionaryId id) const { return nameIn(program_.dictionaries, id); }

  void printHandler(const Handler &handler) {
    switch (handler.trigger) {
    case Trigger::Tick:
      writer_.line("on tick {{");
      break;
    case Trigger::Entry:
    case Trigger::Arrival:
    case Trigger::Shed:
    case Trigger::Row: {
      std::vector<std::string> parameters;
      for (ValueId id : handler.parameters)
        parameters.push_back(fmt::format("%{}", quotedName(handler.values[id].name)));
      std::string_view word = spelling(handler.trigger);
      writer_.line("on {}{}{}({}) {{", word, word.empty() ? "" : " ", streamName(handler.stream),
                   fmt::join(parameters, ", "));
      break;
    }
    case Trigger::Batch:
      writer_.line("on batch {{");
      break;
    }
    printRegion(handler, handler.body);
    writer_.line("}}");
  }

  void printRegion(const Handler &handler, const Region &region) {
    TextWriter::Indented indented(writer_);
    for (const Op &op : region.ops)
      printOp(handler, op);
  }

  void printOp(const Handler &handler, const Op &op) {
    std::string line = head(handler, op);
    if (options_.locations && !op.range.isNowhere())
      line += fmt::format(" loc({}, {})", op.range.begin, op.range.end);
    bool isFirst = true;
    forEachRegion(op, [&](const Region &region) {
      bool isElse = !isFirst;
      if (isElse && region.ops.empty())
        return;
      writer_.lineText(isElse ? "} else {" : line + " {");
      printRegion(handler, region);
      isFirst = false;
    });
    writer_.lineText(isFirst ? line : "}");
  }

  const Program &program_;
  PrintOptions options_;
  TextWriter writer_;
};

} // namespace

std::string print(const Program &program, PrintOptions options) {
  return Printer(program, options).printProgram();
}

std::string print(const Program &program, const Handler &handler, const Op &op) {
  return Printer(program, {}).head(handler, op);
}

} // namespace bough::ir
