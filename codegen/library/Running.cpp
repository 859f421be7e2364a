#include "codegen/library/Running.h"

#include "codegen/interp/Interpreter.h"
#include "codegen/llvm/Backend.h"

#include <algorithm>
#include <filesystem>

using namespace bough;

std::unique_ptr<bough_query> bough_query::make(const bough_compilation &compiled,
                                               const bough_load_options &options,
                                               DiagnosticEngine &diagnostics) {
  const ir::Program &program = *compiled.compilation->program;
  std::unique_ptr<Machine> machine;
  if (options.engine == BOUGH_ENGINE_INTERPRETER) {
    machine = makeInterpreter(program);
  } else {
    LlvmBackend *backend = loadLlvmBackend(diagnostics);
    if (backend == nullptr)
      return nullptr;
    LlvmOptions llvm;
    llvm.optLevel = options.optimisation >= 0 ? static_cast<unsigned>(options.optimisation)
                                              : suggestedOptLevel(program);
    llvm.entries = MachineEntries::Block;
    machine = backend->compile(program, llvm, diagnostics);
  }
  if (machine == nullptr)
    return nullptr;
  std::optional<std::vector<Dictionary>> dictionaries =
      makeDictionaries(compiled.schema, diagnostics);
  if (!dictionaries)
    return nullptr;
  auto query = std::make_unique<bough_query>(compiled, options, std::move(machine),
                                             std::move(*dictionaries));
  if (query->state_.get() == nullptr) {
    diagnostics.reportIn(nullptr, diag::stateNotAllocated, {}, query->name_, query->stateBytes());
    return nullptr;
  }
  query->machine_->init(query->state_.get());
  return query;
}

bough_query::bough_query(const bough_compilation &compiled, const bough_load_options &options,
                         std::unique_ptr<Machine> machine, std::vector<Dictionary> dictionaries)
    : schema_(compiled.schema), name_(std::filesystem::path(compiled.source->name()).stem()),
      source_(compiled.source), callback_(options.callback), context_(options.context),
      machine_(std::move(machine)), dictionaries_(std::move(dictionaries)),
      state_(machine_->stateBytes()), intake_(schema_, dictionaries_),
      results_(schema_, dictionaries_,
               [this](std::int64_t time, ResultBatches::Row row, std::uint64_t count) {
                 return giveOn(time, row, count);
               }) {}

bough_code bough_query::feed(std::span<const TypedRows> inputs) {
  if (hasHalted_)
    return BOUGH_HALTED;
  DiagnosticEngine diagnostics(source_);
  if (!intake_.take(inputs, diagnostics))
    return refuse(diagnostics);
  return evaluate();
}

bough_code bough_query::advance(unsigned stream, std::int64_t time) {
  if (hasHalted_)
    return BOUGH_HALTED;
  intake_.advance(stream, time);
  return evaluate();
}

bough_code bough_query::finish() {
  if (hasHalted_)
    return BOUGH_HALTED;
  intake_.finish();
  bough_code code = evaluate();
  if (code == BOUGH_DONE) {
    hasHalted_ = true;
    text_ = "the query has been finished";
    code_.clear();
  }
  return code;
}

/// Runs the machine over what is complete.
bough_code bough_query::evaluate() {
  const std::vector<bough_columns> &block = intake_.complete();
  if (block.empty())
    return BOUGH_DONE;
  std::uint64_t status = machine_->ingestBlock(state_.get(), block.data(), results_.machineSink());
  // As for files: the last batch is complete, but not one that failed.
  bool isWanted = results_.drain();
  if (isWanted && status != BOUGH_OK)
    results_.dropBatch(state_.header().error_time);
  isWanted = isWanted && results_.finishBatch();
  DiagnosticEngine diagnostics(source_);
  const MachineErrors errors{schema_, name_, source_,
                             [this](std::uint64_t stream, std::uint64_t row) {
                               return fmt::format("row {} of '{}'", intake_.numberOf(stream, row),
                                                  schema_.streams[stream].name);
                             }};
  if (const std::optional<ResultBatches::Overflow> &overflow = results_.overflow())
    errors.reportOverflow(overflow->time, overflow->query, diagnostics);
  else if (status != BOUGH_OK && status != BOUGH_STOPPED)
    errors.report(status, state_.header(), diagnostics);
  else if (isWanted)
    return BOUGH_DONE;
  return halt(diagnostics);
}

bough_code bough_query::halt(const DiagnosticEngine &diagnostics) {
  refuse(diagnostics);
  if (diagnostics.all().empty())
    text_ = "the callback has stopped the query";
  hasHalted_ = true;
  return BOUGH_HALTED;
}

bough_code bough_query::refuse(const DiagnosticEngine &diagnostics) {
  text_ = diagnostics.renderAll(false);
  code_ = diagnostics.all().empty() ? "" : std::string(diagnostics.all().front().code);
  return BOUGH_REFUSED;
}

bough_code bough_query::misuse(std::string text) {
  text_ = std::move(text);
  code_.clear();
  return BOUGH_MISUSED;
}

bool bough_query::giveOn(std::int64_t time, ResultBatches::Row row, std::uint64_t count) {
  const unsigned index = schema_.results[row.result].query;
  const std::vector<MachineResultColumn> &columns = schema_.queries[index].columns;
  values_.resize(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const CellFormat &format = columns[c].format;
    const std::int64_t cell = row.cells[c];
    values_[c] = {};
    if (format.kind == CellFormat::Kind::Text) {
      std::string_view text = dictionaries_[format.domain].text(cell);
      values_[c].text = text.data();
      values_[c].length = text.size();
    } else if (format.kind == CellFormat::Kind::Key) {
      values_[c].integer = dictionaries_[format.domain].integer(cell);
    } else {
      values_[c].integer = library::valueOf(schema_, columns[c], cell);
    }
  }
  const auto shownTime = static_cast<std::int64_t>(time + schema_.zero);
  if (callback_ == nullptr) {
    waiting_.push_back({index, shownTime, count, values_});
    return true;
  }
  const bough_result result{index, shownTime, count, values_.data(), values_.size()};
  return callback_(context_, &result) == 0;
}

std::size_t bough_query::take(bough_result *results, std::size_t capacity, bough_value *values,
                              std::size_t valueCapacity) {
  std::size_t taken = 0, used = 0;
  while (taken < capacity && !waiting_.empty()) {
    const WaitingResult &next = waiting_.front();
    if (next.values.size() > valueCapacity - used)
      break;
    bough_value *begin = values == nullptr ? nullptr : values + used;
    std::copy(next.values.begin(), next.values.end(), begin);
    results[taken++] = {next.result, next.time, next.count, begin, next.values.size()};
    used += next.values.size();
    waiting_.pop_front();
  }
  return taken;
}
