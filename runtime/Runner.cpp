#include "runtime/Runner.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace bough {

namespace {

/// The state block, aligned as the ABI demands; null when there is no memory for it.
class StateBlock {
public:
  explicit StateBlock(std::uint64_t bytes) : memory_(std::aligned_alloc(64, bytes)) {}
  ~StateBlock() { std::free(memory_); }
  StateBlock(const StateBlock &) = delete;
  StateBlock &operator=(const StateBlock &) = delete;
  void *get() const { return memory_; }
  const bough_state_header &header() const {
    return *static_cast<const bough_state_header *>(memory_);
  }

private:
  void *memory_;
};

/// One run: what the steps of runMachine share.
class Run {
public:
  Run(Machine &machine, const MachineSchema &schema, const RunOptions &options, InputMerge &merge,
      StateBlock &state, CsvSink &sink, const std::vector<OutputFile *> &files,
      DiagnosticEngine &diagnostics)
      : machine_(machine), schema_(schema), options_(options), merge_(merge), state_(state),
        sink_(sink), files_(files), diagnostics_(diagnostics) {}

  RunSummary run();

private:
  bool feed(const InputBlock &block);
  void flush() const;
  void reportMachineError(std::uint64_t status);
  void reportOverflow(std::int64_t time, const std::string &query);
  const std::string &nameOf(const MachineQuery &query) const;
  const std::string &queryAt(SourceRange site) const;
  std::int64_t shownTime(std::int64_t time) const;
  void addRowNote(Diagnostic &diagnostic) const;

  Machine &machine_;
  const MachineSchema &schema_;
  const RunOptions &options_;
  InputMerge &merge_;
  StateBlock &state_;
  CsvSink &sink_;
  const std::vector<OutputFile *> &files_;
  DiagnosticEngine &diagnostics_;
};

RunSummary Run::run() {
  RunSummary summary;
  sink_.writeHeaders();
  const bool flushBlocks = merge_.readsPipe();
  const std::uint64_t totalBytes = merge_.bytesInAll();
  InputBlock block;
  bool going = true;
  while (going) {
    InputMerge::Next next = merge_.next(block, diagnostics_);
    going = next == InputMerge::Next::Block && feed(block);
    if (going && options_.observe) {
      flush();
      options_.observe(state_.get());
    }
    summary.batches += next == InputMerge::Next::Block ? block.timestamps : 0;
    if (flushBlocks)
      flush();
    if (options_.progress) {
      const std::vector<std::uint64_t> &rows = merge_.rows();
      options_.progress({merge_.bytesRead(), totalBytes,
                         std::accumulate(rows.begin(), rows.end(), std::uint64_t{0})});
    }
  }
  flush();
  for (const OutputFile *file : files_)
    if (file->state() == OutputFile::State::Failed)
      diagnostics_.reportIn(nullptr, diag::resultsNotWritten, {},
                            file->path().empty() ? "" : fmt::format(" to '{}'", file->path()),
                            file->reason());

  summary.rowsByStream = merge_.rows();
  summary.skippedByStream = merge_.skippedRows();
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
  ResultBatches &results = sink_.batches();
  bough_sink *sink = results.machineSink();
  std::uint64_t status = options_.input.mixed
                             ? machine_.ingestMixed(state_.get(), &block.tagged, sink)
                             : machine_.ingestBlock(state_.get(), block.streams.data(), sink);
  // A block has whole timestamps, so its last batch is complete; but not one that failed.
  bool taken = results.drain() && sink_.isGood();
  if (taken && status != BOUGH_OK)
    results.dropBatch(state_.header().error_time);
  taken = taken && results.finishBatch();
  // Results are checked later than the machine's own work, but belong to earlier batches.
  if (const std::optional<ResultBatches::Overflow> &overflow = results.overflow()) {
    reportOverflow(overflow->time, nameOf(schema_.queries[overflow->query]));
    return false;
  }
  if (status == BOUGH_OK)
    return taken;
  if (status != BOUGH_STOPPED)
    reportMachineError(status);
  return false;
}

/// Engines find this in different places, some of them only when the sink adds up equal rows, so
/// the message names neither a place in the query nor a row.
void Run::reportOverflow(std::int64_t time, const std::string &query) {
  diagnostics_.reportIn(options_.query, diag::multiplicityTooLarge, {}, query, shownTime(time));
}

const std::string &Run::nameOf(const MachineQuery &query) const {
  return query.name.empty() ? options_.queryName : query.name;
}

/// The name of the query that a machine's error is about.
const std::string &Run::queryAt(SourceRange site) const {
  for (const MachineQuery &query : schema_.queries)
    if (schema_.queries.size() == 1 ||
        (query.range.begin <= site.begin && site.end <= query.range.end && !site.isNowhere()))
      return nameOf(query);
  return options_.queryName;
}

std::int64_t Run::shownTime(std::int64_t time) const {
  return static_cast<std::int64_t>(time + schema_.zero);
}

void Run::reportMachineError(std::uint64_t status) {
  const bough_state_header &header = state_.header();
  const SourceRange site{header.site_begin, header.site_end};
  const std::string &query = queryAt(site);
  const std::int64_t time = shownTime(header.error_time);
  std::string stream;
  if (header.error_stream < schema_.streams.size())
    stream = fmt::format(" of stream '{}'", schema_.streams[header.error_stream].name);
  switch (status) {
  case BOUGH_MULTIPLICITY_OVERFLOW:
    reportOverflow(header.error_time, query);
    return;
  case BOUGH_EXPRESSION_OVERFLOW:
    addRowNote(diagnostics_.reportIn(options_.query, diag::expressionOverflow, site, query, time));
    return;
  case BOUGH_BUFFER_FULL:
    addRowNote(diagnostics_.reportIn(options_.query, diag::bufferFull, site, query, stream, time));
    return;
  case BOUGH_SYNOPSIS_FULL:
    addRowNote(diagnostics_.reportIn(options_.query, diag::synopsisFull, site, query, time));
    return;
  default:
    addRowNote(diagnostics_.reportIn(options_.query, diag::machineRefusedTime, site, query, time));
  }
}

/// Says which input row was at hand, when the machine knows.
void Run::addRowNote(Diagnostic &diagnostic) const {
  const bough_state_header &header = state_.header();
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  if (header.error_row == none)
    return;
  RowPlace place = merge_.placeOf(header.error_stream, header.error_row);
  if (place.input != RowPlace::nowhere)
    diagnostic.notes.push_back(
        {fmt::format("the row at hand is {}", merge_.describe(place)), SourceRange{}});
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
      Run run(machine, schema, options, *merge, state, sink, files, diagnostics);
      summary = run.run();
    }
  }
  summary.results.resize(schema.queries.size());
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
