#pragma once

namespace bough::cpp {

/// The text of runtime/Abi.h, which code that is compiled elsewhere includes.
extern const char *const abiText;

} // namespace bough::cpp
