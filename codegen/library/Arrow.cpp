#include "codegen/library/Arrow.h"

#include "runtime/Names.h"

#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

namespace bough::library {

namespace {

using Layout = TypedColumn::Layout;

constexpr std::int64_t secondsPerDay = 86'400;

/// Ticks per day of "tss:", "tsm:", "tsu:" and "tsn:"; 0 of other formats.
std::int64_t ticksPerDayOf(std::string_view format) {
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

std::optional<Layout> layoutOf(std::string_view format) {
  if (format == "tdD")
    return Layout::Int32;
  if (format == "tdm" || ticksPerDayOf(format) != 0)
    return Layout::Int64;
  if (format.substr(0, 2) == "d:")
    return Layout::Decimal128;
  if (format.size() != 1)
    return std::nullopt;
  switch (format[0]) {
  case 'b':
    return Layout::Bits;
  case 'c':
    return Layout::Int8;
  case 'C':
    return Layout::UInt8;
  case 's':
    return Layout::Int16;
  case 'S':
    return Layout::UInt16;
  case 'i':
    return Layout::Int32;
  case 'I':
    return Layout::UInt32;
  case 'l':
    return Layout::Int64;
  case 'L':
    return Layout::UInt64;
  case 'u':
    return Layout::TextOffsets32;
  case 'U':
    return Layout::TextOffsets64;
  default:
    return std::nullopt;
  }
}

bool isText(Layout layout) {
  return layout == Layout::TextOffsets32 || layout == Layout::TextOffsets64;
}

class ArrowReader {
public:
  ArrowReader(const ArrowArray &batch, std::string &fault) : batch_(batch), fault_(fault) {}

  ArrowColumns take() { return std::move(result_); }

  bool addColumn(const MachineColumn &column, const ArrowSchema &schema, const ArrowArray &array) {
    column_ = &column;
    if (array.length < batch_.offset + batch_.length)
      return fail("has fewer rows than the batch");
    std::optional<TypedColumn> typed = typedColumn(schema, array, batch_.offset);
    if (!typed)
      return false;
    if (schema.dictionary != nullptr)
      return addEncoded(schema, array, *typed);
    std::string_view format = schema.format;
    if (format == "tdm")
      return addScaled(*typed, secondsPerDay * 1'000, 1);
    std::int64_t ticks = ticksPerDayOf(format);
    if (ticks != 0 && column.format.kind == CellFormat::Kind::Time &&
        ticks != column.format.ticksPerDay)
      return addScaled(*typed, ticks, column.format.ticksPerDay);
    result_.columns.push_back(*typed);
    return true;
  }

private:
  bool fail(std::string_view what) {
    fault_ = fmt::format("column '{}' {}", column_->name, what);
    return false;
  }

  std::optional<TypedColumn> typedColumn(const ArrowSchema &schema, const ArrowArray &array,
                                         std::int64_t first) {
    std::string_view format = schema.format;
    std::optional<Layout> layout = layoutOf(format);
    if (!layout) {
      fail(fmt::format("has the format '{}'", format));
      return std::nullopt;
    }
    if (array.n_buffers != (isText(*layout) ? 3 : 2)) {
      fail(fmt::format("has {} buffers", array.n_buffers));
      return std::nullopt;
    }
    TypedColumn typed;
    typed.layout = *layout;
    typed.first = static_cast<std::size_t>(array.offset + first);
    if (array.null_count != 0)
      typed.valid = static_cast<const std::uint8_t *>(array.buffers[0]);
    typed.values = array.buffers[isText(*layout) ? 2 : 1];
    if (isText(*layout))
      typed.offsets = array.buffers[1];
    if (*layout == Layout::Decimal128 && !readScale(format, typed.scale)) {
      fail(fmt::format("has the format '{}'", format));
      return std::nullopt;
    }
    return typed;
  }

  /// "d:precision,scale" or "d:precision,scale,128"
  static bool readScale(std::string_view format, unsigned &scale) {
    std::size_t comma = format.find(',');
    if (comma == std::string_view::npos)
      return false;
    const char *end = format.data() + format.size();
    auto [stop, error] = std::from_chars(format.data() + comma + 1, end, scale);
    return error == std::errc() && (stop == end || std::string_view(stop, end) == ",128");
  }

  /// Times in another unit than the column's: exactly, or not at all.
  bool addScaled(TypedColumn typed, std::int64_t from, std::int64_t to) {
    std::vector<std::int64_t> &values = result_.integers.emplace_back();
    const auto *given = static_cast<const std::int64_t *>(typed.values) + typed.first;
    for (std::int64_t row = 0; row < batch_.length; ++row) {
      bool isNull = typed.valid != nullptr && !isValid(typed, row);
      __int128 scaled = isNull ? 0 : static_cast<__int128>(given[row]) * to;
      auto value = static_cast<std::int64_t>(scaled / from);
      if (scaled % from != 0 || value != scaled / from)
        return fail(
            fmt::format("cannot tell the time {} of row {} in its unit", given[row], row + 1));
      values.push_back(value);
    }
    typed.values = values.data();
    typed.layout = Layout::Int64;
    typed.stride = sizeof(std::int64_t); // from row 0 on; `first` stays that of `valid`
    result_.columns.push_back(typed);
    return true;
  }

  static bool isValid(const TypedColumn &typed, std::int64_t row) {
    std::size_t bit = typed.first + static_cast<std::size_t>(row);
    return (typed.valid[bit / 8] >> (bit % 8) & 1) != 0;
  }

  /// Indices into an array of texts.
  bool addEncoded(const ArrowSchema &schema, const ArrowArray &array, const TypedColumn &indices) {
    if (array.dictionary == nullptr)
      return fail("has no dictionary");
    std::optional<TypedColumn> known = typedColumn(*schema.dictionary, *array.dictionary, 0);
    if (!known)
      return false;
    if (!isText(known->layout) || isText(indices.layout))
      return fail("has a dictionary of something else than texts");
    std::vector<TypedColumn::TextView> &texts = result_.texts.emplace_back();
    for (std::int64_t row = 0; row < batch_.length; ++row) {
      const bool isNull = indices.valid != nullptr && !isValid(indices, row);
      const __int128 index = isNull ? 0 : integerAt(indices, static_cast<std::size_t>(row));
      if (!isNull && (index < 0 || index >= array.dictionary->length))
        return fail(fmt::format("has an index in row {} that its dictionary has not", row + 1));
      std::string_view text =
          isNull ? std::string_view() : textAt(*known, static_cast<std::size_t>(index));
      texts.push_back({text.data(), text.size()});
    }
    TypedColumn typed = indices;
    typed.layout = Layout::TextViews;
    typed.values = texts.data();
    typed.stride = sizeof(TypedColumn::TextView);
    result_.columns.push_back(typed);
    return true;
  }

  const ArrowArray &batch_;
  std::string &fault_;
  const MachineColumn *column_ = nullptr;
  ArrowColumns result_;
};

} // namespace

std::optional<ArrowColumns> readArrow(const MachineStream &stream, const ArrowSchema &schema,
                                      const ArrowArray &array, std::string &fault) {
  auto refuse = [&](std::string what) {
    fault = std::move(what);
    return std::nullopt;
  };
  if (schema.format == nullptr || std::strcmp(schema.format, "+s") != 0)
    return refuse("it is no struct array");
  if (schema.n_children != array.n_children || array.length < 0 || array.offset < 0)
    return refuse("schema and array differ");
  if (array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr)
    return refuse("it has rows that are null");
  ArrowReader reader(array, fault);
  for (const MachineColumn &column : stream.columns) {
    std::int64_t child = 0;
    while (child < schema.n_children && (schema.children[child]->name == nullptr ||
                                         !equalNames(schema.children[child]->name, column.name)))
      ++child;
    if (child == schema.n_children)
      return refuse(fmt::format("there is no column '{}'", column.name));
    if (!reader.addColumn(column, *schema.children[child], *array.children[child]))
      return std::nullopt;
  }
  return reader.take();
}

} // namespace bough::library
