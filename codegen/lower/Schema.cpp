#include "codegen/lower/Schema.h"

#include "analysis/Rates.h"
#include "codegen/ir/OpInfo.h"
#include "frontend/sema/ArrivalOrder.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace bough {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::int64_t powerOfTen(unsigned exponent) {
  std::int64_t power = 1;
  while (exponent-- > 0)
    power *= 10;
  return power;
}

CellFormat formatOf(const Type &type, std::optional<unsigned> domain, unsigned planScale) {
  CellFormat format;
  if (domain)
    format.domain = *domain;
  switch (type.kind) {
  case TypeKind::Timestamp:
    format.kind = CellFormat::Kind::Time;
    format.ticksPerDay = ticksPer(TimeUnit::Day, type.unit);
    return format;
  case TypeKind::Boolean:
    format.kind = CellFormat::Kind::Boolean;
    return format;
  case TypeKind::Decimal:
    format.kind = CellFormat::Kind::Decimal;
    format.scale = type.scale;
    format.factor = powerOfTen(std::max(planScale, type.scale) - type.scale);
    return format;
  case TypeKind::Date:
    format.kind = CellFormat::Kind::Date;
    return format;
  case TypeKind::Enum:
  case TypeKind::Varchar:
    format.kind = CellFormat::Kind::Text;
    return format;
  case TypeKind::SmallInt:
  case TypeKind::Int:
  case TypeKind::BigInt:
    break;
  }
  format.kind = domain ? CellFormat::Kind::Key : CellFormat::Kind::Integer;
  return format;
}

MachineColumn columnOf(const Plan &plan, const Column &column) {
  MachineColumn result;
  result.name = column.name;
  result.isTime = column.type.isTimestamp();
  result.type = toString(column.type);
  result.format = formatOf(column.type, column.domain, plan.scale);
  const Interval storage = column.type.storageRange();
  if (column.domain) { // whose ranges are those of the codes
    result.lo = storage.lo.clampToInt64();
    result.hi = storage.hi.clampToInt64();
  } else {
    // Ranges are those of the machine's cells.
    const Bound factor = result.format.factor;
    const Interval cells = {storage.lo * factor, storage.hi * factor};
    result.isChecked = !column.inputRange.contains(cells);
    const std::int64_t lo = column.inputRange.lo.clampToInt64();
    const std::int64_t hi = column.inputRange.hi.clampToInt64();
    result.lo = lo / result.format.factor + (lo % result.format.factor > 0 ? 1 : 0);
    result.hi = hi / result.format.factor - (hi % result.format.factor < 0 ? 1 : 0);
  }
  if (result.format.kind == CellFormat::Kind::Text) {
    const std::uint64_t longest = plan.catalog.domains[*column.domain].textBytes;
    result.textBytes = column.type.length == 0 ? longest : column.type.length;
  }
  return result;
}

MachineStream streamOf(const Plan &plan, const Stream &stream) {
  MachineStream result;
  result.name = stream.name;
  for (const Column &column : stream.columns)
    result.columns.push_back(columnOf(plan, column));
  if (stream.isTable) {
    result.timestampColumn = MachineStream::noTimestamp;
    return result;
  }
  result.timestampColumn = stream.timestampColumn;
  MachineColumn &time = result.columns[stream.timestampColumn];
  time.lo = smallest; // starts_at decides
  time.hi = largest;
  result.startsAt = stream.startsAt;
  result.endsAt = stream.endsAt;
  result.maxPerTimestamp = stream.maxPerTimestamp.value_or(0);
  result.maxPerSecond = stream.maxPerSecond.value_or(0);
  result.maxRows = stream.maxRows.value_or(0);
  return result;
}

/// The declaration that gives the domain its capacity.
std::string declarationOf(const Catalog &catalog, unsigned domain) {
  std::string text;
  std::uint64_t keys = 0;
  for (const Stream &stream : catalog.streams)
    for (const Column &column : stream.columns)
      if (column.domain == domain && (text.empty() || column.type.keys.value_or(0) > keys)) {
        keys = column.type.keys.value_or(0);
        text = fmt::format("'{}.{} {}'", stream.name, column.name, toString(column.type));
      }
  return text;
}

MachineDomain domainOf(const Catalog &catalog, unsigned index) {
  const Domain &domain = catalog.domains[index];
  MachineDomain result;
  result.isText = domain.isText;
  result.isClosed = domain.isClosed;
  result.capacity = domain.capacity;
  result.textBytes = domain.textBytes;
  result.texts = domain.texts;
  result.integers = domain.integers;
  result.declaration = declarationOf(catalog, index);
  return result;
}

MachineQuery queryOf(const Plan &plan, const Query &query) {
  MachineQuery result;
  result.name = query.name;
  result.range = query.range;
  for (const ResultColumn &column : query.columns) {
    MachineResultColumn shown;
    shown.name = column.name;
    shown.isTime = column.type.isTimestamp();
    if (shown.isTime)
      shown.timeScale = ticksPer(column.type.unit, plan.unit);
    shown.format = formatOf(column.type, column.domain, column.hasOwnScale ? 0 : plan.scale);
    result.columns.push_back(std::move(shown));
  }
  return result;
}

/// Whether the machine's input or output has codes of the domain.
bool isDomainUsed(const Plan &plan, unsigned domain) {
  for (unsigned s = 0; s < plan.catalog.streams.size(); ++s)
    if (!plan.catalog.streams[s].isTable && plan.uses(s))
      for (const Column &column : plan.catalog.streams[s].columns)
        if (column.domain == domain)
          return true;
  for (const Query &query : plan.queries)
    for (const ResultColumn &column : query.columns)
      if (column.domain == domain)
        return true;
  return false;
}

} // namespace

MachineSchema schemaOf(const Plan &plan) {
  MachineSchema schema;
  schema.time.kind = CellFormat::Kind::Time;
  schema.time.ticksPerDay = ticksPer(TimeUnit::Day, plan.unit);
  // The times of all streams count from the earliest start.
  std::optional<__int128> zero;
  for (unsigned s = 0; s < plan.catalog.streams.size(); ++s) {
    const Stream &stream = plan.catalog.streams[s];
    MachineStream result = streamOf(plan, stream);
    result.used = !stream.isTable && plan.uses(s);
    if (result.used) {
      // Plan::unit is the finest of the used streams only.
      result.timeScale = plan.timeScale(stream);
      if (stream.lateness) {
        const Bound lateness = Bound(*stream.lateness) * Bound(result.timeScale);
        result.lateness = lateness.clampToInt64();
        const Bound rows = rowsWithin(plan, stream, lateness).value_or(Bound(0));
        result.reorderRows = static_cast<std::uint64_t>(rows.clampToInt64());
      }
      __int128 start = static_cast<__int128>(stream.startsAt) * result.timeScale;
      zero = zero ? std::min(*zero, start) : start;
    }
    schema.streams.push_back(std::move(result));
  }
  schema.zero = zero.value_or(0);
  for (MachineStream &stream : schema.streams)
    if (stream.used)
      stream.timeOffset = static_cast<std::int64_t>(
          static_cast<__int128>(stream.startsAt) * stream.timeScale - schema.zero);
  for (unsigned d = 0; d < plan.catalog.domains.size(); ++d) {
    schema.domains.push_back(domainOf(plan.catalog, d));
    schema.domains.back().isUsed = isDomainUsed(plan, d);
  }
  for (const Query &query : plan.queries)
    schema.queries.push_back(queryOf(plan, query));
  for (const Term &term : plan.terms)
    schema.results.push_back({term.query, term.isDistinct});
  schema.needsArrivalOrder = needsArrivalOrder(plan);
  schema.hasLateResults =
      std::any_of(plan.terms.begin(), plan.terms.end(),
                  [](const Term &term) { return term.aggregation && term.aggregation->window; }) ||
      std::any_of(plan.branches.begin(), plan.branches.end(), [](const Branch &branch) {
        return branch.pattern && branch.pattern->endsWithNot();
      });
  return schema;
}

MachineSchema tableSchemaOf(const Plan &plan, unsigned table) {
  MachineSchema schema;
  schema.streams.push_back(streamOf(plan, plan.catalog.streams[table]));
  for (unsigned d = 0; d < plan.catalog.domains.size(); ++d) {
    MachineDomain domain = domainOf(plan.catalog, d);
    domain.isUsed = false;
    for (const Column &column : plan.catalog.streams[table].columns)
      if (column.domain == d) {
        domain.isUsed = true;
        domain.isGrowing = !plan.catalog.domains[d].isEnum;
      }
    schema.domains.push_back(std::move(domain));
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
  for (const ir::Result &declared : program.results) {
    MachineQuery query;
    query.name = program.results.size() > 1 ? declared.name : "";
    for (const ir::ResultColumn &column : declared.columns)
      query.columns.push_back({column.name, column.type == ir::ValueType::Time});
    schema.results.push_back({static_cast<unsigned>(schema.queries.size()), declared.isDistinct});
    schema.queries.push_back(std::move(query));
  }
  addOrder(schema, program);
  return schema;
}

void addOrder(MachineSchema &schema, const ir::Program &program) {
  schema.needsArrivalOrder = ir::needsArrivalOrder(program);
  for (const ir::Handler &handler : program.handlers)
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      const auto *emit = std::get_if<ir::Emit>(&op.node);
      schema.hasLateResults = schema.hasLateResults || (emit != nullptr && emit->time);
    });
}

} // namespace bough
