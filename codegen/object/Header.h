#pragma once

#include "codegen/object/Interface.h"

#include <string>

namespace bough {

/// What the comments of a header tell.
struct HeaderComments {
  std::string query;  ///< the name of the file with the query
  std::string header; ///< the name of the header
  std::string memory; ///< what the query keeps, as a table
};

/// The header of an object file: C11 and C++17, in need of <stdint.h> only. The same input gives
/// the same text.
std::string printHeader(const ObjectInterface &interface, const ir::Program &program,
                        const ir::Layout &layout, const MachineSchema &schema,
                        const HeaderComments &comments);

/// Whether a header can go to a path without loss: nothing is there, or nothing but a header that
/// printHeader made.
bool isFreeForHeader(const std::string &path);

} // namespace bough
