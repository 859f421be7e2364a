#pragma once

#include "runtime/shedding/ShedModel.h"

#include <string>

namespace bough::cpp {

/// A model of gSPICE-H, -T or -F as class LoadShedder of an emitted header (design note 6.2): its
/// utilities as constants, the threshold for a share, and the share that a queue needs, by the law
/// of LatencyController. What decides about a row is in the machine.
std::string modelClass(const ShedModel &model);

} // namespace bough::cpp
