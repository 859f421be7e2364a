#pragma once

#include "runtime/Machine.h"

#include <memory>

namespace bough::bench {

/// The worked example as one would write it by hand: no saturation, no order checks, no errors.
/// What a compiled query is measured against.
std::unique_ptr<Machine> makeHandWrittenExample();

} // namespace bough::bench
