#include "tools/bough/BindOption.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bough::tool {

std::string typeName(const emit::FieldBinding &field) {
  switch (field.kind) {
  case emit::FieldKind::Signed:
    return fmt::format("int{}", 8 * field.bytes);
  case emit::FieldKind::Unsigned:
    return fmt::format("uint{}", 8 * field.bytes);
  case emit::FieldKind::Bool:
    return "bool";
  case emit::FieldKind::Float:
    break;
  }
  return fmt::format("float{}", 8 * field.bytes);
}

void addBindOption(CLI::App &command, BindRequest &request, const std::string &use) {
  CLI::Option *bind = command.add_option(
      "--bind", request.header,
      "A header of C++ whose structs are marked BOUGH_STREAM(\"name\"), with the "
      "macros of <bough/Annotate.h>: checked against the streams" +
          use);
  command
      .add_option("--bind-arg", request.arguments,
                  "An argument for Clang, which reads that header, such as -I/folder; may be "
                  "repeated")
      ->needs(bind)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

std::optional<emit::Binding> readBinding(const MachineSchema &schema, const BindRequest &request,
                                         DiagnosticEngine &diagnostics) {
  if (request.header.empty())
    return emit::Binding();
  BindReader *reader = loadBindReader(diagnostics);
  return reader != nullptr ? reader->read(schema, request, diagnostics) : std::nullopt;
}

std::string bindingText(const emit::Binding &binding) {
  std::string text;
  for (const emit::StructBinding &each : binding.structs) {
    text += fmt::format("\nstream {} is {} of {}: {} bytes, aligned to {}\n", each.stream,
                        each.structName, each.header, each.size, each.alignment);
    std::size_t column = 0, field = 0;
    for (const emit::FieldBinding &own : each.fields) {
      column = std::max(column, own.column.size());
      field = std::max(field, own.field.size());
    }
    for (const emit::FieldBinding &own : each.fields)
      text += fmt::format("  {:{}}  {:{}}  {} at {}\n", own.column, column, own.field, field,
                          typeName(own), own.offset);
  }
  return text;
}

nlohmann::json bindingJson(const emit::Binding &binding) {
  nlohmann::json structs = nlohmann::json::array();
  for (const emit::StructBinding &each : binding.structs) {
    nlohmann::json fields = nlohmann::json::array();
    for (const emit::FieldBinding &own : each.fields)
      fields.push_back({{"column", own.column},
                        {"field", own.field},
                        {"type", typeName(own)},
                        {"offset", own.offset},
                        {"bytes", own.bytes}});
    structs.push_back({{"stream", each.stream},
                       {"struct", each.structName},
                       {"header", each.header},
                       {"bytes", each.size},
                       {"alignment", each.alignment},
                       {"fields", std::move(fields)}});
  }
  return structs;
}

} // namespace bough::tool
