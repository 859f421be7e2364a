#include "frontend/basic/ExpectedDiagnostics.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace bough {

namespace {

constexpr std::uint64_t noLine = 0;

struct Expectation {
  Severity severity = Severity::Error;
  std::uint64_t line = noLine; ///< where the diagnostic is expected
  std::optional<std::uint64_t> column = {};
  std::uint64_t statedOn = 0; ///< where the comment is
  std::string_view text = {};
  bool met = false;
};

/// A diagnostic or one of its notes, reduced to what is compared.
struct Reported {
  Severity severity;
  std::uint64_t line;
  std::uint64_t column;
  std::string text;
};

std::string_view nameOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  return "";
}

std::string place(std::uint64_t line) {
  return line == noLine ? "nowhere in the text" : fmt::format("on line {}", line);
}

/// Reads the expectations of one line.
class LineReader {
public:
  LineReader(std::string_view rest, std::uint64_t line) : rest_(rest), line_(line) {}

  /// Adds the expectations of the line's comment; the text of a mismatch when one is malformed.
  std::optional<std::string> read(std::vector<Expectation> &expectations) {
    constexpr std::string_view begin = "expected-";
    for (std::size_t at = rest_.find(begin); at != std::string_view::npos; at = rest_.find(begin)) {
      rest_.remove_prefix(at + begin.size());
      Expectation expectation{.line = line_, .statedOn = line_};
      if (!readSeverity(expectation.severity))
        return "`expected-` is not followed by `error`, `warning` or `note`";
      skipSpaces();
      if (take("@") && !readPlace(expectation))
        return "`@` is not followed by `+N`, `-N`, a line number or `unknown`, with `:column` or "
               "not";
      skipSpaces();
      if (!take("{{"))
        return "`{{` is missing";
      std::size_t end = rest_.find("}}");
      if (end == std::string_view::npos)
        return "`}}` is missing";
      expectation.text = rest_.substr(0, end);
      rest_.remove_prefix(end + 2);
      expectations.push_back(expectation);
    }
    return std::nullopt;
  }

private:
  bool take(std::string_view prefix) {
    if (!rest_.starts_with(prefix))
      return false;
    rest_.remove_prefix(prefix.size());
    return true;
  }
  void skipSpaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  bool readSeverity(Severity &severity) {
    for (Severity candidate : {Severity::Error, Severity::Warning, Severity::Note})
      if (take(nameOf(candidate))) {
        severity = candidate;
        return true;
      }
    return false;
  }

  std::optional<std::uint64_t> readNumber() {
    std::uint64_t number = 0;
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || number > 1'000'000'000)
      return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number;
  }

  bool readPlace(Expectation &expectation) {
    if (take("unknown")) {
      expectation.line = noLine;
      return true;
    }
    if (!rest_.starts_with(":") && !readLine(expectation.line))
      return false;
    if (!take(":"))
      return true;
    expectation.column = readNumber();
    return expectation.column.has_value();
  }

  bool readLine(std::uint64_t &line) {
    bool below = take("+");
    bool above = !below && take("-");
    std::optional<std::uint64_t> number = readNumber();
    if (!number || (above && *number >= line_))
      return false;
    line = below ? line_ + *number : above ? line_ - *number : *number;
    return line != noLine;
  }

  std::string_view rest_;
  std::uint64_t line_;
};

std::vector<Reported> reportedMessages(const Source &source,
                                       const std::vector<Diagnostic> &diagnostics) {
  std::vector<Reported> reported;
  auto add = [&](Severity severity, SourceRange range, std::string text) {
    LineColumn at = range.isNowhere() ? LineColumn{noLine, 0} : source.position(range.begin);
    reported.push_back({severity, at.line, at.column, std::move(text)});
  };
  for (const Diagnostic &diagnostic : diagnostics) {
    SourceRange range = diagnostic.source.get() == &source ? diagnostic.range : SourceRange{};
    std::string text = diagnostic.message;
    if (!diagnostic.code.empty())
      text += fmt::format(" [{}]", diagnostic.code);
    add(diagnostic.severity, range, std::move(text));
    for (const DiagnosticNote &note : diagnostic.notes)
      add(Severity::Note, note.range.isNowhere() ? range : note.range, note.message);
  }
  return reported;
}

} // namespace

std::string checkExpectedDiagnostics(const Source &source, std::string_view commentMarker,
                                     const std::vector<Diagnostic> &diagnostics) {
  std::string mismatches;
  auto mismatch = [&](std::uint64_t line, std::string_view text) {
    mismatches += line == noLine ? fmt::format("{}: error: {}\n", source.name(), text)
                                 : fmt::format("{}:{}: error: {}\n", source.name(), line, text);
  };

  std::vector<Expectation> expectations;
  std::string_view rest = source.text();
  std::uint64_t line = source.position(0).line;
  for (; !rest.empty(); ++line) {
    std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::size_t comment = text.find(commentMarker);
    if (comment == std::string_view::npos)
      continue;
    if (auto malformed = LineReader(text.substr(comment), line).read(expectations))
      mismatch(line, fmt::format("malformed expectation: {}", *malformed));
  }

  for (const Reported &reported : reportedMessages(source, diagnostics)) {
    auto fits = [&](const Expectation &expectation) {
      return !expectation.met && expectation.severity == reported.severity &&
             expectation.line == reported.line &&
             (!expectation.column || *expectation.column == reported.column) &&
             reported.text.find(expectation.text) != std::string::npos;
    };
    auto found = std::ranges::find_if(expectations, fits);
    if (found != expectations.end())
      found->met = true;
    else if (reported.severity != Severity::Note)
      mismatch(reported.line,
               fmt::format("unexpected {}: {}", nameOf(reported.severity), reported.text));
  }
  for (const Expectation &expectation : expectations)
    if (!expectation.met)
      mismatch(expectation.statedOn,
               fmt::format("expected {} {} was not reported: {}", nameOf(expectation.severity),
                           place(expectation.line), expectation.text));
  return mismatches;
}

std::vector<std::shared_ptr<const Source>> splitSource(const Source &source,
                                                       std::string_view commentMarker) {
  std::string separator = fmt::format("{} -----", commentMarker);
  std::vector<std::shared_ptr<const Source>> parts;
  std::string_view rest = source.text();
  std::uint64_t line = source.position(0).line;
  std::uint64_t firstLine = line;
  std::string part;
  auto finish = [&] {
    parts.push_back(std::make_shared<const Source>(source.name(), std::move(part), firstLine));
    part.clear();
  };
  for (; !rest.empty(); ++line) {
    std::size_t size = std::min(rest.find('\n'), rest.size() - 1) + 1;
    if (rest.starts_with(separator)) {
      finish();
      firstLine = line + 1;
    } else {
      part += rest.substr(0, size);
    }
    rest.remove_prefix(size);
  }
  finish();
  return parts;
}

} // namespace bough
