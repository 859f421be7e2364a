#pragma once

#include "codegen/ir/Program.h"

namespace bough::ir {

/// What a row costs, estimated from the program: in units of a simple operation such as an
/// addition, which takes about a third of a nanosecond where nothing has to be waited for. An upper
/// estimate of the path: of two branches the dearer one; a search of a sparse synopsis finds one
/// entry, an expiry one, and each row is a batch of its own.
struct RowCost {
  double kept = 0; ///< of a row that is not shed, without the decision
  double decided =
      0; ///< `on entry`: the decision and the pane's shift; 0 when the program never sheds
  double dropped = 0; ///< of a row that is shed, without the decision
};

/// Of rows of a stream of a verified program.
RowCost estimateRowCost(const Program &program, StreamId stream);

} // namespace bough::ir
