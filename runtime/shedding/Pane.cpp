#include "runtime/shedding/Pane.h"

namespace bough {

Pane::Pane(const Zobrist &zobrist)
    : zobrist_(zobrist), frequencyBins_(zobrist.features().frequencyBins()),
      binSize_(zobrist.features().frequencyBinSize),
      ring_(zobrist.features().paneLength, BOUGH_NO_TYPE),
      frequencies_(zobrist.features().typeCount(), 0),
      pane_{zobrist.paneKey(frequencies_), 0, zobrist.features().paneLength, ring_.data(),
            frequencies_.data()} {}

} // namespace bough
