#include "codegen/lower/Schema.h"

#include <limits>

namespace bough {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

MachineColumn columnOf(const Column &column) {
  MachineColumn result;
  result.name = column.name;
  result.isTime = column.type.isTimestamp();
  result.lo = column.inputRange.lo.clampToInt64();
  result.hi = column.inputRange.hi.clampToInt64();
  result.isChecked = !column.checkRange.contains(column.type.storageRange());
  result.type = toString(column.type);
  return result;
}

} // namespace

MachineSchema schemaOf(const Plan &plan) {
  MachineSchema schema;
  for (unsigned s = 0; s < plan.catalog.streams.size(); ++s) {
    const Stream &stream = plan.catalog.streams[s];
    MachineStream result;
    result.name = stream.name;
    for (const Column &column : stream.columns)
      result.columns.push_back(columnOf(column));
    result.timestampColumn = stream.timestampColumn;
    result.used = plan.uses(s);
    // Plan::unit is the finest of the used streams only.
    result.timeScale = result.used ? plan.timeScale(stream) : 1;
    result.maxPerTimestamp = stream.maxPerTimestamp.value_or(0);
    schema.streams.push_back(std::move(result));
  }
  for (const ResultColumn &column : plan.queries.front().columns) {
    bool isTime = column.type.isTimestamp();
    schema.results.push_back(
        {column.name, isTime, isTime ? ticksPer(column.type.unit, plan.unit) : 1});
  }
  return schema;
}

MachineSchema schemaOf(const ir::Program &program) {
  MachineSchema schema;
  for (const ir::Stream &stream : program.streams) {
    MachineStream result;
    result.name = stream.name;
    for (const ir::StreamColumn &column : stream.columns) {
      bool isTime = column.type == ir::ValueType::Time;
      result.columns.push_back(
          {column.name, isTime, isTime ? 0 : smallest, largest, false, isTime ? "time" : "i64"});
    }
    result.timestampColumn = stream.timestampColumn;
    schema.streams.push_back(std::move(result));
  }
  for (const ir::Result &result : program.results)
    for (const ir::ResultColumn &column : result.columns)
      schema.results.push_back({column.name, column.type == ir::ValueType::Time, 1});
  return schema;
}

} // namespace bough
