#include "codegen/emit/RowFormat.h"

#include "runtime/Fields.h"

namespace bough::emit {

namespace {

/// What the declaration says of a column's values; where the field lies is left open.
FieldFormat unitsOf(const MachineSchema &schema, const MachineStream &stream, unsigned column) {
  const MachineColumn &declared = stream.columns[column];
  FieldFormat field;
  const ValueRange range = valueRange(schema, stream, column);
  field.lo = range.lo;
  field.hi = range.hi;
  if (column == stream.timestampColumn) {
    field.start = stream.startsAt;
    field.factor = stream.timeScale;
    field.shift = stream.timeOffset;
  } else if (declared.format.isCoded()) {
    field.lo = 0;
    field.hi = static_cast<std::int64_t>(schema.domains[declared.format.domain].capacity) - 1;
  } else {
    field.factor = declared.format.factor;
  }
  return field;
}

} // namespace

RowFormats wordRows(const MachineSchema &schema) {
  RowFormats formats;
  for (const MachineStream &stream : schema.streams) {
    formats.emplace_back();
    if (!stream.hasTimestamp())
      continue;
    RowFormat format{8 * stream.columns.size(), 8, {}};
    for (unsigned column = 0; column < stream.columns.size(); ++column) {
      format.fields.push_back(unitsOf(schema, stream, column));
      format.fields.back().offset = 8 * std::uint64_t{column};
    }
    formats.back() = std::move(format);
  }
  return formats;
}

RowFormats boundRows(const Binding &binding, const MachineSchema &schema) {
  RowFormats formats;
  for (const MachineStream &stream : schema.streams) {
    formats.emplace_back();
    const StructBinding *bound = binding.find(stream.name);
    if (bound == nullptr)
      continue;
    RowFormat format{bound->size, bound->alignment, {}};
    for (unsigned column = 0; column < bound->fields.size(); ++column) {
      FieldFormat field = unitsOf(schema, stream, column);
      field.offset = bound->fields[column].offset;
      field.bytes = bound->fields[column].bytes;
      field.kind = bound->fields[column].kind;
      format.fields.push_back(field);
    }
    formats.back() = std::move(format);
  }
  return formats;
}

} // namespace bough::emit
