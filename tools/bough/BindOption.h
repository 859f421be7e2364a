#pragma once

#include "codegen/emit/Binding.h"
#include "tools/bind/Bind.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace bough::tool {

/// Adds --bind and --bind-arg; without --bind the header's name stays empty. `use` says what the
/// command does with the structs.
void addBindOption(CLI::App &command, BindRequest &request, const std::string &use);

/// The structs of the header of --bind; an empty binding without that option. Empty, with
/// diagnostics, when they do not fit to the streams.
std::optional<emit::Binding> readBinding(const MachineSchema &schema, const BindRequest &request,
                                         DiagnosticEngine &diagnostics);

/// "int32", "uint8", "bool".
std::string typeName(const emit::FieldBinding &field);
/// A line for each struct and each of its fields; empty for an empty binding.
std::string bindingText(const emit::Binding &binding);
nlohmann::json bindingJson(const emit::Binding &binding);

} // namespace bough::tool
