#pragma once

#include <string>
#include <vector>

namespace bough {

/// Loads a shared library of Bough's own, one that is only needed at times, and finds the function
/// that makes what it offers. It is looked for beside libbough, when this code is a part of
/// it, in ../lib, ../lib/bough and the folder of the running program, then at `builtPath`: an
/// installed program finds what was installed with it, a program of the build tree what was built
/// with it. Null, with a reason for each place, when there is none. It is never unloaded.
void *loadModule(const std::string &name, const std::string &builtPath, const char *factory,
                 std::vector<std::string> &failures);

} // namespace bough
