#pragma once

#include "test/differential/Draft.h"

namespace bough::differential {

/// Few distinct times: Draft::times.
void drawTimes(Draft &draft);
/// Rows of all streams and tables that keep what the streams declare.
void drawRows(Draft &draft);

} // namespace bough::differential
