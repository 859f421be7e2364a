#pragma once

#include "frontend/basic/Diagnostics.h"

#include <functional>
#include <string>
#include <string_view>

namespace bough::tool {

/// The header of what convertDebs makes: `sid,ts,x,y,z,v,a,vx,vy,vz,ax,ay,az,ball`.
std::string_view debsHeader();

/// Reads positions in the format of the DEBS 2013 Grand Challenge, which has no header and 13
/// integers in each row, and calls `write` with each row and the distance of its sensor from the
/// last known position of a ball, in mm; rows before the first one of a ball are left out. Balls
/// are the sensors 4, 8, 10 and 12. A path "-" is standard input. Ends early when `write` returns
/// false. False, with a diagnostic, when the file cannot be read or a row is none; the rows before
/// it are written.
bool convertDebs(const std::string &path, const std::function<bool(std::string_view)> &write,
                 DiagnosticEngine &diagnostics);

} // namespace bough::tool
