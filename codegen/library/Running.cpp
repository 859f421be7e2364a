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
  if (options.engine == BOUGH_ENGINE_INTERPRETER && options.struct_format_count != 0) {
    diagnostics.reportIn(nullptr, diag::structsNeedJit, {}, "the interpreter");
    return nullptr;
  }
  std::optional<library::StructFormats> formats = library::readFormats(
      compiled.schema, {options.struct_formats, options.struct_format_count}, diagnostics);
  if (!formats)
    return nullptr;
  if (compiled.schema.needsArrivalOrder && options.struct_format_count != 0) {
    diagnostics.reportIn(nullptr, diag::needsArrivalOrder, {}, "an array of structs");
    return nullptr;
  }
  std::unique_ptr<Machine> machine;
  if (options.engine == BOUGH_ENGINE_INTERPRETER) {
    machine = makeInterpreter(program);
  } else {
    LlvmBackend *backend = loadLlvmBackend(diagnostics);
    if (backend == nullptr)
      return nullptr;
    LlvmOptions llvm;
    llvm.optLevel = options.optimisation == BOUGH_OPTIMISATION_DEFAULT
                        ? suggestedOptLevel(program)
                        : static_cast<unsigned>(options.optimisation) - BOUGH_OPTIMISATION_O0;
    llvm.entries =
        compiled.schema.needsArrivalOrder ? MachineEntries::Mixed : MachineEntries::Block;
    if (options.struct_format_count != 0)
      llvm.structs = library::rowFormats(*formats, compiled.schema);
    machine = backend->compile(program, llvm, diagnostics);
  }
  if (machine == nullptr)
    return nullptr;
  std::optional<std::vector<Dictionary>> dictionaries =
      makeDictionaries(compiled.schema, diagnostics);
  if (!dictionaries)
    return nullptr;
  auto query = std::make_unique<bough_query>(compiled, options, std::move(*formats),
                                             std::move(machine), std::move(*dictionaries));
  if (query->state_.get() == nullptr) {
    diagnostics.reportIn(nullptr, diag::stateNotAllocated, {}, query->name_, query->stateBytes());
    return nullptr;
  }
  query->machine_->init(query->state_.get());
  return query;
}

bough_query::bough_query(const bough_compilation &compiled, const bough_load_options &options,
                         library::StructFormats structFormats, std::unique_ptr<Machine> machine,
                         std::vector<Dictionary> dictionaries)
    : schema_(compiled.schema), name_(std::filesystem::path(compiled.source->name()).stem()),
      source_(compiled.source), callback_(options.callback), context_(options.context),
      structFormats_(std::move(structFormats)), machine_(std::move(machine)),
      dictionaries_(std::move(dictionaries)), state_(machine_->stateBytes()),
      intake_(schema_, dictionaries_),
      results_(schema_, dictionaries_,
               [this](std::int64_t time, ResultBatches::Row row, std::uint64_t count) {
                 return giveOn(time, row, count);
               }) {}

bough_code bough_query::feed(std::span<const TypedRows> inputs) {
  if (hasHalted_)
    return BOUGH_HALTED;
  DiagnosticEngine diagnostics(source_);
  if (!intake_.take(inputs, diagnostics))
    return refuseRow(diagnostics);
  return evaluate();
}

bough_code bough_query::feedStructs(std::span<const bough_struct_rows> inputs) {
  if (hasHalted_)
    return BOUGH_HALTED;
  // Without rows nothing happens, nor is there an entry for structs in a query without formats.
  if (std::all_of(inputs.begin(), inputs.end(),
                  [](const bough_struct_rows &input) { return input.rows == 0; }))
    return BOUGH_DONE;
  std::vector<std::vector<TypedColumn>> columns;
  std::vector<TypedRows> rows;
  std::vector<bough_structs> streams(schema_.streams.size());
  for (const bough_struct_rows &input : inputs)
    columns.push_back(input.rows == 0
                          ? std::vector<TypedColumn>()
                          : library::columnsOf(*structFormat(input.stream), input.structures));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    rows.push_back({static_cast<unsigned>(inputs[i].stream), inputs[i].rows, columns[i]});
    if (schema_.streams[inputs[i].stream].used)
      streams[inputs[i].stream] = {inputs[i].structures, inputs[i].rows};
  }
  DiagnosticEngine diagnostics(source_);
  if (!intake_.admit(rows, diagnostics))
    return refuseRow(diagnostics);
  if (bough_code code = evaluate(); code != BOUGH_DONE) // what waited
    return code;
  intake_.close(rows);
  const std::uint64_t status =
      machine_->ingestStructs(state_.get(), streams.data(), results_.machineSink());
  return settle(status, [&](std::uint64_t stream, std::uint64_t row) {
    return intake_.rowsTaken(static_cast<unsigned>(stream)) - streams[stream].rows + row + 1;
  });
}

std::int64_t bough_query::enter(unsigned stream, unsigned column, const bough_value &value) {
  const MachineColumn &declared = schema_.streams[stream].columns[column];
  const CellFormat &format = declared.format;
  if (!format.isCoded() || !schema_.domains[format.domain].isUsed) // else it has no room
    return Dictionary::none;
  if ((format.kind == CellFormat::Kind::Text) != (value.text != nullptr))
    return Dictionary::none;
  if (format.kind == CellFormat::Kind::Text)
    return value.length <= declared.textBytes
               ? dictionaries_[format.domain].enter({value.text, value.length})
               : Dictionary::none;
  const bool isOfType = value.integer >= declared.lo && value.integer <= declared.hi;
  return isOfType ? dictionaries_[format.domain].enter(value.integer) : Dictionary::none;
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
  return closeAfter(evaluate());
}

bough_code bough_query::end() {
  if (hasHalted_)
    return BOUGH_HALTED;
  intake_.finish();
  bough_code code = evaluate();
  if (code == BOUGH_DONE) // no row is at hand
    code = settle(machine_->end(state_.get(), results_.machineSink()),
                  [](std::uint64_t, std::uint64_t) { return std::uint64_t{0}; });
  return closeAfter(code);
}

/// Takes no more rows, when nothing was wrong with the last ones.
bough_code bough_query::closeAfter(bough_code code) {
  if (code == BOUGH_DONE) {
    hasHalted_ = true;
    text_ = "the query has been finished";
    code_.clear();
    refusedRow_.reset();
  }
  return code;
}

/// Runs the machine over what is complete.
bough_code bough_query::evaluate() {
  std::uint64_t status = BOUGH_OK;
  if (schema_.needsArrivalOrder) {
    const bough_tagged_rows &rows = intake_.completeInOrder();
    if (rows.rows == 0)
      return BOUGH_DONE;
    status = machine_->ingestMixed(state_.get(), &rows, results_.machineSink());
  } else {
    const std::vector<bough_columns> &block = intake_.complete();
    if (block.empty())
      return BOUGH_DONE;
    status = machine_->ingestBlock(state_.get(), block.data(), results_.machineSink());
  }
  return settle(status, [this](std::uint64_t stream, std::uint64_t row) {
    return intake_.numberOf(stream, row);
  });
}

/// Gives on the results of a call of the machine, and reports its fault.
bough_code bough_query::settle(std::uint64_t status, const RowNumber &numberOf) {
  // As for files: the last batch is complete, but not one that failed.
  bool isWanted = results_.drain();
  if (isWanted && status != BOUGH_OK)
    results_.dropBatch(state_.header().error_time);
  isWanted = isWanted && results_.finishBatch();
  DiagnosticEngine diagnostics(source_);
  const MachineErrors errors{schema_, name_, source_, [&](std::uint64_t stream, std::uint64_t row) {
                               return fmt::format("row {} of all rows of '{}'",
                                                  numberOf(stream, row),
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
  text_ = library::textOf(diagnostics);
  refusedRow_.reset();
  code_ = diagnostics.all().empty() ? "" : std::string(diagnostics.all().front().code);
  return BOUGH_REFUSED;
}

bough_code bough_query::refuseRow(const DiagnosticEngine &diagnostics) {
  refuse(diagnostics);
  refusedRow_ = intake_.refusedRow();
  return BOUGH_REFUSED;
}

bough_code bough_query::misuse(std::string text) {
  text_ = std::move(text);
  code_.clear();
  refusedRow_.reset();
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
      values_[c].text = text.empty() ? "" : text.data(); // not null, which is no text
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
