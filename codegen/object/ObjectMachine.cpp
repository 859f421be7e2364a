#include "codegen/object/ObjectMachine.h"

#include "codegen/host/Files.h"
#include "codegen/host/SharedLibrary.h"
#include "codegen/object/Files.h"
#include "runtime/shedding/IngestKeeping.h"

namespace bough {

namespace {

class ObjectMachine final : public Machine {
public:
  ObjectMachine(host::SharedLibrary library, emit::RowFormats formats, std::uint64_t stateBytes,
                std::uint32_t shedTypes)
      : library_(std::move(library)), formats_(std::move(formats)), stateBytes_(stateBytes),
        shedTypes_(shedTypes) {}

  /// False when the library has not all functions; then its reason tells.
  bool find(const ObjectInterface &interface, ObjectRows rows);
  const host::SharedLibrary &library() const { return library_; }

  std::uint64_t stateBytes() const override { return stateBytes_; }
  void init(void *state) override {
    init_(state);
    earliest_ = 0;
  }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override {
    return ingestBlock_(state, streams, sink);
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override {
    if (!rowEntries_.empty())
      return ingestRows(state, *rows, sink);
    return shedTypes_ != 0 ? ingestKeeping(*this, shedTypes_, state, *rows, sink)
                           : ingestMixed_(state, rows, sink);
  }
  std::uint64_t ingestOffered(void *state, const bough_offered_rows *rows,
                              bough_sink *sink) override {
    return shedTypes_ != 0 && rowEntries_.empty() ? ingestMixed_(state, &rows->rows, sink)
                                                  : static_cast<std::uint64_t>(BOUGH_NO_ENTRY);
  }
  std::uint64_t ingestStructs(void *state, const bough_structs *streams,
                              bough_sink *sink) override {
    return ingestStructs_(state, streams, sink);
  }
  std::uint64_t end(void *state, bough_sink *sink) override { return end_(state, sink); }

private:
  std::uint64_t ingestRows(void *state, const bough_tagged_rows &rows, bough_sink *sink);

  host::SharedLibrary library_;
  emit::RowFormats formats_;
  std::uint64_t stateBytes_;
  std::uint32_t shedTypes_; ///< 0: it takes plain rows
  bough_init_fn init_ = nullptr;
  bough_ingest_block_fn ingestBlock_ = nullptr;
  bough_ingest_mixed_fn ingestMixed_ = nullptr;
  bough_ingest_structs_fn ingestStructs_ = nullptr;
  bough_finish_fn finish_ = nullptr;
  bough_end_fn end_ = nullptr;
  std::vector<bough_row_fn> rowEntries_; ///< by stream; empty: rows go together
  std::int64_t earliest_ = 0;            ///< bough_batch::time between calls
};

bool ObjectMachine::find(const ObjectInterface &interface, ObjectRows rows) {
  const std::string prefix = interface.prefix + "_";
  if (!library_.find(prefix + "init", init_) ||
      !library_.find(prefix + "ingest_block", ingestBlock_) ||
      !library_.find(prefix + "ingest_mixed", ingestMixed_) ||
      !library_.find(prefix + "ingest_structs", ingestStructs_) ||
      !library_.find(prefix + "finish", finish_) || !library_.find(prefix + "end", end_))
    return false;
  if (rows == ObjectRows::Together)
    return true;
  rowEntries_.resize(formats_.size());
  for (const ObjectInterface::StreamNames &stream : interface.streams)
    if (!library_.find(prefix + stream.rowEntry, rowEntries_[stream.stream]))
      return false;
  return true;
}

/// Undoes what the entries do with values: cells become values of declarations again. Rows of
/// streams that the query does not read are left out.
std::uint64_t ObjectMachine::ingestRows(void *state, const bough_tagged_rows &rows,
                                        bough_sink *sink) {
  std::vector<std::uint32_t> tags(rows.rows + 1);
  std::vector<std::int64_t> cells((rows.rows + 1) * rows.stride), row(rows.stride);
  bough_batch batch{tags.data(), cells.data(), rows.stride, tags.size(), 0, earliest_};
  std::uint64_t status = BOUGH_OK;
  for (std::uint64_t i = 0; i < rows.rows && status == BOUGH_OK; ++i) {
    const std::uint32_t stream = rows.streams[i];
    if (rowEntries_[stream] == nullptr)
      continue;
    for (std::size_t column = 0; column < formats_[stream]->fields.size(); ++column) {
      const emit::FieldFormat &field = formats_[stream]->fields[column];
      row[column] =
          (rows.cells[i * rows.stride + column] - field.shift) / field.factor + field.start;
    }
    status = rowEntries_[stream](state, &batch, row.data(), sink);
  }
  if (status == BOUGH_OK)
    status = finish_(state, &batch, sink);
  earliest_ = batch.time;
  return status;
}

} // namespace

std::unique_ptr<Machine> makeObjectMachine(const ir::Program &program, const MachineSchema &schema,
                                           const ObjectRequest &request,
                                           DiagnosticEngine &diagnostics) {
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  const std::optional<ir::Layout> layout = ir::computeLayout(program);
  if (backend == nullptr || !layout)
    return nullptr;
  const ObjectInterface interface = nameInterface(program, *layout, schema, prefixOf(program.name));
  const ObjectOptions options = objectOptions(interface, schema, request.optLevel, request.cpu);
  const std::string object = backend->objectFile(program, options, diagnostics);
  const std::string library = object.empty() ? "" : linkLibrary(object, diagnostics);
  if (library.empty())
    return nullptr;

  host::TemporaryFolder folder;
  const std::string path = folder.file("query.so");
  if (!folder.write("query.so", library)) {
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, path, folder.reason());
    return nullptr;
  }
  auto machine = std::make_unique<ObjectMachine>(host::SharedLibrary(path), options.rows,
                                                 layout->bytes, program.shedTypes);
  if (!machine->find(interface, request.rows)) {
    diagnostics.reportIn(nullptr, diag::libraryNotLoaded, {}, program.name,
                         machine->library().reason());
    return nullptr;
  }
  return machine;
}

} // namespace bough
