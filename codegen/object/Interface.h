#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"
#include "codegen/llvm/Backend.h"
#include "runtime/Machine.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// The names that an object file has in C: every one begins with the prefix, macros and enumerators
/// with the prefix in capitals. Decided here, printed in Header.cpp.
struct ObjectInterface {
  struct Code {
    std::string name;
    std::int64_t value = 0;
    std::string shown; ///< the value that the code stands for
  };
  struct Domain {
    unsigned domain = 0; ///< index into MachineSchema::domains
    std::vector<Code> codes;
    std::size_t moreCodes = 0; ///< known values that have no name here
  };
  struct StreamNames {
    unsigned stream = 0; ///< index into MachineSchema::streams
    std::string index;   ///< the enumerator with that number
    std::string rowType, rowEntry, timeFunction;
    std::vector<std::string> fields; ///< by column
  };
  struct QueryNames {
    std::string index; ///< the enumerator with its number
    std::string rowType, readFunction;
    std::string time, count;         ///< the fields for these
    std::vector<std::string> fields; ///< by column
  };

  std::string prefix; ///< without the underscore that follows
  std::string macroPrefix;
  std::vector<StreamNames> streams; ///< those that the query reads
  std::vector<QueryNames> queries;
  std::vector<Domain> domains; ///< those with known values
  /// Of program, state and units: an object and a header of different hashes do not fit.
  std::uint64_t layoutHash = 0;
};

/// A name of C made of a text: lower-case letters, digits and underscores; "query" for nothing.
std::string prefixOf(std::string_view text);
/// Whether a text can be a prefix as it is.
bool isPrefix(std::string_view text);

ObjectInterface nameInterface(const ir::Program &program, const ir::Layout &layout,
                              const MachineSchema &schema, const std::string &prefix);

/// What the backend needs to know to make the object file of these names.
ObjectOptions objectOptions(const ObjectInterface &interface, const MachineSchema &schema,
                            unsigned optLevel, const std::string &cpu);

} // namespace bough
