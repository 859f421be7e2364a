#pragma once

#include "runtime/OutputFile.h"
#include "runtime/shedding/FeatureOptions.h"
#include "runtime/shedding/ShedModel.h"

namespace bough {

/// A CSV line for each row that was dropped (design note 5.3): its stream, time and type, its
/// utility, and its number among all rows in the order in which they came, as ROWID has it.
///
/// The utility is that which the row had when it came, also where a row was dropped whatever its
/// utility. The log finds it by itself, and so shifts a pane for each row.
class ShedLog {
public:
  struct Options {
    bool isoTimes = false; ///< timestamps as ISO 8601 instead of integers
  };
  /// Of a model of gSPICE. Writes a header. All have to live as long.
  ShedLog(OutputFile &file, const ShedModel &model, const MachineSchema &schema,
          const Options &options);

  /// Utilities are looked up here from now on; it has to live until the next call. Only of a model
  /// of gSPICE-H.
  void renew(const UtilityTable &table);
  /// The next row that came; cells as a machine takes them.
  void add(std::uint32_t stream, const std::int64_t *cells, bool isDropped);

private:
  OutputFile &file_;
  const ShedModel &model_;
  const MachineSchema &schema_;
  Options options_;
  Zobrist zobrist_;
  RowFeatures features_;
  std::unique_ptr<Shedder> shedder_;
  UtilityShedder &utilities_; ///< the same
  std::uint64_t number_ = 0;
};

} // namespace bough
