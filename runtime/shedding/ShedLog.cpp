#include "runtime/shedding/ShedLog.h"

#include "runtime/CsvSink.h"
#include "runtime/shedding/TableShedder.h"

#include <fmt/format.h>

namespace bough {

ShedLog::ShedLog(OutputFile &file, const ShedModel &model, const MachineSchema &schema,
                 const Options &options)
    : file_(file), model_(model), schema_(schema), options_(options),
      zobrist_(model.features, model.seed), features_(model.features, schema),
      shedder_(makeShedder(model, zobrist_)),
      utilities_(dynamic_cast<UtilityShedder &>(*shedder_)) {
  file_.write("stream,time,type,utility,row\n");
}

void ShedLog::renew(const UtilityTable &table) {
  dynamic_cast<TableShedder &>(*shedder_).setTable(table);
}

void ShedLog::add(std::uint32_t stream, const std::int64_t *cells, bool isDropped) {
  ++number_;
  if (!features_.hasType(stream))
    return;
  const ShedRow row = features_.row(stream, cells);
  if (isDropped) {
    const MachineStream &declared = schema_.streams[stream];
    const MachineColumn &column = declared.columns[declared.timestampColumn];
    writeQuotedWhereNeeded(declared.name, file_);
    file_.write(',');
    char time[longestValue];
    file_.write(
        {time, writeValue(column.format, declared.shownTime(cells[declared.timestampColumn]),
                          options_.isoTimes, time)});
    file_.write(',');
    writeQuotedWhereNeeded(model_.features.types[row.type].name, file_);
    constexpr std::int64_t million = 1000000;
    const std::int64_t utility = utilities_.utility(row);
    file_.write(fmt::format(",{}.{:06},{}\n", utility / million, utility % million, number_));
  }
  shedder_->shift(row);
}

} // namespace bough
