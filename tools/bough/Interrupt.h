#pragma once

namespace bough::tool {

/// From now on the first SIGINT or SIGTERM asks for an end, and the second one ends the process at
/// once. An eventfd that can be read from after the first one, once for the process; -1 when there
/// is none, and signals stay as they are.
int watchInterrupts();

/// The signal that came, SIGINT or SIGTERM; 0 without one.
int interruptSignal();

} // namespace bough::tool
