#include "runtime/Runner.h"

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
      StateBlock &state, OutputFile &output, DiagnosticEngine &diagnostics)
      : machine_(machine), schema_(schema), options_(options), merge_(merge), state_(state),
        sink_(schema, options.output, output), output_(output), diagnostics_(diagnostics) {}

  RunSummary run();

private:
  bool feed(const InputBlock &block);
  void reportMachineError(std::uint64_t status);
  void reportOverflow(std::int64_t time);
  void addRowNote(Diagnostic &diagnostic) const;

  Machine &machine_;
  const MachineSchema &schema_;
  const RunOptions &options_;
  InputMerge &merge_;
  StateBlock &state_;
  CsvSink sink_;
  OutputFile &output_;
  DiagnosticEngine &diagnostics_;
};

RunSummary Run::run() {
  RunSummary summary;
  sink_.writeHeader();
  const bool flushBlocks = merge_.readsPipe();
  const std::uint64_t totalBytes = merge_.bytesInAll();
  InputBlock block;
  bool going = true;
  while (going) {
    InputMerge::Next next = merge_.next(block, diagnostics_);
    going = next == InputMerge::Next::Block && feed(block);
    if (going && options_.observe) {
      output_.flush();
      options_.observe(state_.get());
    }
    summary.batches += next == InputMerge::Next::Block ? block.timestamps : 0;
    if (flushBlocks)
      output_.flush();
    if (options_.progress) {
      const std::vector<std::uint64_t> &rows = merge_.rows();
      options_.progress({merge_.bytesRead(), totalBytes,
                         std::accumulate(rows.begin(), rows.end(), std::uint64_t{0})});
    }
  }
  output_.flush();
  if (output_.state() == OutputFile::State::Failed)
    diagnostics_.reportIn(nullptr, diag::resultsNotWritten, {}, output_.reason());

  summary.rowsByStream = merge_.rows();
  summary.skippedByStream = merge_.skippedRows();
  summary.rows =
      std::accumulate(summary.rowsByStream.begin(), summary.rowsByStream.end(), std::uint64_t{0});
  summary.resultRows = sink_.rows();
  summary.multiplicity = sink_.multiplicity();
  return summary;
}

/// Gives a block to the machine and prints its results. False when the query stops.
bool Run::feed(const InputBlock &block) {
  bough_sink *sink = sink_.machineSink();
  std::uint64_t status = options_.input.mixed
                             ? machine_.ingestMixed(state_.get(), &block.tagged, sink)
                             : machine_.ingestBlock(state_.get(), block.streams.data(), sink);
  // A block has whole timestamps, so its last batch is complete; but not one that failed.
  bool taken = sink_.drain();
  if (taken && status != BOUGH_OK)
    sink_.dropBatch(state_.header().error_time);
  taken = taken && sink_.finishBatch();
  // Results are checked later than the machine's own work, but belong to earlier batches.
  if (std::optional<std::int64_t> time = sink_.overflowTime()) {
    reportOverflow(*time);
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
void Run::reportOverflow(std::int64_t time) {
  diagnostics_.reportIn(options_.query, diag::multiplicityTooLarge, {}, options_.queryName, time);
}

void Run::reportMachineError(std::uint64_t status) {
  const bough_state_header &header = state_.header();
  SourceRange site{header.site_begin, header.site_end};
  switch (status) {
  case BOUGH_MULTIPLICITY_OVERFLOW:
    reportOverflow(header.error_time);
    return;
  case BOUGH_EXPRESSION_OVERFLOW:
    addRowNote(diagnostics_.reportIn(options_.query, diag::expressionOverflow, site,
                                     options_.queryName, header.error_time));
    return;
  case BOUGH_BUFFER_FULL: {
    std::string stream;
    if (header.error_stream < schema_.streams.size())
      stream = fmt::format(" of stream '{}'", schema_.streams[header.error_stream].name);
    addRowNote(diagnostics_.reportIn(options_.query, diag::bufferFull, site, options_.queryName,
                                     stream, header.error_time));
    return;
  }
  case BOUGH_SYNOPSIS_FULL:
    addRowNote(diagnostics_.reportIn(options_.query, diag::synopsisFull, site, options_.queryName,
                                     header.error_time));
    return;
  default:
    addRowNote(diagnostics_.reportIn(options_.query, diag::machineRefusedTime, site,
                                     options_.queryName, header.error_time));
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
                      OutputFile &output, DiagnosticEngine &diagnostics) {
  auto start = std::chrono::steady_clock::now();
  RunSummary summary;
  const std::uint64_t stateBytes = machine.stateBytes();
  if (std::optional<InputMerge> merge =
          InputMerge::open(inputs, schema, options.input, diagnostics)) {
    StateBlock state(stateBytes);
    if (state.get() == nullptr) {
      diagnostics.reportIn(nullptr, diag::stateNotAllocated, {}, options.queryName, stateBytes);
    } else {
      machine.init(state.get());
      Run run(machine, schema, options, *merge, state, output, diagnostics);
      summary = run.run();
    }
  }
  summary.stateBytes = stateBytes;
  if (diagnostics.hasErrors())
    summary.outcome = RunSummary::Outcome::Failed;
  else if (output.state() == OutputFile::State::Closed)
    summary.outcome = RunSummary::Outcome::OutputClosed;
  summary.time = std::chrono::steady_clock::now() - start;
  return summary;
}

} // namespace bough
