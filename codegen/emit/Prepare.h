#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"

#include <string>
#include <unordered_map>
#include <vector>

/// What an emitter of source text has to decide before it prints (design note 4.3): the names of
/// everything, which values become variables and which are spelled where they are used, and what is
/// known about the operands of each op. The emitter only prints.
namespace bough::emit {

/// What is known about an op at its place.
struct OpFacts {
  /// Of arithmetic that saturates or is checked: its exact result lies within 64 bits. Of `le`,
  /// `eq`, `ne`: y + offset does.
  bool fits = false;
  /// Of `bump`, `take` and `emit`: the count is not 0.
  bool isSome = false;
  /// Of `for`: the loop ends before the largest integer.
  bool endsBelowMaximum = false;
  /// Nothing would see it: no effect, and no value that anybody uses. Not to be printed.
  bool isDead = false;
};

struct PreparedHandler {
  std::string name; ///< of its function
  std::string row;  ///< of the parameter for a row: the stream in lower case
  /// The local variable for a value; of an `on @s` parameter the column's name. By ValueId.
  std::vector<std::string> values;
  /// Whether a value is spelled in the only place where it is used. By ValueId.
  std::vector<bool> isInlined;
  std::vector<bool> isUsed;                ///< by ValueId
  std::vector<const ir::Op *> definitions; ///< by ValueId; null for variables and parameters
  std::unordered_map<const ir::Op *, OpFacts> facts;
  bool emits = false;      ///< calls the sink
  bool mayFail = false;    ///< may stop the query
  bool readsState = false; ///< reads or changes the state, or may fail
  bool readsRow = false;
  bool readsNow = false;
  bool readsUtilities = false; ///< of entry handlers
  bool readsShedder = false;   ///< likewise
  bool decides = false;        ///< has a `shed`
};

struct PreparedStream {
  std::string type;     ///< of its rows
  std::string variable; ///< for its rows
  std::vector<std::string> columns;
  bool isRead = false;     ///< by some handler of rows that are taken
  bool isEntered = false;  ///< some handler decides whether its rows are taken
  bool isShedRead = false; ///< by some handler of rows that were shed
};

/// Columns of a result, a table or a buffer, as a struct.
struct PreparedRow {
  std::string name; ///< of a table's array or a buffer's member
  std::string type; ///< of a row
  std::vector<std::string> columns;
};

struct PreparedSynopsis {
  std::string member;
  /// Of the member; empty when it is an array of plain counters or flags, or one of them.
  std::string type;
  std::vector<std::string> keys;
  // The ops that the program has for it.
  bool isLoaded = false, isTotalled = false, isExtremeRead = false, isBumped = false, isPut = false,
       isCleared = false, isTaken = false, isAged = false, isMatched = false, isExpired = false;
};

struct Prepared {
  const ir::Program *program = nullptr;
  const ir::Layout *layout = nullptr;
  std::vector<PreparedStream> streams;
  std::vector<PreparedRow> results;
  std::vector<PreparedSynopsis> synopses;
  std::vector<PreparedRow> buffers;
  std::vector<std::string> bufferTypes; ///< of the members, by BufferId
  std::vector<PreparedRow> tables;
  std::vector<std::string> dictionaries; ///< names of the arrays
  std::vector<PreparedHandler> handlers;
  bool hasLateResults = false; ///< whether results can have times before that of their batch
};

/// Whether two ops compare the same value, so that compilers would look whether one of them decides
/// the other when they stand side by side, and warn where it is the query that says so.
bool compareSameValue(const ir::Op *a, const ir::Op *b);

/// Whether a program has results with times of their own.
bool hasLateResults(const ir::Program &program);

/// Whether rows of different streams have to be taken in the order in which they came: there are
/// handlers that go by it, other than entry handlers.
bool hasArrivals(const Prepared &prepared);
/// The names of the functions of a stream's entry handlers.
std::vector<std::string> entryFunctions(const Prepared &prepared, ir::StreamId stream);

/// `reserved` are names that the emitter itself uses in the outermost scope, and in functions.
Prepared prepare(const ir::Program &program, const ir::Layout &layout,
                 const std::vector<std::string> &reserved);

} // namespace bough::emit
