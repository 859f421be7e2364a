#include "test/differential/Generator.h"

#include "test/differential/Conditions.h"
#include "test/differential/Draft.h"
#include "test/differential/Rows.h"

#include <algorithm>

namespace bough::differential {
namespace {

/// Draws the parts of a case in the order in which they depend on each other.
class Generator {
public:
  explicit Generator(std::uint64_t seed) : draft_(seed), random_(draft_.random) {}

  CaseModel draw() {
    drawThemes();
    drawQueries();
    model_.labels = static_cast<unsigned>(random_.between(2, 4));
    model_.scale = 2;
    for (StreamModel &stream : model_.streams)
      drawColumns(stream);
    drawUnits();
    drawTimes(draft_);
    for (StreamModel &stream : model_.streams)
      if (!stream.isTable)
        drawOptions(stream);
    for (BranchModel &branch : model_.branches) {
      roots_.push_back(drawTimeConditions(draft_, branch));
      drawValueConditions(draft_, branch, roots_.back());
      branch.explicitJoins = random_.chance(25);
    }
    for (const QueryModel &query : model_.queries)
      drawOutputs(query);
    pruneInUnit();
    drawRows(draft_);
    model_.feedSeed = random_.next();
    return std::move(model_);
  }

private:
  bool has(Theme theme) const { return draft_.has(theme); }

  void drawThemes() {
    static const std::vector<Theme> common = [] {
      std::vector<Theme> themes;
      for (std::size_t i = 0; i < static_cast<std::size_t>(Theme::MixedUnits); ++i)
        themes.push_back(static_cast<Theme>(i));
      for (Theme again : {Theme::SelfJoin, Theme::Union, Theme::Distinct, Theme::Distinct,
                          Theme::Exists, Theme::Exists, Theme::Types, Theme::Types, Theme::Rates})
        themes.push_back(again);
      return themes;
    }();
    for (unsigned n = random_.pick({0U, 1U, 1U, 1U, 1U, 2U, 2U, 2U, 3U, 4U}); n > 0; --n)
      draft_.themes.add(random_.pick(common));
    if (random_.chance(15))
      draft_.themes.add(Theme::SelfJoin);
    std::size_t rare = random_.below(100);
    bool hasZero = has(Theme::Absolute) || has(Theme::Finite);
    if (rare < 10)
      draft_.themes.add(Theme::MixedUnits);
    else if (rare < 15 && !hasZero)
      draft_.themes.add(Theme::ExtremeTimes);
    else if (rare < 18)
      draft_.themes.add(Theme::StartsAt);
    if (random_.chance(12) && !has(Theme::Opaque) && !has(Theme::Derived))
      draft_.themes.add(Theme::ExtremeValues);
    if (has(Theme::MixedUnits))
      draft_.themes.remove(Theme::Absolute);
  }

  // --- FROM and UNION ----------------------------------------------------------------------------

  void drawQueries() {
    std::size_t queries = has(Theme::Queries) ? random_.pick({2U, 2U, 3U}) : 1U;
    for (std::size_t q = 0; q < queries; ++q) {
      QueryModel &query = model_.queries.emplace_back();
      if (has(Theme::Queries))
        query.name = "q" + std::to_string(q);
      std::size_t selects = has(Theme::Union) && q == 0 ? random_.pick({2U, 2U, 2U, 3U}) : 1U;
      query.set = drawSelect();
      for (; selects > 1; --selects) {
        SetModel set;
        bool eliminates = has(Theme::Distinct) ? random_.chance(60) : random_.chance(30);
        set.kind = eliminates ? SetModel::Kind::Union : SetModel::Kind::UnionAll;
        set.operands = {std::move(query.set), drawSelect()};
        if (random_.chance(20))
          std::swap(set.operands[0], set.operands[1]);
        query.set = std::move(set);
      }
    }
    // Last, so that an EXISTS mostly takes it: a stream or table that only EXISTS reads.
    if (has(Theme::Exists) && random_.chance(75))
      addStream(/*isTable=*/random_.chance(15));
  }

  unsigned addStream(bool isTable) {
    StreamModel &stream = model_.streams.emplace_back();
    stream.name = std::string(1, static_cast<char>((isTable ? 'A' : 'a') + model_.streams.size()));
    if (isTable)
      stream.name = "table_" + stream.name;
    stream.isTable = isTable;
    return static_cast<unsigned>(model_.streams.size() - 1);
  }

  /// An existing stream (or table), or a new one.
  unsigned pickStream(bool isTable, unsigned againPercent) {
    std::vector<unsigned> streams;
    for (unsigned s = 0; s < model_.streams.size(); ++s)
      if (model_.streams[s].isTable == isTable)
        streams.push_back(s);
    return !streams.empty() && random_.chance(againPercent) ? random_.pick(streams)
                                                            : addStream(isTable);
  }

  SetModel drawSelect() {
    auto index = static_cast<unsigned>(model_.branches.size());
    BranchModel &branch = model_.branches.emplace_back();
    unsigned again = index > 0 ? 70 : has(Theme::SelfJoin) ? 60 : 0;
    unsigned items = random_.pick({1U, 2U, 2U, 2U, 2U, 2U, 2U, 3U, 3U, 3U, 3U, 4U, 4U});
    if (has(Theme::SelfJoin) || has(Theme::Opaque) || has(Theme::Disjunction))
      items = std::max(items, 2U);
    if (has(Theme::Exists) || has(Theme::Union) || has(Theme::Queries))
      items = std::min(items, 3U);
    for (unsigned i = 0; i < items; ++i)
      branch.items.push_back(pickStream(false, again));
    if (has(Theme::Table) && items < 4)
      for (std::int64_t n = random_.pick({1, 1, 1, 2}); n > 0; --n) {
        auto place = static_cast<std::ptrdiff_t>(random_.below(branch.items.size() + 1));
        branch.items.insert(branch.items.begin() + place, pickStream(true, 30));
      }
    branch.isDistinct = has(Theme::Distinct) && random_.chance(75);
    SetModel select;
    select.branch = index;
    return select;
  }

  /// Drops what is not used. Constants have been drawn for the finest unit of time: a stream that
  /// is used takes it over.
  void pruneInUnit() {
    const TimeUnit unit = model_.unit();
    prune(model_);
    if (model_.unit() == unit)
      return;
    for (StreamModel &stream : model_.streams)
      if (!stream.isTable) {
        stream.columns[stream.timestampColumn].type.unit = unit;
        return;
      }
  }

  // --- declarations ------------------------------------------------------------------------------

  Type drawType() {
    Type type;
    if (has(Theme::Types) && random_.chance(65)) {
      type.kind =
          random_.pick({TypeKind::Boolean, TypeKind::Decimal, TypeKind::Decimal, TypeKind::Date,
                        TypeKind::Enum, TypeKind::Varchar, TypeKind::Varchar, TypeKind::BigInt});
      if (type.kind == TypeKind::Decimal) {
        type.precision = random_.pick({6U, 9U, 16U});
        type.scale = static_cast<unsigned>(random_.between(0, 2));
      }
      if (type.kind == TypeKind::Varchar || type.kind == TypeKind::BigInt)
        type.keys = random_.pick({2U, 3U, 4U});
      if (type.kind == TypeKind::Varchar && random_.chance(50))
        type.length = 8;
    } else {
      type.kind =
          has(Theme::ExtremeValues)
              ? TypeKind::BigInt
              : random_.pick({TypeKind::SmallInt, TypeKind::Int, TypeKind::Int, TypeKind::BigInt});
    }
    return type;
  }

  void drawColumns(StreamModel &stream) {
    unsigned attributes = random_.pick({1U, 1U, 2U, 2U, 3U});
    bool isWindowed = has(Theme::Rates) || has(Theme::Finite);
    for (unsigned i = 0; i < attributes; ++i) {
      ColumnModel column;
      column.name = std::string(1, static_cast<char>('a' + i));
      column.type = drawType();
      if (isOrdered(familyOf(column.type)) &&
          random_.chance(has(Theme::ExtremeValues) || isWindowed ? 35 : 70)) {
        std::int64_t base = column.type.kind == TypeKind::Date ? draft_.drawValue(column) : 0;
        std::int64_t lo = base + random_.between(-2, 1);
        column.check = {lo, lo + random_.pick<std::int64_t>({0, 1, 2, 2, 3, 3, 4, 5})};
      }
      stream.columns.push_back(column);
    }
    if (stream.isTable)
      return;
    stream.timestampColumn = static_cast<unsigned>(random_.below(attributes + 1));
    ColumnModel time;
    time.name = "ts";
    time.type.kind = TypeKind::Timestamp;
    stream.columns.insert(stream.columns.begin() + stream.timestampColumn, time);
  }

  void drawUnits() {
    auto setUnit = [](StreamModel &stream, TimeUnit unit) {
      if (!stream.isTable)
        stream.columns[stream.timestampColumn].type.unit = unit;
    };
    bool isMixed = has(Theme::MixedUnits), isCoarse = random_.chance(10);
    TimeUnit unit = random_.pick({TimeUnit::Minute, TimeUnit::Hour, TimeUnit::Day});
    if (has(Theme::Absolute) && random_.chance(30)) {
      isCoarse = true;
      unit = TimeUnit::Millisecond;
    }
    for (StreamModel &stream : model_.streams) {
      if (isMixed)
        setUnit(stream, random_.pick({TimeUnit::Second, TimeUnit::Minute, TimeUnit::Millisecond}));
      else if (isCoarse)
        setUnit(stream, unit);
    }
    // An interval has to be whole in the finest unit.
    model_.intervalUnit = std::min(model_.unit(), TimeUnit::Second);
  }

  void drawOptions(StreamModel &stream) {
    bool isWindowed = has(Theme::Rates) || has(Theme::Finite);
    if (random_.chance(isWindowed || has(Theme::EqualTimes) ? 95 : 85))
      stream.maxPerTimestamp = random_.between(3, 12);
    if (has(Theme::Rates) && random_.chance(40))
      stream.maxPerSecond = random_.between(2, 8);
    // Mostly the same for all streams.
    if (has(Theme::StartsAt) && !has(Theme::MixedUnits))
      stream.startsAt = draft_.ticks(draft_.times[draft_.times.size() / 4]) +
                        (random_.chance(15) ? random_.between(-1, 1) : 0);
    if (stream.startsAt && *stream.startsAt < 0)
      stream.startsAt = 0;
    bool isMixed = has(Theme::MixedUnits);
    if (has(Theme::Finite) && random_.chance(55))
      stream.endsAt = isMixed ? random_.between(0, 100) : draft_.ticks(random_.pick(draft_.times));
    if (stream.startsAt && stream.endsAt)
      stream.endsAt = std::max(*stream.startsAt, *stream.endsAt);
    if ((has(Theme::Rates) && random_.chance(25)) || (stream.endsAt && random_.chance(80)))
      stream.maxRows = random_.between(3, 20);
  }

  // --- select list -------------------------------------------------------------------------------

  void drawOutputs(const QueryModel &query) {
    std::vector<unsigned> selects;
    forEachSelect(query.set, [&](unsigned branch) { selects.push_back(branch); });
    std::size_t columns = random_.pick({1U, 1U, 2U, 2U, 3U});
    bool hasRootTime = has(Theme::Distinct) && random_.chance(35);
    for (std::size_t i = 0; i < columns; ++i) {
      std::size_t kind = random_.below(100);
      if (hasRootTime && i == 0)
        for (unsigned select : selects)
          model_.branches[select].outputs.push_back(
              draft_.time(model_.branches[select], roots_[select]));
      else if (kind < (has(Theme::Distinct) ? 8 : 25))
        drawTimeColumn(selects);
      else
        drawColumn(selects, /*isConstant=*/kind > 96);
    }
  }

  void drawTimeColumn(const std::vector<unsigned> &selects) {
    for (unsigned select : selects) {
      BranchModel &branch = model_.branches[select];
      Expression time = draft_.time(branch, random_.pick(draft_.streamItems(branch)));
      std::int64_t steps =
          has(Theme::MixedUnits) || random_.chance(75) ? 0 : random_.between(-3, 5);
      branch.outputs.push_back(Draft::plus(std::move(time), Family::Time, steps));
    }
  }

  void drawColumn(const std::vector<unsigned> &selects, bool isConstant) {
    if (isConstant) {
      for (unsigned select : selects)
        model_.branches[select].outputs.push_back(
            Expression::constant(Family::Integer, random_.between(-3, 5)));
      return;
    }
    const BranchModel &first = model_.branches[selects.front()];
    Family family = draft_.family(first, pickAttribute(first, std::nullopt).value());
    bool everyoneHasIt = std::all_of(selects.begin(), selects.end(), [&](unsigned select) {
      return pickAttribute(model_.branches[select], family).has_value();
    });
    if (!everyoneHasIt)
      return drawTimeColumn(selects);
    for (unsigned select : selects)
      model_.branches[select].outputs.push_back(drawOutput(model_.branches[select], family));
  }

  Expression drawOutput(const BranchModel &branch, Family family) {
    if (family == Family::Integer && (has(Theme::Derived) || has(Theme::Computed)) &&
        random_.chance(60))
      if (auto value = drawArithmetic(draft_, branch, has(Theme::Derived)))
        return *value;
    Expression column = Expression::column(pickAttribute(branch, family).value());
    bool isPlain = !isOrdered(family) || random_.chance(has(Theme::ExtremeValues) ? 30 : 75);
    return isPlain ? column : Draft::plus(std::move(column), family, random_.between(-3, 5));
  }

  /// An attribute of the family exactly, or of any; one that is finite if possible.
  std::optional<AttributeRef> pickAttribute(const BranchModel &branch,
                                            std::optional<Family> family) {
    std::vector<AttributeRef> all, finite;
    for (unsigned i = 0; i < branch.items.size(); ++i) {
      const StreamModel &stream = model_.streams[branch.items[i]];
      for (unsigned c = 0; c < stream.columns.size(); ++c) {
        Family of = familyOf(stream.columns[c].type);
        if (stream.isTime(c) || (family && of != *family))
          continue;
        all.push_back({i, c});
        if (stream.isTable || stream.columns[c].check || !isOrdered(of))
          finite.push_back({i, c});
      }
    }
    if (all.empty())
      return std::nullopt;
    return !finite.empty() && random_.chance(has(Theme::Distinct) ? 85 : 60) ? random_.pick(finite)
                                                                             : random_.pick(all);
  }

  Draft draft_;
  Random &random_;
  CaseModel &model_ = draft_.model;
  std::vector<unsigned> roots_; ///< by branch: the item that is meant to come last
};

} // namespace

CaseModel drawCase(std::uint64_t seed) { return Generator(seed).draw(); }

} // namespace bough::differential
