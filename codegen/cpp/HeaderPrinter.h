#pragma once

#include "codegen/emit/Binding.h"
#include "codegen/ir/Program.h"
#include "frontend/basic/Source.h"
#include "runtime/Machine.h"
#include "runtime/shedding/ShedModel.h"

#include <cstddef>
#include <memory>
#include <string>

namespace bough::cpp {

struct HeaderOptions {
  /// The namespace, an identifier.
  std::string name;
  /// The SQL text that the ranges of the program's ops are in; null when there is none.
  std::shared_ptr<const Source> sql;
  /// What the machine keeps, line by line, for the comment on top; may be empty.
  std::string memoryTable;
  /// Rows of one timestamp of a stream that declares no max_per_timestamp for which
  /// Machine::on has room.
  std::size_t batchRows = 16;
  /// What decides which rows are dropped, when the program asks; null: the user brings it.
  const ShedModel *shedModel = nullptr;
  /// Structs of the user's own that Machine::on takes as well; their headers are included.
  emit::Binding binding;
};

/// A verified program as one self-contained header in C++17 (design note 4.3). It is not formatted
/// yet. The state block is that of codegen/ir/Layout.h.
std::string printHeader(const ir::Program &program, const MachineSchema &schema,
                        const HeaderOptions &options);

/// The file that goes with the header to make a shared library of it: `init`, `ingest_block`,
/// `ingest_mixed` and `end` with the C types of runtime/Abi.h.
std::string printShim(const ir::Program &program, const HeaderOptions &options,
                      const std::string &header);

/// A file's or query's name as the name of a namespace.
std::string namespaceName(const std::string &hint);

} // namespace bough::cpp
