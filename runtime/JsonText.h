#pragma once

#include "runtime/OutputFile.h"

#include <string>
#include <string_view>

namespace bough {

/// A text as a string of JSON. JSON is UTF-8: a byte that is none becomes U+FFFD.
std::string jsonString(std::string_view text);
void writeJsonString(std::string_view text, OutputFile &output);

} // namespace bough
