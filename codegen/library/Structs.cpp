#include "codegen/library/Structs.h"

#include "codegen/library/Compiled.h"

#include <cstdint>
#include <string>

namespace bough::library {

namespace {

/// The format of one stream; empty, with what is wrong in `fault`.
std::optional<StructFormat> readFormat(const MachineStream &stream,
                                       const bough_struct_format &given, std::string &fault) {
  if (given.field_count != stream.columns.size()) {
    fault =
        fmt::format("{} fields are given for {} columns", given.field_count, stream.columns.size());
    if (given.field_count < stream.columns.size())
      fault += fmt::format("; '{}' has none", stream.columns[given.field_count].name);
    return std::nullopt;
  }
  if (given.fields == nullptr) {
    fault = "no fields are given";
    return std::nullopt;
  }
  StructFormat format{given.structure_size, {}};
  for (std::size_t c = 0; c < stream.columns.size(); ++c) {
    const bough_field &field = given.fields[c];
    const std::string &name = stream.columns[c].name;
    if (field.layout < BOUGH_INT8 || field.layout > BOUGH_UINT64) {
      fault = fmt::format("the field of column '{}' is no integer, from BOUGH_INT8 to BOUGH_UINT64",
                          name);
      return std::nullopt;
    }
    const auto layout = static_cast<TypedColumn::Layout>(field.layout);
    const std::size_t bytes = integerBytes(layout);
    if (field.offset > format.size || bytes > format.size - field.offset) {
      fault = fmt::format("the field of column '{}', {} bytes at {}, does not lie in a struct of "
                          "{} bytes",
                          name, bytes, field.offset, format.size);
      return std::nullopt;
    }
    format.fields.push_back({field.offset, layout});
  }
  return format;
}

} // namespace

std::optional<StructFormats> readFormats(const MachineSchema &schema,
                                         std::span<const bough_struct_format> given,
                                         DiagnosticEngine &diagnostics) {
  StructFormats formats(schema.streams.size());
  for (const bough_struct_format &each : given) {
    std::string fault, name = std::to_string(each.stream);
    std::optional<StructFormat> format;
    if (each.stream >= schema.streams.size() || !schema.streams[each.stream].hasTimestamp()) {
      fault = describeNoStream(schema, each.stream);
      if (each.stream == SIZE_MAX)
        name = "SIZE_MAX";
    } else {
      name = schema.streams[each.stream].name;
      if (formats[each.stream])
        fault = "their format is given twice";
      else
        format = readFormat(schema.streams[each.stream], each, fault);
    }
    if (!format) {
      diagnostics.reportIn(nullptr, diag::structFormatWrong, {}, name, fault);
      return std::nullopt;
    }
    formats[each.stream] = std::move(format);
  }
  return formats;
}

std::shared_ptr<const emit::RowFormats> rowFormats(const StructFormats &formats,
                                                   const MachineSchema &schema) {
  emit::Binding binding;
  for (std::size_t s = 0; s < formats.size(); ++s) {
    if (!formats[s])
      continue;
    emit::StructBinding bound;
    bound.stream = schema.streams[s].name;
    bound.size = formats[s]->size;
    for (std::size_t c = 0; c < formats[s]->fields.size(); ++c) {
      const StructFormat::Field &field = formats[s]->fields[c];
      const bool isSigned = field.layout <= TypedColumn::Layout::Int64;
      bound.fields.push_back({schema.streams[s].columns[c].name, "", field.offset,
                              integerBytes(field.layout),
                              isSigned ? emit::FieldKind::Signed : emit::FieldKind::Unsigned});
    }
    binding.structs.push_back(std::move(bound));
  }
  return std::make_shared<const emit::RowFormats>(emit::boundRows(binding, schema));
}

std::vector<TypedColumn> columnsOf(const StructFormat &format, const void *structs) {
  std::vector<TypedColumn> columns;
  for (const StructFormat::Field &field : format.fields) {
    TypedColumn column;
    column.values = static_cast<const char *>(structs) + field.offset;
    column.layout = field.layout;
    column.stride = format.size;
    columns.push_back(column);
  }
  return columns;
}

} // namespace bough::library
