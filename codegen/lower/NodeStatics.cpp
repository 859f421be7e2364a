#include "codegen/lower/NodeLowering.h"

#include <algorithm>

namespace bough {

namespace {

/// The rows of a table item that satisfy everything that concerns it alone, with the given columns.
std::vector<std::vector<std::int64_t>> rowsOf(const Plan &plan, const Branch &branch,
                                              const Closure &closure,
                                              const std::vector<const Predicate *> &predicates,
                                              unsigned item,
                                              const std::vector<AttributeRef> &columns) {
  const Stream &table = plan.stream(branch, item);
  const Item &source = plan.item(branch, item);
  std::size_t width = table.columns.size();
  std::vector<std::vector<std::int64_t>> rows;
  for (std::size_t first = 0; first < table.cells.size(); first += width) {
    std::function<__int128(AttributeRef)> valueOf = [&](AttributeRef x) -> __int128 {
      if (x.column < width)
        return table.cells[first + x.column];
      return evaluate(source.derived[x.column - width].value, valueOf);
    };
    bool isKept = true;
    for (AttributeRef x : closure.attributes)
      if (x.item == item)
        isKept &= closure.range(x).contains(static_cast<std::int64_t>(valueOf(x)));
    for (const DifferenceAtom &atom : closure.atoms)
      if (!atom.isTime && atom.x && atom.y && atom.x->item == item && atom.y->item == item)
        isKept &= valueOf(*atom.x) - valueOf(*atom.y) <= atom.c;
    for (const Predicate *predicate : predicates)
      if (predicate->filteredItem() == item)
        isKept = isKept && holds(predicate->condition, valueOf);
    if (!isKept)
      continue;
    std::vector<std::int64_t> &row = rows.emplace_back();
    for (AttributeRef column : columns)
      row.push_back(static_cast<std::int64_t>(valueOf(column)));
  }
  return rows;
}

} // namespace

// --- tables --------------------------------------------------------------------------------------

/// Joins the tables that are placed at `node` (at the emission without one), from item `index` on.
void NodeLowering::joinTables(std::optional<unsigned> node, std::size_t index, Operand count,
                              const std::function<void(Operand)> &then) {
  while (index < branch_.items.size() && context_.shaped.tableNodes[index] != node)
    ++index;
  if (index == branch_.items.size())
    return then(count);
  scanTable(static_cast<unsigned>(index), conditions_,
            [&] { joinTables(node, index + 1, count, then); });
}

/// Runs `then` for each row of a table that fits to what is in scope.
void NodeLowering::scanTable(unsigned item, const Conditions &given, const Then &then) {
  const Closure &closure = *given.closure;
  std::vector<AttributeRef> columns, others;
  std::vector<Operand> keys;
  builder_.at(plan_.item(branch_, item).range);
  for (AttributeRef x : closure.attributes) {
    if (x.item != item)
      continue;
    if (std::optional<Equality> equality = equalityInScope(given, x, {item})) {
      ScopedValue other = scope_.at(equality->other);
      if (auto offset = (Bound(other.offset) + Bound(equality->offset)).toInt64()) {
        columns.push_back(x); // looked up; checkAtoms sees to sums beyond 64 bits
        keys.push_back(shifted(identifier(plan_.column(branch_, x).name), other.value, *offset));
        continue;
      }
    }
    others.push_back(x);
  }
  std::size_t lookups = columns.size();
  columns.insert(columns.end(), others.begin(), others.end());
  std::vector<ir::StreamColumn> declared;
  Names names;
  for (AttributeRef x : columns)
    declared.push_back({names.unique(plan_.column(branch_, x).name), ir::ValueType::I64});
  const std::string &name = plan_.stream(branch_, item).name;
  std::vector<std::vector<std::int64_t>> rows =
      rowsOf(plan_, branch_, closure, given.predicates, item, columns);
  if (columns.empty()) { // only their number matters, and a table needs a column
    declared.push_back({"row", ir::ValueType::I64});
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows[row] = {static_cast<std::int64_t>(row)};
  }
  ir::TableId table = constants_.table(name, std::move(declared), std::move(rows));
  builder_.scan(context_.program.tables[table], table, keys, [&](const std::vector<Operand> &rest) {
    std::vector<AttributeRef> bound;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      scope_[columns[i]] = {i < lookups ? keys[i] : rest[i - lookups], 0};
      bound.push_back(columns[i]);
    }
    checkAtoms(given, bound, {item}, then);
  });
}

// --- EXISTS --------------------------------------------------------------------------------------

NodeLowering::Conditions NodeLowering::conditionsOf(const ExistsPlace &place) const {
  Conditions conditions{&context_.exists[place.index], {}, true};
  for (const Predicate &predicate : branch_.exists[place.index].predicates)
    conditions.predicates.push_back(&predicate);
  return conditions;
}

/// Decides the EXISTS conditions that are placed at `node` (at the emission without one), from
/// `index` on.
void NodeLowering::checkExists(std::optional<unsigned> node, std::size_t index, const Then &then) {
  const std::vector<ExistsPlace> &places = context_.shaped.exists;
  // Entries of a lower position that a row in between has ruled out or not marked are not read.
  while (index < places.size() && (places[index].node != node || !places[index].path.empty()))
    ++index;
  if (index == places.size())
    return then();
  builder_.at(branch_.exists[places[index].index].range);
  Operand exists = builder_.nonzero("exists", anyRow(index));
  if (branch_.exists[places[index].index].isNegated)
    exists = builder_.negation("isMissing", exists);
  builder_.when(exists, [&] { checkExists(node, index + 1, then); });
}

/// How many rows of the EXISTS there are, as far as they can be told apart.
ir::Operand NodeLowering::anyRow(std::size_t index) {
  const ExistsPlace &place = context_.shaped.exists[index];
  Conditions conditions = conditionsOf(place);
  auto scope = scope_;
  auto ages = ages_;
  Operand count = Operand::immediate(0);
  if (place.kind == ExistsPlace::Kind::Table) {
    unsigned item = static_cast<unsigned>(branch_.items.size()) + place.index;
    count = builder_.sum("rows", [&] {
      scanTable(item, conditions, [&] { builder_.yield(Operand::immediate(1)); });
    });
  } else {
    Source source = existsSource(index);
    std::vector<Operand> keys(source.carried.size(), Operand::immediate(0));
    count = sumOverLocalKeys(source, conditions, keys);
  }
  scope_ = std::move(scope);
  ages_ = std::move(ages);
  return count;
}

/// Compares the age of an EXISTS' row with those of other nodes' rows.
std::vector<std::function<ir::Operand()>> NodeLowering::ageConditions(const Source &source) {
  std::vector<std::function<Operand()>> conditions;
  for (const ExistsTimeAtom &atom : source.exists->timeAtoms) {
    if (atom.node == node_)
      continue; // in the range of the loop
    conditions.push_back([this, &atom] {
      Operand own = ages_.at(TimeKey::ofExists), other = ages_.at(atom.node);
      std::int64_t bound = atom.bound.clampToInt64();
      // t - t_node <= bound is age_node - age <= bound.
      return atom.isUpper ? builder_.lessEqual("isInTime", other, own, bound)
                          : builder_.lessEqual("isInTime", own, other, bound);
    });
  }
  return conditions;
}

/// A row of an EXISTS between two positions acts on the entries of each node of its path.
void NodeLowering::betweenEntries(const ExistsPlace &place) {
  Conditions conditions = conditionsOf(place);
  for (unsigned node : place.path) {
    Source source = nodeSource(node, false);
    const ir::Synopsis &synopsis = context_.program.synopses[source.synopsis];
    bool isEnable = place.kind == ExistsPlace::Kind::Enable;
    std::size_t firstEnabled = source.shape->timeKeys.size();
    std::optional<std::size_t> mark;
    for (std::size_t i = 0; isEnable && i < source.shape->enabledKeys.size(); ++i)
      if (source.shape->enabledKeys[i] == place.index)
        mark = firstEnabled + i;
    source.carried.assign(source.carried.size(), true);
    auto scope = scope_;
    auto act = [&](std::vector<Operand> keys) {
      if (!mark) {
        builder_.clear(source.synopsis, std::move(keys));
        return;
      }
      std::vector<Operand> marked = keys;
      marked[*mark] = Operand::immediate(1);
      Operand count = builder_.load("n_" + synopsis.name, source.synopsis, keys);
      builder_.when(builder_.nonzero("any", count), [&] {
        if (synopsis.keepsExtremes())
          builder_.put(source.synopsis, std::move(marked),
                       builder_.extreme("x_" + synopsis.name, source.synopsis, keys));
        else
          builder_.bump(source.synopsis, std::move(marked), count);
        builder_.clear(source.synopsis, std::move(keys));
      });
    };
    if (synopsis.isSparse()) {
      matchEntries(source, conditions,
                   [&](Operand, const std::vector<Operand> &keys) { act(keys); });
    } else {
      std::vector<Operand> keys(source.carried.size(), Operand::immediate(0));
      marked_ = mark;
      loopOverKeys(source, conditions, true, 0, keys, [&] { act(keys); });
      marked_ = std::nullopt;
    }
    scope_ = std::move(scope);
  }
}

} // namespace bough
