#include "runtime/TypedColumns.h"

namespace bough {

namespace {

using Layout = TypedColumn::Layout;

template <typename Offset>
std::string_view textBetween(const TypedColumn &column, std::size_t row) {
  const auto *offsets = static_cast<const Offset *>(column.offsets) + column.first + row;
  return {static_cast<const char *>(column.values) + offsets[0],
          static_cast<std::size_t>(offsets[1] - offsets[0])};
}

} // namespace

bool isTextLayout(Layout layout) {
  return layout == Layout::TextViews || layout == Layout::TextOffsets32 ||
         layout == Layout::TextOffsets64;
}

unsigned integerBytes(Layout layout) {
  return isIntegerLayout(layout)
             ? withInteger(layout, [](auto type) { return static_cast<unsigned>(sizeof type); })
             : 0;
}

__int128 integerAt(const TypedColumn &column, std::size_t row) {
  if (isIntegerLayout(column.layout))
    return withInteger(column.layout,
                       [&](auto type) -> __int128 { return valueAt<decltype(type)>(column, row); });
  if (column.layout == Layout::Bits)
    return bitAt(column.values, column.first + row) ? 1 : 0;
  return column.layout == Layout::Decimal128 ? valueAt<__int128>(column, row) : 0;
}

std::string_view textAt(const TypedColumn &column, std::size_t row) {
  if (column.layout == Layout::TextOffsets32)
    return textBetween<std::int32_t>(column, row);
  if (column.layout == Layout::TextOffsets64)
    return textBetween<std::int64_t>(column, row);
  auto view = valueAt<TypedColumn::TextView>(column, row);
  return view.length == 0 ? std::string_view() : std::string_view(view.text, view.length);
}

} // namespace bough
