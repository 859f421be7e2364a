#pragma once

#include "codegen/library/Compiled.h"
#include "codegen/library/Structs.h"
#include "runtime/MachineErrors.h"
#include "runtime/ResultBatches.h"
#include "runtime/RowIntake.h"
#include "runtime/StateBlock.h"

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// A machine with its state, and what lies around it: rows that wait for their timestamp to be
/// complete, and results that wait to be taken.
struct bough_query {
public:
  /// Null, with a diagnostic, when the machine cannot be made.
  static std::unique_ptr<bough_query> make(const bough_compilation &compiled,
                                           const bough_load_options &options,
                                           bough::DiagnosticEngine &diagnostics);

  bough_code feed(std::span<const bough::TypedRows> inputs);
  /// Rows that the machine reads in place: arrays of the formats of these streams, at most one of
  /// each stream.
  bough_code feedStructs(std::span<const bough_struct_rows> inputs);
  /// The code of a value, or -1.
  std::int64_t enter(unsigned stream, unsigned column, const bough_value &value);
  bough_code advance(unsigned stream, std::int64_t time);
  bough_code finish();
  /// The same, and gives out what waits for the end of its window.
  bough_code end();
  /// Says that an argument cannot be.
  bough_code misuse(std::string text);
  /// Says what was reported, and returns BOUGH_REFUSED.
  bough_code refuse(const bough::DiagnosticEngine &diagnostics);
  /// Which row was refused, by the last call that says anything.
  const std::optional<bough::RowIntake::RefusedRow> &refusedRow() const { return refusedRow_; }

  std::size_t take(bough_result *results, std::size_t capacity, bough_value *values,
                   std::size_t valueCapacity);
  std::size_t waiting() const { return waiting_.size(); }

  const bough::MachineSchema &schema() const { return schema_; }
  const std::string &text() const { return text_; }
  const std::string &code() const { return code_; }
  const void *state() const { return state_.get(); }
  std::uint64_t stateBytes() const { return machine_->stateBytes(); }
  std::uint64_t rowsTaken(unsigned stream) const { return intake_.rowsTaken(stream); }
  bool hasHalted() const { return hasHalted_; }
  /// Null for a stream that was loaded without.
  const bough::library::StructFormat *structFormat(std::size_t stream) const {
    return structFormats_[stream] ? &*structFormats_[stream] : nullptr;
  }

  bough_query(const bough_compilation &compiled, const bough_load_options &options,
              bough::library::StructFormats structFormats, std::unique_ptr<bough::Machine> machine,
              std::vector<bough::Dictionary> dictionaries);
  bough_query(const bough_query &) = delete;
  bough_query &operator=(const bough_query &) = delete;

private:
  struct WaitingResult {
    std::size_t result;
    std::int64_t time;
    std::uint64_t count;
    std::vector<bough_value> values;
  };

  using RowNumber = std::function<std::uint64_t(std::uint64_t stream, std::uint64_t row)>;
  bough_code evaluate();
  bough_code closeAfter(bough_code code);
  bough_code settle(std::uint64_t status, const RowNumber &numberOf);
  bough_code refuseRow(const bough::DiagnosticEngine &diagnostics);
  bough_code halt(const bough::DiagnosticEngine &diagnostics);
  bool giveOn(std::int64_t time, bough::ResultBatches::Row row, std::uint64_t count);

  bough::MachineSchema schema_; ///< of its own: the compilation may be dropped before
  std::string name_;
  std::shared_ptr<const bough::Source> source_;
  bough_result_callback callback_;
  void *context_;
  bough::library::StructFormats structFormats_;
  std::unique_ptr<bough::Machine> machine_;
  std::vector<bough::Dictionary> dictionaries_;
  bough::StateBlock state_;
  bough::RowIntake intake_;
  bough::ResultBatches results_;
  std::deque<WaitingResult> waiting_;
  std::vector<bough_value> values_; ///< of the result that is given on
  bool hasHalted_ = false;
  std::string text_, code_;
  std::optional<bough::RowIntake::RefusedRow> refusedRow_;
};
