#include "codegen/library/Arrow.h"

#include "runtime/Names.h"

#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string_view>

namespace bough::library {

namespace {

using Layout = TypedColumn::Layout;

constexpr std::int64_t secondsPerDay = 86'400;
/// More rows, or bytes of texts, than there can be: counts and offsets that are damaged.
constexpr std::int64_t mostRows = std::int64_t{1} << 48;
constexpr std::int64_t mostTextBytes = std::int64_t{1} << 40;
constexpr unsigned mostDigits = 38; ///< of a decimal of 128 bits

/// What an Arrow format says.
struct Form {
  enum class Meaning { Integer, Boolean, Decimal, Time, Text };
  Layout layout = Layout::Int64;
  Meaning meaning = Meaning::Integer;
  unsigned scale = 0;           ///< Decimal
  std::int64_t ticksPerDay = 0; ///< Time; 1 for days
};
using Meaning = Form::Meaning;

/// Ticks per day of "tss:", "tsm:", "tsu:" and "tsn:", with or without a zone, and of dates; 0 of
/// other formats.
std::int64_t ticksPerDayOf(std::string_view format) {
  if (format == "tdD")
    return 1;
  if (format == "tdm")
    return secondsPerDay * 1'000;
  if (format.size() < 4 || format.substr(0, 2) != "ts" || format[3] != ':')
    return 0;
  switch (format[2]) {
  case 's':
    return secondsPerDay;
  case 'm':
    return secondsPerDay * 1'000;
  case 'u':
    return secondsPerDay * 1'000'000;
  case 'n':
    return secondsPerDay * 1'000'000'000;
  default:
    return 0;
  }
}

/// "d:precision,scale" or "d:precision,scale,128"
bool readScale(std::string_view format, unsigned &scale) {
  std::size_t comma = format.find(',');
  if (comma == std::string_view::npos)
    return false;
  const char *end = format.data() + format.size();
  auto [stop, error] = std::from_chars(format.data() + comma + 1, end, scale);
  const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
  return error == std::errc() && (rest.empty() || rest == ",128") && scale <= mostDigits;
}

std::optional<Form> formOf(std::string_view format) {
  if (std::int64_t ticks = ticksPerDayOf(format); ticks != 0)
    return Form{format == "tdD" ? Layout::Int32 : Layout::Int64, Meaning::Time, 0, ticks};
  if (format.substr(0, 2) == "d:") {
    Form form{Layout::Decimal128, Meaning::Decimal};
    return readScale(format, form.scale) ? std::optional(form) : std::nullopt;
  }
  if (format.size() != 1)
    return std::nullopt;
  switch (format[0]) {
  case 'b':
    return Form{Layout::Bits, Meaning::Boolean};
  case 'c':
    return Form{Layout::Int8};
  case 'C':
    return Form{Layout::UInt8};
  case 's':
    return Form{Layout::Int16};
  case 'S':
    return Form{Layout::UInt16};
  case 'i':
    return Form{Layout::Int32};
  case 'I':
    return Form{Layout::UInt32};
  case 'l':
    return Form{Layout::Int64};
  case 'L':
    return Form{Layout::UInt64};
  case 'u':
    return Form{Layout::TextOffsets32, Meaning::Text};
  case 'U':
    return Form{Layout::TextOffsets64, Meaning::Text};
  default:
    return std::nullopt;
  }
}

/// Whether values of a form mean something in a column. Texts do everywhere, as in files.
bool canTake(CellFormat::Kind kind, Meaning meaning) {
  if (meaning == Meaning::Text)
    return true;
  switch (kind) {
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Key:
  case CellFormat::Kind::Decimal:
    return meaning == Meaning::Integer || meaning == Meaning::Decimal;
  case CellFormat::Kind::Boolean:
    return meaning == Meaning::Boolean || meaning == Meaning::Integer;
  case CellFormat::Kind::Date:
    return meaning == Meaning::Time;
  case CellFormat::Kind::Time:
    return meaning == Meaning::Time || meaning == Meaning::Integer;
  case CellFormat::Kind::Text:
    break;
  }
  return false;
}

/// What is wrong with an array of so many buffers; empty when nothing is.
std::string findFault(const ArrowArray &array, std::int64_t buffers) {
  if (array.release == nullptr)
    return "has been released";
  if (array.length < 0 || array.length > mostRows || array.offset < 0 || array.offset > mostRows)
    return fmt::format("has the length {} and the offset {}", array.length, array.offset);
  if (array.n_buffers != buffers)
    return fmt::format("has {} buffers", array.n_buffers);
  if (buffers != 0 && array.buffers == nullptr)
    return "has no buffers";
  if (array.null_count < -1 || array.null_count > array.length)
    return fmt::format("has {} nulls in {} rows", array.null_count, array.length);
  if (array.null_count > 0 && (buffers == 0 || array.buffers[0] == nullptr))
    return fmt::format("has {} nulls, and no bits that say where", array.null_count);
  return "";
}

std::int64_t offsetAt(const TypedColumn &column, std::size_t row) {
  const auto *bytes = static_cast<const char *>(column.offsets);
  if (column.layout == Layout::TextOffsets64) {
    std::int64_t offset = 0;
    std::memcpy(&offset, bytes + (column.first + row) * sizeof offset, sizeof offset);
    return offset;
  }
  std::int32_t offset = 0;
  std::memcpy(&offset, bytes + (column.first + row) * sizeof offset, sizeof offset);
  return offset;
}

class ArrowReader {
public:
  ArrowReader(const ArrowArray &batch, std::string &fault) : batch_(batch), fault_(fault) {}

  ArrowColumns take() { return std::move(result_); }

  bool addColumn(const MachineColumn &column, const ArrowSchema &schema, const ArrowArray *array) {
    column_ = &column;
    if (array == nullptr)
      return fail("has no array");
    Form form;
    std::optional<TypedColumn> typed =
        typedColumn(schema, *array, batch_.offset, batch_.length, form);
    if (!typed)
      return false;
    if (schema.dictionary != nullptr || array->dictionary != nullptr)
      return addEncoded(schema, *array, *typed);
    const CellFormat &format = column.format;
    if (!canTake(format.kind, form.meaning))
      return failForm(schema.format);
    if (form.meaning == Meaning::Text)
      return addTexts(*typed);
    const std::int64_t ticks = format.kind == CellFormat::Kind::Date ? 1 : format.ticksPerDay;
    if (form.meaning == Meaning::Time && form.ticksPerDay != ticks)
      return addScaled(*typed, schema.format, form.ticksPerDay, ticks);
    if (form.meaning == Meaning::Integer && format.kind == CellFormat::Kind::Decimal)
      return addWhole(*typed);
    result_.columns.push_back(*typed);
    return true;
  }

private:
  bool fail(std::string_view what) {
    fault_ = fmt::format("column '{}' {}", column_->name, what);
    return false;
  }

  bool failForm(std::string_view format) {
    return fail(
        fmt::format("has the format '{}', which its type {} cannot take", format, column_->type));
  }

  /// Rows of an array from `first` on.
  std::optional<TypedColumn> typedColumn(const ArrowSchema &schema, const ArrowArray &array,
                                         std::int64_t first, std::int64_t rows, Form &form) {
    auto failed = [&](std::string_view what) {
      fail(what);
      return std::nullopt;
    };
    if (schema.release == nullptr)
      return failed("has a schema that has been released");
    if (schema.format == nullptr)
      return failed("has no format");
    const std::optional<Form> known = formOf(schema.format);
    if (!known) {
      failForm(schema.format);
      return std::nullopt;
    }
    form = *known;
    const bool isText = form.meaning == Meaning::Text;
    if (std::string fault = findFault(array, isText ? 3 : 2); !fault.empty())
      return failed(fault);
    if (array.length < first + rows)
      return failed("has fewer rows than the batch");
    if (rows != 0 && array.buffers[1] == nullptr)
      return failed(isText ? "has no offsets" : "has no values");
    TypedColumn typed;
    typed.layout = form.layout;
    typed.scale = form.scale;
    typed.first = static_cast<std::size_t>(array.offset + first);
    if (array.null_count != 0)
      typed.valid = static_cast<const std::uint8_t *>(array.buffers[0]);
    typed.values = array.buffers[isText ? 2 : 1];
    if (isText)
      typed.offsets = array.buffers[1];
    return typed;
  }

  static bool isNull(const TypedColumn &typed, std::int64_t row) {
    return typed.valid != nullptr &&
           !bitAt(typed.valid, typed.first + static_cast<std::size_t>(row));
  }

  /// Values that have been converted, from row 0 on; `first` stays that of `valid`.
  template <typename T>
  bool addConverted(TypedColumn typed, Layout layout, const std::vector<T> &values) {
    typed.values = values.data();
    typed.layout = layout;
    typed.stride = sizeof(T);
    result_.columns.push_back(typed);
    return true;
  }

  /// Times in another unit than the column's: exactly, or not at all.
  bool addScaled(const TypedColumn &typed, std::string_view format, std::int64_t from,
                 std::int64_t to) {
    std::vector<std::int64_t> &values = result_.integers.emplace_back();
    for (std::int64_t row = 0; row < batch_.length; ++row) {
      const __int128 given =
          isNull(typed, row) ? 0 : integerAt(typed, static_cast<std::size_t>(row));
      const __int128 scaled = given * to;
      const auto value = static_cast<std::int64_t>(scaled / from);
      if (scaled % from != 0 || value != scaled / from)
        return fail(
            fmt::format("has {} of the format '{}' in row {}, which its type {} cannot tell "
                        "exactly",
                        static_cast<std::int64_t>(given), format, row + 1, column_->type));
      values.push_back(value);
    }
    return addConverted(typed, Layout::Int64, values);
  }

  /// Integers as decimals without digits after the point.
  bool addWhole(TypedColumn typed) {
    std::vector<__int128> &values = result_.decimals.emplace_back();
    for (std::int64_t row = 0; row < batch_.length; ++row)
      values.push_back(integerAt(typed, static_cast<std::size_t>(row)));
    typed.scale = 0;
    return addConverted(typed, Layout::Decimal128, values);
  }

  /// Whether the offsets of a text can be.
  static bool isSound(const TypedColumn &typed, std::size_t row) {
    const std::int64_t begin = offsetAt(typed, row), end = offsetAt(typed, row + 1);
    return begin >= 0 && begin <= end && end <= mostTextBytes &&
           end - begin <= std::numeric_limits<std::int32_t>::max() &&
           (begin == end || typed.values != nullptr);
  }

  bool failOffsets(std::string_view whose, const TypedColumn &typed, std::size_t row) {
    return fail(fmt::format("has {}text {} from byte {} to byte {}{}", whose, row + 1,
                            offsetAt(typed, row), offsetAt(typed, row + 1),
                            typed.values == nullptr ? " of no buffer" : ""));
  }

  bool addTexts(TypedColumn typed) {
    for (std::size_t row = 0; row < static_cast<std::size_t>(batch_.length); ++row)
      if (!isSound(typed, row))
        return failOffsets("", typed, row);
    if (typed.values == nullptr)
      typed.values = ""; // all are empty
    result_.columns.push_back(typed);
    return true;
  }

  /// Indices into an array of texts.
  bool addEncoded(const ArrowSchema &schema, const ArrowArray &array, TypedColumn indices) {
    if (array.dictionary == nullptr)
      return fail("has no dictionary");
    if (schema.dictionary == nullptr)
      return fail("has a dictionary that its schema has not");
    Form form;
    std::optional<TypedColumn> known =
        typedColumn(*schema.dictionary, *array.dictionary, 0, array.dictionary->length, form);
    if (!known)
      return false;
    if (form.meaning != Meaning::Text || indexForm(schema) != Meaning::Integer)
      return fail(fmt::format("has indices of the format '{}' into a dictionary of the format "
                              "'{}', which its type {} cannot take",
                              schema.format, schema.dictionary->format, column_->type));
    std::vector<TypedColumn::TextView> &texts = result_.texts.emplace_back();
    std::vector<std::uint8_t> &valid =
        result_.valid.emplace_back(static_cast<std::size_t>(batch_.length) / 8 + 1);
    for (std::int64_t row = 0; row < batch_.length; ++row) {
      std::string_view text;
      if (!isNull(indices, row)) {
        const __int128 index = integerAt(indices, static_cast<std::size_t>(row));
        if (index < 0 || index >= array.dictionary->length)
          return fail(fmt::format("has an index in row {} that its dictionary has not", row + 1));
        if (!isNull(*known, static_cast<std::int64_t>(index))) {
          if (!isSound(*known, static_cast<std::size_t>(index)))
            return failOffsets("in its dictionary ", *known, static_cast<std::size_t>(index));
          text = known->values == nullptr ? "" : textAt(*known, static_cast<std::size_t>(index));
          valid[static_cast<std::size_t>(row) / 8] |= static_cast<std::uint8_t>(1 << (row % 8));
        }
      }
      texts.push_back({text.data(), text.size()});
    }
    indices.valid = valid.data();
    indices.first = 0;
    return addConverted(indices, Layout::TextViews, texts);
  }

  static Meaning indexForm(const ArrowSchema &schema) { return formOf(schema.format)->meaning; }

  const ArrowArray &batch_;
  std::string &fault_;
  const MachineColumn *column_ = nullptr;
  ArrowColumns result_;
};

/// What is wrong with the struct array itself; empty when nothing is.
std::string findStructFault(const ArrowSchema &schema, const ArrowArray &array) {
  if (schema.release == nullptr)
    return "its schema has been released";
  if (schema.format == nullptr || std::strcmp(schema.format, "+s") != 0)
    return "it is no struct array";
  if (std::string fault = findFault(array, array.n_buffers == 0 ? 0 : 1); !fault.empty())
    return "it " + fault;
  if (schema.n_children != array.n_children || schema.n_children < 0)
    return "schema and array differ";
  if (schema.n_children != 0 && (schema.children == nullptr || array.children == nullptr))
    return "it has no children";
  for (std::int64_t child = 0; child < schema.n_children; ++child)
    if (schema.children[child] == nullptr)
      return fmt::format("child {} has no schema", child + 1);
  if (array.null_count == 0 || array.n_buffers == 0 || array.buffers[0] == nullptr)
    return "";
  for (std::int64_t row = 0; row < array.length; ++row)
    if (!bitAt(array.buffers[0], static_cast<std::size_t>(array.offset + row)))
      return fmt::format("row {} is null", row + 1);
  return "";
}

/// The child with a column's name, or null. One that was released has none.
const ArrowSchema *findChild(const ArrowSchema &schema, std::string_view name,
                             std::int64_t &index) {
  for (index = 0; index < schema.n_children; ++index) {
    const ArrowSchema &child = *schema.children[index];
    if (child.release != nullptr && child.name != nullptr && equalNames(child.name, name))
      return &child;
  }
  return nullptr;
}

} // namespace

std::optional<ArrowColumns> readArrow(const MachineStream &stream, const ArrowSchema &schema,
                                      const ArrowArray &array, std::string &fault) {
  fault = findStructFault(schema, array);
  if (!fault.empty())
    return std::nullopt;
  ArrowReader reader(array, fault);
  for (const MachineColumn &column : stream.columns) {
    std::int64_t index = 0;
    const ArrowSchema *child = findChild(schema, column.name, index);
    if (child == nullptr) {
      fault = fmt::format("there is no column '{}'", column.name);
      return std::nullopt;
    }
    if (!reader.addColumn(column, *child, array.children[index]))
      return std::nullopt;
  }
  return reader.take();
}

} // namespace bough::library
