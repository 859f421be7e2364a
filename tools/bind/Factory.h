#pragma once

#include "tools/bind/Bind.h"

/// The one symbol of the module: its reader, which lives until the process ends. Both sides must
/// come from one build.
extern "C" bough::BindReader *boughBindReader();

namespace bough {
inline constexpr const char *bindFactoryName = "boughBindReader";
using BindFactory = BindReader *(*)();
} // namespace bough
