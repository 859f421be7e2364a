#pragma once

#include "codegen/Pipeline.h"
#include "codegen/Prepare.h"
#include "codegen/library/include/bough/bough.h"
#include "runtime/Machine.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A text on its way to a machine, and all that is said about it. Never changes once it is made, so
/// that threads may share it.
struct bough_compilation {
  std::shared_ptr<const bough::Source> source;
  std::optional<bough::Compilation> compilation; ///< none when the text has errors
  bough::MachineSchema schema;
  std::uint64_t bytes = 0; ///< when it can be loaded
  bool isLoadable = false; ///< bounded, and below the limit
  std::vector<bough_message> messages;
  std::string text; ///< of all messages

  // What messages and infos point to.
  std::vector<std::unique_ptr<std::string>> strings;
};

namespace bough::library {

/// Compiles a text; errors are in the messages.
std::unique_ptr<bough_compilation> compileText(std::string sql, std::string name,
                                               const QueryOptions &options, std::uint64_t maxBytes,
                                               bool findsRepairs);

/// A compilation that has no text and says only what is wrong with the call.
std::unique_ptr<bough_compilation> refuseToCompile(const std::string &fault);

/// All that was reported, as the command prints it, but for the end of the last line.
std::string textOf(const DiagnosticEngine &diagnostics);
/// What is wrong with the index of a stream that is none.
std::string describeNoStream(const MachineSchema &schema, std::size_t stream);

/// What a cell of a column means to a program. Results have their own scale, in which nothing is
/// rounded.
bough_column_info infoOf(const MachineColumn &column);
bough_column_info infoOf(const MachineResultColumn &column);
/// The value of a cell of a result, without texts.
std::int64_t valueOf(const MachineSchema &schema, const MachineResultColumn &column,
                     std::int64_t cell);

} // namespace bough::library
