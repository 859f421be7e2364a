#include "tools/bough/DebsRows.h"

#include "runtime/LineBuffer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace bough::tool {

namespace {

constexpr std::array<std::string_view, 13> columns = {"sid", "ts", "x",  "y",  "z",  "v", "a",
                                                      "vx",  "vy", "vz", "ax", "ay", "az"};
constexpr std::string_view header = "sid,ts,x,y,z,v,a,vx,vy,vz,ax,ay,az,ball\n";

using Row = std::array<std::int64_t, columns.size()>;

bool isBall(std::int64_t sensor) {
  return sensor == 4 || sensor == 8 || sensor == 10 || sensor == 12;
}

/// One line of the file, for what is said about it.
struct Line {
  const std::string &file;
  std::string_view text;
  std::uint64_t number;

  std::shared_ptr<const Source> source() const {
    return std::make_shared<const Source>(file, std::string(text), number);
  }
};

SourceRange rangeOf(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(end, begin + 1))};
}

std::optional<Row> parseRow(const Line &line, DiagnosticEngine &diagnostics) {
  Row row{};
  std::size_t begin = 0;
  for (std::size_t field = 0; field < columns.size(); ++field) {
    const std::size_t comma = line.text.find(',', begin);
    const bool isLast = field + 1 == columns.size();
    if (isLast && comma != std::string_view::npos) {
      diagnostics.reportIn(line.source(), diag::rowTooLong, rangeOf(comma, line.text.size()),
                           columns.size());
      return std::nullopt;
    }
    if (!isLast && comma == std::string_view::npos) {
      diagnostics.reportIn(line.source(), diag::rowTooShort, rangeOf(0, line.text.size()),
                           field + 1, columns.size());
      return std::nullopt;
    }
    const std::size_t end = isLast ? line.text.size() : comma;
    const char *last = line.text.data() + end;
    const auto [stop, error] = std::from_chars(line.text.data() + begin, last, row[field]);
    if (error != std::errc() || stop != last) {
      diagnostics.reportIn(
          line.source(), diag::fieldMalformed, rangeOf(begin, end),
          std::string(line.text.substr(begin, std::min<std::size_t>(end - begin, 60))),
          "an integer of 64 bits", columns[field], "BIGINT");
      return std::nullopt;
    }
    begin = end + 1;
  }
  return row;
}

class Converter {
public:
  explicit Converter(const std::function<bool(std::string_view)> &write) : write_(write) {}

  /// False when there is nothing more to write.
  bool add(const Row &row) {
    const std::array<std::int64_t, 3> position = {row[2], row[3], row[4]};
    if (isBall(row[0]))
      ball_ = position;
    if (!ball_)
      return true;
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double difference =
          static_cast<double>(position[axis]) - static_cast<double>((*ball_)[axis]);
      square += difference * difference;
    }
    text_.clear();
    for (std::int64_t value : row)
      fmt::format_to(std::back_inserter(text_), "{},", value);
    // Within 2^63 for any positions, and exact for those on a field.
    fmt::format_to(std::back_inserter(text_), "{}\n",
                   static_cast<std::int64_t>(std::min(std::sqrt(square), 9e18)));
    return write_(text_);
  }

private:
  const std::function<bool(std::string_view)> &write_;
  std::optional<std::array<std::int64_t, 3>> ball_;
  std::string text_;
};

} // namespace

std::string_view debsHeader() { return header; }

bool convertDebs(const std::string &path, const std::function<bool(std::string_view)> &write,
                 DiagnosticEngine &diagnostics) {
  const std::string name = path == "-" ? "<stdin>" : path;
  LineBuffer text;
  auto failed = [&] {
    diagnostics.reportIn(nullptr, diag::inputNotReadable, {}, name, text.bytes().reason());
    return false;
  };
  if (text.open(path) != LineBuffer::Refill::Data)
    return failed();
  Converter converter(write);
  std::uint64_t blank = 0; // the first blank line; only other such lines may follow
  for (std::uint64_t number = 1;;) {
    while (text.cursor < text.completeEnd) {
      const std::string_view rest(text.cursor,
                                  static_cast<std::size_t>(text.completeEnd - text.cursor));
      std::string_view line = rest.substr(0, rest.find('\n'));
      text.cursor += line.size() + 1;
      if (line.ends_with('\r'))
        line.remove_suffix(1);
      if (line.empty()) {
        blank = blank == 0 ? number : blank;
        ++number;
        continue;
      }
      if (blank != 0) {
        diagnostics.reportIn(Line{name, {}, blank}.source(), diag::blankLine, rangeOf(0, 0));
        return false;
      }
      const std::optional<Row> row = parseRow({name, line, number}, diagnostics);
      if (!row)
        return false;
      if (!converter.add(*row))
        return true;
      ++number;
    }
    switch (text.refill()) {
    case LineBuffer::Refill::Data:
      break;
    case LineBuffer::Refill::End:
      if (text.cursor == text.completeEnd)
        return true;
      break;
    case LineBuffer::Refill::TooLong:
      diagnostics.reportIn(
          std::make_shared<const Source>(name, std::string(text.cursor, 60), number),
          diag::lineTooLong, rangeOf(0, 60), LineBuffer::maximumLineBytes);
      return false;
    case LineBuffer::Refill::Damaged:
      diagnostics.reportIn(nullptr, diag::inputNotDecompressed, {}, name, text.bytes().reason());
      return false;
    case LineBuffer::Refill::Stopped: // nothing stops it
    case LineBuffer::Refill::Failed:
      return failed();
    }
  }
}

} // namespace bough::tool
