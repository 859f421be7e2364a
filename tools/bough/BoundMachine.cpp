#include "tools/bough/BoundMachine.h"

#include "runtime/Fields.h"
#include "tools/bough/BindOption.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace bough::tool {

namespace {

/// The values of a field, as far as they are int64_t.
ValueRange valuesOf(const emit::FieldBinding &field) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  if (field.kind == emit::FieldKind::Bool)
    return {0, 1};
  const unsigned unused = 64 - 8 * field.bytes;
  if (field.kind == emit::FieldKind::Signed)
    return {-(largest >> unused) - 1, largest >> unused};
  return {0, unused == 0 ? largest : static_cast<std::int64_t>(~std::uint64_t{0} >> unused)};
}

class StructFeeder final : public Machine {
public:
  StructFeeder(std::unique_ptr<Machine> machine, std::shared_ptr<const emit::RowFormats> formats)
      : machine_(std::move(machine)), formats_(std::move(formats)), arrays_(formats_->size()),
        given_(formats_->size()) {}

  std::uint64_t stateBytes() const override { return machine_->stateBytes(); }
  void init(void *state) override { machine_->init(state); }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override {
    for (std::size_t s = 0; s < formats_->size(); ++s) {
      const bough_columns &columns = streams[s];
      if ((*formats_)[s] && columns.rows != 0)
        given_[s] = {fill(arrays_[s], *(*formats_)[s], columns), columns.rows};
      else
        given_[s] = {columns.columns, columns.rows};
    }
    return machine_->ingestStructs(state, given_.data(), sink);
  }
  std::uint64_t ingestMixed(void * /*state*/, const bough_tagged_rows * /*rows*/,
                            bough_sink * /*sink*/) override {
    return BOUGH_NO_ENTRY;
  }
  std::uint64_t end(void *state, bough_sink *sink) override { return machine_->end(state, sink); }

private:
  using Bytes = std::vector<unsigned char>;

  template <typename T>
  static void store(unsigned char *row, std::size_t size, const emit::FieldFormat &field,
                    const std::int64_t *cells, std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i, row += size) {
      const auto value =
          static_cast<T>((cells[i] - field.shift) / field.factor + field.start); // exact
      std::memcpy(row + field.offset, &value, sizeof(T));
    }
  }
  static const void *fill(Bytes &array, const emit::RowFormat &format,
                          const bough_columns &columns) {
    array.resize(std::max(array.size(), format.size * columns.rows));
    for (std::size_t c = 0; c < format.fields.size(); ++c) {
      const emit::FieldFormat &field = format.fields[c];
      const auto storeField = field.bytes == 1   ? store<std::int8_t>
                              : field.bytes == 2 ? store<std::int16_t>
                              : field.bytes == 4 ? store<std::int32_t>
                                                 : store<std::int64_t>;
      storeField(array.data(), format.size, field, columns.columns[c], columns.rows);
    }
    return array.data();
  }

  std::unique_ptr<Machine> machine_;
  std::shared_ptr<const emit::RowFormats> formats_; ///< by stream
  std::vector<Bytes> arrays_;                       ///< by stream
  std::vector<bough_structs> given_;                ///< by stream
};

} // namespace

bool restrictToFields(MachineSchema &schema, const emit::Binding &binding,
                      DiagnosticEngine &diagnostics) {
  bool isGood = true;
  for (MachineStream &stream : schema.streams) {
    const emit::StructBinding *bound = binding.find(stream.name);
    for (std::size_t c = 0; bound != nullptr && c < bound->fields.size(); ++c) {
      const emit::FieldBinding &field = bound->fields[c];
      const ValueRange values = valuesOf(field);
      MachineColumn &column = stream.columns[c];
      if (column.format.isCoded()) {
        const std::uint64_t codes = schema.domains[column.format.domain].capacity;
        if (codes > static_cast<std::uint64_t>(values.hi) + 1) {
          diagnostics.reportIn(nullptr, diag::fieldTooSmallForCodes, {}, field.field, field.bytes,
                               column.name, codes);
          isGood = false;
        }
      } else if (column.lo < values.lo || column.hi > values.hi) {
        column.lo = std::max(column.lo, values.lo);
        column.hi = std::min(column.hi, values.hi);
        column.isChecked = false;
        column.type +=
            fmt::format(" in '{}' of {}, {}", field.field, bound->structName, typeName(field));
      }
    }
  }
  return isGood;
}

std::unique_ptr<Machine> feedStructs(std::unique_ptr<Machine> machine,
                                     std::shared_ptr<const emit::RowFormats> formats) {
  return std::make_unique<StructFeeder>(std::move(machine), std::move(formats));
}

} // namespace bough::tool
