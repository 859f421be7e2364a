#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/CsvSink.h"
#include "runtime/InputMerge.h"
#include "runtime/Machine.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bough {

/// What has been read so far; a total of 0 means that it is not known.
struct RunProgress {
  std::uint64_t bytes = 0;
  std::uint64_t totalBytes = 0;
  std::uint64_t rows = 0;
};

struct RunOptions {
  InputMerge::Options input;
  CsvSink::Options output;
  /// At the end of the inputs, gives out what waits for the end of its window.
  bool endsWindows = false;
  std::string queryName;               ///< of a query without a name, for messages
  std::shared_ptr<const Source> query; ///< the text that the machine's error sites refer to
  /// When not empty, makes what stands between the merge and the machine; it is closed and
  /// destroyed before the merge.
  std::function<std::unique_ptr<BlockSource>(InputMerge &merge)> source;
  /// Called after each block, when not empty.
  std::function<void(const RunProgress &)> progress;
  /// Called after each block with the machine's state, when not empty; a batch is a block when
  /// input.blockRows is 1.
  std::function<void(const void *state)> observe;
};

/// What the summary says.
struct RunSummary {
  enum class Outcome {
    Finished,
    OutputClosed, ///< the reader of the results has gone; not an error
    Interrupted,  ///< by InputMerge::Options::stopDescriptor: all complete batches are written
    Failed        ///< with a diagnostic
  };
  Outcome outcome = Outcome::Finished;
  std::vector<std::uint64_t> rowsByStream; ///< given to the machine
  std::vector<std::uint64_t> skippedByStream;
  /// Rows that were left out, by stream, and at the end those of no stream (RejectedRows).
  std::vector<std::uint64_t> lateByStream, badByStream;
  std::uint64_t rowsRead = 0; ///< all of them, whatever became of them (RowAccounts)
  std::uint64_t rows = 0;
  std::uint64_t batches = 0;                 ///< different timestamps; 0 unless they are counted
  std::vector<CsvSink::QueryCounts> results; ///< by query
  std::uint64_t stateBytes = 0;
  std::chrono::duration<double> time{};
};

/// Reads the inputs to their end and writes the results, those of each query to its output. An
/// error stops the run: the results of all batches before it are written, those of its own batch
/// are not (design note 5.3).
RunSummary runMachine(Machine &machine, const MachineSchema &schema,
                      const std::vector<InputSpec> &inputs, const RunOptions &options,
                      const std::vector<QueryOutput> &outputs, DiagnosticEngine &diagnostics);

} // namespace bough
