#include "runtime/Runner.h"

#include "runtime/MachineErrors.h"
#include "runtime/StateBlock.h"

#include <algorithm>
#include <numeric>

namespace bough {

namespace {

/// One run: what the steps of runMachine share.
class Run {
public:
  Run(Machine &machine, const MachineSchema &schema, const RunOptions &options, BlockSource &source,
      StateBlock &state, CsvSink &sink, const std::vector<OutputFile *> &files,
      DiagnosticEngine &diagnostics)
      : machine_(machine), schema_(schema), options_(options), source_(source), state_(state),
        sink_(sink), files_(files), diagnostics_(diagnostics) {}

  RunSummary run();

private:
  bool feed(const InputBlock &block);
  void finish(bool isWhole);
  bool settle(std::uint64_t status, bool isLast);
  void flush() const;
  MachineErrors errors() const;

  Machine &machine_;
  const MachineSchema &schema_;
  const RunOptions &options_;
  BlockSource &source_;
  StateBlock &state_;
  CsvSink &sink_;
  const std::vector<OutputFile *> &files_;
  DiagnosticEngine &diagnostics_;
};

RunSummary Run::run() {
  RunSummary summary;
  sink_.writeHeaders();
  const bool flushBlocks = source_.arrivesSlowly();
  const std::uint64_t totalBytes = source_.bytesInAll();
  InputBlock block;
  bool going = true;
  while (going) {
    BlockSource::Next next = source_.next(block, diagnostics_);
    going = next == BlockSource::Next::Block && feed(block);
    if (next == BlockSource::Next::Stopped)
      summary.outcome = RunSummary::Outcome::Interrupted;
    if (next != BlockSource::Next::Block)
      finish(next == BlockSource::Next::End);
    if (going && options_.observe) {
      flush();
      options_.observe(state_.get());
    }
    summary.batches += next == BlockSource::Next::Block ? block.timestamps : 0;
    if (flushBlocks)
      flush();
    if (options_.progress) {
      const std::vector<std::uint64_t> &rows = source_.rows();
      options_.progress({source_.bytesRead(), totalBytes,
                         std::accumulate(rows.begin(), rows.end(), std::uint64_t{0})});
    }
  }
  source_.close();
  flush();
  for (const OutputFile *file : files_)
    if (file->state() == OutputFile::State::Failed)
      diagnostics_.reportIn(nullptr, diag::resultsNotWritten, {},
                            file->path().empty() ? "" : fmt::format(" to '{}'", file->path()),
                            file->reason());

  summary.rowsByStream = source_.rows();
  summary.skippedByStream = source_.skippedRows();
  summary.rows =
      std::accumulate(summary.rowsByStream.begin(), summary.rowsByStream.end(), std::uint64_t{0});
  summary.results = sink_.counts();
  return summary;
}

void Run::flush() const {
  for (OutputFile *file : files_)
    file->flush();
}

/// Gives a block to the machine and prints its results. False when the query stops.
bool Run::feed(const InputBlock &block) {
  bough_sink *sink = sink_.batches().machineSink();
  return settle(options_.input.mixed
                    ? machine_.ingestMixed(state_.get(), &block.tagged, sink)
                    : machine_.ingestBlock(state_.get(), block.streams.data(), sink),
                false);
}

/// After the last block; `isWhole` says that no row is missing.
void Run::finish(bool isWhole) {
  const bool ends = isWhole && options_.endsWindows;
  settle(ends ? machine_.end(state_.get(), sink_.batches().machineSink())
              : static_cast<std::uint64_t>(BOUGH_OK),
         true);
}

/// Prints the results of a call of the machine. False when the query stops.
bool Run::settle(std::uint64_t status, bool isLast) {
  ResultBatches &results = sink_.batches();
  // A block has whole timestamps, so its last batch is complete; but not one that failed.
  bool taken = results.drain() && sink_.isGood();
  if (taken && status != BOUGH_OK)
    results.dropBatch(state_.header().error_time);
  // What comes late belongs to the last batch, wherever blocks end.
  const bool holdsLast = schema_.hasLateResults && !isLast && status == BOUGH_OK;
  taken =
      taken && (holdsLast ? results.finishBatchBefore(state_.header().now) : results.finishBatch());
  // Results are checked later than the machine's own work, but belong to earlier batches.
  if (const std::optional<ResultBatches::Overflow> &overflow = results.overflow()) {
    errors().reportOverflow(overflow->time, overflow->query, diagnostics_);
    return false;
  }
  if (status == BOUGH_OK)
    return taken;
  if (status != BOUGH_STOPPED)
    errors().report(status, state_.header(), diagnostics_);
  return false;
}

/// The errors of the query, with the names and times that its user knows.
MachineErrors Run::errors() const {
  return {schema_, options_.queryName, options_.query,
          [this](std::uint64_t stream, std::uint64_t row) -> std::string {
            RowPlace place = source_.placeOf(stream, row);
            return place.input == RowPlace::nowhere ? std::string() : source_.describe(place);
          }};
}

} // namespace

RunSummary runMachine(Machine &machine, const MachineSchema &schema,
                      const std::vector<InputSpec> &inputs, const RunOptions &options,
                      const std::vector<QueryOutput> &outputs, DiagnosticEngine &diagnostics) {
  auto start = std::chrono::steady_clock::now();
  std::vector<OutputFile *> files;
  for (const QueryOutput &output : outputs)
    if (std::find(files.begin(), files.end(), output.file) == files.end())
      files.push_back(output.file);
  RunSummary summary;
  const std::uint64_t stateBytes = machine.stateBytes();
  std::optional<std::vector<Dictionary>> dictionaries = makeDictionaries(schema, diagnostics);
  std::optional<InputMerge> merge;
  if (dictionaries)
    merge = InputMerge::open(inputs, schema, *dictionaries, options.input, diagnostics);
  if (merge) {
    StateBlock state(stateBytes);
    if (state.get() == nullptr) {
      diagnostics.reportIn(nullptr, diag::stateNotAllocated, {}, options.queryName, stateBytes);
    } else {
      machine.init(state.get());
      CsvSink sink(schema, *dictionaries, options.output, outputs);
      const std::unique_ptr<BlockSource> between =
          options.source ? options.source(*merge) : nullptr;
      BlockSource &source = between != nullptr ? *between : *merge;
      Run run(machine, schema, options, source, state, sink, files, diagnostics);
      summary = run.run();
      summary.rowsRead = merge->rowsRead();
    }
  }
  if (!merge && !diagnostics.hasErrors()) {
    summary.outcome = RunSummary::Outcome::Interrupted;
    summary.rowsByStream.resize(schema.streams.size());
    summary.skippedByStream.resize(schema.streams.size());
  }
  summary.results.resize(schema.queries.size());
  summary.lateByStream.resize(schema.streams.size() + 1);
  summary.badByStream.resize(schema.streams.size() + 1);
  if (const RejectedRows *rejected = options.input.rejected) {
    summary.lateByStream = rejected->late();
    summary.badByStream = rejected->bad();
  }
  summary.stateBytes = stateBytes;
  if (diagnostics.hasErrors())
    summary.outcome = RunSummary::Outcome::Failed;
  else if (std::any_of(files.begin(), files.end(), [](const OutputFile *file) {
             return file->state() == OutputFile::State::Closed;
           }))
    summary.outcome = RunSummary::Outcome::OutputClosed;
  summary.time = std::chrono::steady_clock::now() - start;
  return summary;
}

} // namespace bough
