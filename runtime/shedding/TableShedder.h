#pragma once

#include "runtime/shedding/Pane.h"
#include "runtime/shedding/UtilityShedder.h"
#include "runtime/shedding/UtilityTable.h"

namespace bough {

/// gSPICE-H: the utility of a row is that of its key in the table of its type.
class TableShedder : public UtilityShedder {
public:
  /// The table and the numbers have to live as long.
  TableShedder(const UtilityTable &table, const Zobrist &zobrist)
      : UtilityShedder(table.distribution()), zobrist_(zobrist), pane_(zobrist), table_(&table),
        view_(table.abi(zobrist.numbers())), lookups_(table.lookupCounters(), 0) {}

  /// Thresholds are found by what is looked up, as soon as enough has been; before by training.
  void beginInterval(ShedShare share) override {
    if (counted_ >= table_->enoughLookups()) {
      setDistribution(table_->distribution(lookups_));
      lookups_.assign(lookups_.size(), 0);
      counted_ = 0;
    }
    UtilityShedder::beginInterval(share);
  }
  std::int64_t utility(const ShedRow &row) override {
    ++counted_;
    return lookUpUtility(view_, row.type, pane_.key() ^ zobrist_.attributeKey(row),
                         lookups_.data());
  }
  void shift(const ShedRow &row) override { pane_.shift(row.type); }
  std::uint64_t memoryBytes() const override {
    return table_->memoryBytes() + pane_.memoryBytes() + 8 * zobrist_.numbers().size();
  }

  /// Replaces the table, of the same features and numbers; the pane stays.
  void setTable(const UtilityTable &table) {
    table_ = &table;
    view_ = table.abi(zobrist_.numbers());
    lookups_.assign(table.lookupCounters(), 0);
    counted_ = 0;
    setDistribution(table.distribution());
  }

  const Pane &pane() const { return pane_; }

private:
  const Zobrist &zobrist_;
  Pane pane_;
  const UtilityTable *table_;
  bough_utilities view_;
  std::vector<std::uint64_t> lookups_; ///< since thresholds were found by them
  std::uint64_t counted_ = 0;          ///< of them in all
};

} // namespace bough
