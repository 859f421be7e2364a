#pragma once

#include "frontend/basic/Diagnostics.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bough::tool {

/// The text of a file, or of standard input for "-" (then named "<stdin>"). Null after an error:
/// missing, unreadable, a directory, or larger than limits::fileBytes.
std::shared_ptr<const Source> readSource(const std::string &path, DiagnosticEngine &diagnostics);

/// The text that a command compiles.
struct QueryText {
  std::shared_ptr<const Source> source;
  bool isProgram = false; ///< a program of the IR, not SQL: the file's name ends in .bir
};

/// How a command ends: its exit status.
enum class CommandOutcome { Done = 0, Rejected = 1, Failed = 2 };
/// Of a command that compiles a query: the query's being rejected is no failure.
constexpr CommandOutcome outcomeOf(bool isDone, bool isRejected) {
  return isDone       ? CommandOutcome::Done
         : isRejected ? CommandOutcome::Rejected
                      : CommandOutcome::Failed;
}

/// Reads the file of a query and hands its text to `use`, unless it is a program of the IR under
/// another name. Prints all that was reported, and returns the exit status: that of `use`, or of a
/// failure.
int useQuery(const std::string &path,
             const std::function<CommandOutcome(const QueryText &, DiagnosticEngine &)> &use);

/// Whether both are the same file: an output would destroy that input. False when one is not there.
bool isSameFile(const std::string &output, const std::string &input);
/// Then this is why the output is not written.
constexpr std::string_view overwritesInput = "it is an input of this command";

/// Whether the text is a program of the IR, by its first words: only its file's name can make it
/// one. Reports it then as something that is not SQL.
bool refuseProgram(const Source &source, DiagnosticEngine &diagnostics);

/// Prints everything that was reported to standard error, in colour on a terminal only.
void printDiagnostics(const DiagnosticEngine &diagnostics);

} // namespace bough::tool
