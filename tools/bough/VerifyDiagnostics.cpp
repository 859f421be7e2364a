#include "tools/bough/VerifyDiagnostics.h"

#include <charconv>
#include <optional>

namespace bough::tool {

namespace {

/// A diagnostic or note, announced or reported. Line 0: without a place.
struct Message {
  Severity severity = Severity::Error;
  std::uint64_t line = 0;
  std::optional<std::uint64_t> column;
  std::string text;
};

std::string_view name(Severity severity) {
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

/// Reads announcements off one line of the text.
class LineReader {
public:
  LineReader(std::string_view line, std::uint64_t number) : rest_(line), number_(number) {}

  /// False at the end of the line. A malformed announcement sets `problem`.
  bool next(Message &message, std::string &problem) {
    constexpr std::string_view mark = "expected-";
    while (true) {
      std::size_t at = rest_.find(mark);
      if (at == std::string_view::npos)
        return false;
      rest_.remove_prefix(at + mark.size());
      message = {};
      for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
        if (take(name(severity))) {
          message.severity = severity;
          read(message, problem);
          return true;
        }
    }
  }

private:
  bool take(std::string_view text) {
    if (rest_.substr(0, text.size()) != text)
      return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::optional<std::uint64_t> takeNumber() {
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc())
      return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  void read(Message &message, std::string &problem) {
    message.line = number_;
    bool isValid = true;
    if (take("@")) {
      bool isBelow = take("+"), isAbove = !isBelow && take("-");
      if (take("unknown")) {
        message.line = 0;
      } else if (rest_.substr(0, 1) != ":") {
        std::optional<std::uint64_t> number = takeNumber();
        isValid = number && !(isAbove && *number >= number_);
        if (isValid)
          message.line = isBelow ? number_ + *number : isAbove ? number_ - *number : *number;
      }
      if (take(":")) {
        message.column = takeNumber();
        isValid &= message.column.has_value();
      }
    }
    while (take(" "))
      ;
    std::size_t end = rest_.find("}}");
    if (!isValid || !take("{{") || end == std::string_view::npos) {
      problem = "malformed announcement: expected-error[@line[:column]] {{text}}";
      return;
    }
    message.text = rest_.substr(0, end - 2);
    rest_.remove_prefix(end);
  }

  std::string_view rest_;
  std::uint64_t number_;
};

Message placed(const Source &source, Severity severity, SourceRange range, std::string text) {
  Message message{severity, 0, std::nullopt, std::move(text)};
  if (!range.isNowhere()) {
    LineColumn at = source.position(range.begin);
    message.line = at.line;
    message.column = at.column;
  }
  return message;
}

std::vector<Message> reportedMessages(const Source &source, const DiagnosticEngine &diagnostics) {
  std::vector<Message> messages;
  for (const Diagnostic &diagnostic : diagnostics.all()) {
    SourceRange range = diagnostic.source.get() == &source ? diagnostic.range : SourceRange{};
    messages.push_back(placed(source, diagnostic.severity, range, diagnostic.message));
    for (const DiagnosticNote &note : diagnostic.notes)
      messages.push_back(placed(source, Severity::Note, note.range.isNowhere() ? range : note.range,
                                note.message));
  }
  return messages;
}

bool matches(const Message &announced, const Message &reported) {
  return announced.severity == reported.severity && announced.line == reported.line &&
         (!announced.column || announced.column == reported.column) &&
         reported.text.find(announced.text) != std::string::npos;
}

std::string describe(const Source &source, std::string_view what, const Message &message) {
  std::string place = message.line == 0 ? "" : fmt::format("{}:", message.line);
  if (message.line != 0 && message.column)
    place += fmt::format("{}:", *message.column);
  return fmt::format("{}:{} {} {}: {}\n", source.name(), place, what, name(message.severity),
                     message.text);
}

} // namespace

std::string verifyDiagnostics(const Source &source, const DiagnosticEngine &diagnostics) {
  std::string differences;
  std::vector<Message> reported = reportedMessages(source, diagnostics);
  std::vector<bool> isAnnounced(reported.size());
  std::string_view text = source.text();
  std::uint64_t number = source.position(0).line;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    LineReader line(text.substr(begin, end - begin), number);
    begin = end + 1;
    Message announced;
    std::string problem;
    while (line.next(announced, problem)) {
      if (!problem.empty()) {
        differences += fmt::format("{}:{}: {}\n", source.name(), number, problem);
        problem.clear();
        continue;
      }
      std::size_t i = 0;
      while (i < reported.size() && (isAnnounced[i] || !matches(announced, reported[i])))
        ++i;
      if (i == reported.size())
        differences += describe(source, "missing", announced);
      else
        isAnnounced[i] = true;
    }
  }
  for (std::size_t i = 0; i < reported.size(); ++i)
    if (!isAnnounced[i])
      differences += describe(source, "unexpected", reported[i]);
  return differences;
}

std::string
verifyParts(const Source &source,
            const std::function<void(std::shared_ptr<const Source>, DiagnosticEngine &)> &compile) {
  constexpr std::string_view separator = "\n-- -----\n";
  std::string differences;
  std::string_view text = source.text();
  std::size_t begin = 0;
  while (true) {
    std::size_t end = text.find(separator, begin);
    // The line's end before the separator stays with the part.
    std::string part(text.substr(begin, end == std::string_view::npos ? end : end + 1 - begin));
    auto piece = std::make_shared<const Source>(
        source.name(), std::move(part), source.position(static_cast<std::uint32_t>(begin)).line);
    DiagnosticEngine diagnostics(piece);
    compile(piece, diagnostics);
    differences += verifyDiagnostics(*piece, diagnostics);
    if (end == std::string_view::npos)
      return differences;
    begin = end + separator.size();
  }
}

} // namespace bough::tool
