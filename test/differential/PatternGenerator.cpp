#include "test/differential/PatternGenerator.h"

#include "test/differential/Rows.h"

#include <algorithm>

namespace bough::differential {
namespace {

using Kind = PatternElement::Kind;
using Consume = Pattern::Consume;

/// Evaluation by definition goes through all combinations.
constexpr std::size_t mostRows[] = {30, 30, 30, 22, 15, 11, 9};
constexpr unsigned mostItems = 6;

/// Draws the parts of a case in the order in which they depend on each other.
class PatternGenerator {
public:
  explicit PatternGenerator(std::uint64_t seed) : draft_(seed), random_(draft_.random) {
    // Keeps values small enough for arithmetic.
    draft_.themes.add(Theme::Derived);
  }

  CaseModel draw() {
    model_.labels = static_cast<unsigned>(random_.between(2, 4));
    model_.scale = 2;
    hasRates_ = random_.chance(45);
    drawStreams();
    drawUnits();
    drawTimes(draft_);
    for (StreamModel &stream : model_.streams)
      drawEnd(stream);
    drawQueries();
    prune(model_);
    drawRows(draft_);
    orderRows();
    model_.feedSeed = random_.next();
    return std::move(model_);
  }

private:
  // --- declarations ------------------------------------------------------------------------------

  void drawStreams() {
    const unsigned streams = random_.pick({1U, 1U, 2U, 2U, 2U, 3U, 3U});
    // What PARTITION BY can name: a column that is the same everywhere.
    ColumnModel shared = drawColumn("k");
    hasShared_ = random_.chance(75);
    for (unsigned s = 0; s < streams; ++s) {
      StreamModel &stream = model_.streams.emplace_back();
      stream.name = std::string(1, static_cast<char>('a' + s));
      if (hasShared_)
        stream.columns.push_back(shared);
      for (unsigned n = random_.pick({0U, 1U, 1U, 2U}); n > 0 || stream.columns.empty(); --n) {
        stream.columns.push_back(
            drawColumn(std::string(1, static_cast<char>('v' + stream.columns.size()))));
        if (n == 0)
          break;
      }
      ColumnModel time;
      time.name = "ts";
      time.type.kind = TypeKind::Timestamp;
      stream.timestampColumn = static_cast<unsigned>(random_.below(stream.columns.size() + 1));
      stream.columns.insert(stream.columns.begin() + stream.timestampColumn, time);
      if (hasRates_) {
        if (random_.chance(70))
          stream.maxPerSecond = random_.between(1, 4);
        else
          stream.maxPerTimestamp = random_.between(1, 4);
      }
    }
  }

  /// Seldom another unit than seconds, the same for all; or milliseconds with intervals in seconds.
  void drawUnits() {
    if (!random_.chance(10))
      return;
    const TimeUnit unit = random_.pick(
        {TimeUnit::Minute, TimeUnit::Day, TimeUnit::Millisecond, TimeUnit::Millisecond});
    if (unit != TimeUnit::Millisecond)
      model_.intervalUnit = unit;
    for (StreamModel &stream : model_.streams)
      stream.columns[stream.timestampColumn].type.unit = unit;
  }

  void drawEnd(StreamModel &stream) {
    if (random_.chance(6))
      stream.endsAt = draft_.ticks(random_.pick(draft_.times));
    if (random_.chance(stream.endsAt ? 60 : 4))
      stream.maxRows = random_.between(3, 12);
  }

  ColumnModel drawColumn(std::string name) {
    ColumnModel column;
    column.name = std::move(name);
    const std::size_t kind = random_.below(100);
    column.type.kind = kind < 76
                           ? random_.pick({TypeKind::SmallInt, TypeKind::Int, TypeKind::BigInt})
                       : kind < 82 ? TypeKind::Boolean
                       : kind < 88 ? TypeKind::Enum
                       : kind < 91 ? TypeKind::Decimal
                       : kind < 93 ? TypeKind::Date
                       : kind < 96 ? TypeKind::Varchar
                                   : TypeKind::BigInt;
    if (column.type.kind == TypeKind::Decimal) {
      column.type.precision = 6;
      column.type.scale = static_cast<unsigned>(random_.between(0, 2));
    }
    if (kind >= 93)
      column.type.keys = random_.pick({2U, 3U, 4U});
    else if (isOrdered(familyOf(column.type)) && random_.chance(hasRates_ ? 60 : 88)) {
      const std::int64_t base = column.type.kind == TypeKind::Date ? draft_.drawValue(column) : 0;
      const std::int64_t lo = base + random_.between(-1, 1);
      column.check = {lo, lo + random_.pick<std::int64_t>({1, 2, 2, 3, 3, 4, 6})};
    }
    return column;
  }

  // --- patterns ----------------------------------------------------------------------------------

  void drawQueries() {
    const std::size_t queries = random_.pick({1U, 1U, 1U, 1U, 1U, 1U, 2U, 3U});
    for (std::size_t q = 0; q < queries; ++q) {
      QueryModel &query = model_.queries.emplace_back();
      if (queries > 1)
        query.name = "q" + std::to_string(q);
      query.set = drawSelect();
      if (random_.chance(6)) {
        SetModel set;
        set.kind = SetModel::Kind::UnionAll;
        set.operands = {std::move(query.set), drawSelect()};
        query.set = std::move(set);
      }
      drawOutputs(query);
    }
  }

  SetModel drawSelect() {
    SetModel select;
    select.branch = static_cast<unsigned>(model_.branches.size());
    BranchModel branch;
    branch.pattern.emplace();
    drawPolicy(*branch.pattern);
    drawElements(branch);
    drawNots(branch);
    // With a NOT at the beginning the smallest values do not say which run comes first.
    PatternModel &pattern = *branch.pattern;
    if (pattern.elements.front().kind == PatternElement::Kind::Not &&
        pattern.consume == Consume::Smallest)
      pattern.consume = Consume::Oldest;
    if (hasShared_ && random_.chance(35))
      branch.pattern->partition = {"k"};
    model_.branches.push_back(std::move(branch));
    drawPatternConditions(draft_, model_.branches.back());
    return select;
  }

  void drawPolicy(PatternModel &pattern) {
    pattern.isNext = random_.chance(60);
    pattern.isByArrival = random_.chance(35);
    const std::size_t window = random_.below(100);
    if (window < 45)
      pattern.duration = draft_.window();
    else if (window < 72)
      pattern.events = random_.between(1, 12);
    pattern.skipsPastLastRow = random_.chance(22);
    if (pattern.isNext && random_.chance(40))
      pattern.consume = window < 72 && random_.chance(40) ? Consume::Oldest : Consume::Smallest;
  }

  unsigned pickStream() { return static_cast<unsigned>(random_.below(model_.streams.size())); }

  void drawElements(BranchModel &branch) {
    bool hasAny = false;
    unsigned items = 0; // as SQLite will see them
    for (unsigned n = random_.pick({1U, 2U, 2U, 2U, 2U, 2U, 3U, 3U, 3U, 4U}); n > 0; --n) {
      PatternElement element;
      if (random_.chance(hasAny ? 5 : 22)) {
        hasAny = true;
        drawAny(branch, element);
      } else {
        addItem(branch, element, pickStream());
      }
      items += element.distinct ? element.count : static_cast<unsigned>(element.items.size());
      branch.pattern->elements.push_back(std::move(element));
      if (items + 3 > mostItems)
        break;
    }
  }

  static void addItem(BranchModel &branch, PatternElement &element, unsigned stream) {
    element.items.push_back(static_cast<unsigned>(branch.items.size()));
    branch.items.push_back(stream);
  }

  /// How many values a column with finitely many has.
  std::int64_t valuesOf(const ColumnModel &column) const {
    if (column.check)
      return column.check->second - column.check->first + 1;
    if (column.type.keys)
      return static_cast<std::int64_t>(*column.type.keys);
    return familyOf(column.type) == Family::Boolean ? 2 : model_.labels;
  }

  void drawAny(BranchModel &branch, PatternElement &element) {
    element.kind = Kind::Any;
    const unsigned stream = pickStream();
    std::vector<unsigned> finite;
    const std::vector<ColumnModel> &columns = model_.streams[stream].columns;
    for (unsigned c = 0; c < columns.size(); ++c)
      if (!columns[c].type.isTimestamp() &&
          (columns[c].check || !isOrdered(familyOf(columns[c].type))))
        finite.push_back(c);
    if (!finite.empty() && random_.chance(40)) {
      addItem(branch, element, stream);
      element.distinct = random_.pick(finite);
      element.count = static_cast<unsigned>(std::min<std::int64_t>(
          random_.pick({1, 2, 2, 2, 3}), valuesOf(columns[*element.distinct])));
      return;
    }
    for (unsigned n = random_.pick({1U, 2U, 2U, 2U, 3U, 3U}); n > 0; --n)
      addItem(branch, element, random_.chance(50) ? stream : pickStream());
    element.count =
        static_cast<unsigned>(random_.between(1, static_cast<std::int64_t>(element.items.size())));
  }

  /// NOTs get their numbers when all items are there.
  void drawNots(BranchModel &branch) {
    PatternModel &pattern = *branch.pattern;
    std::vector<PatternElement> elements;
    auto add = [&](unsigned percent) {
      while (random_.chance(percent)) {
        PatternElement element;
        element.kind = Kind::Not;
        element.items = {static_cast<unsigned>(branch.items.size() + branch.exists.size())};
        branch.exists.push_back({pickStream(), {}});
        elements.push_back(std::move(element));
        percent /= 3; // seldom several
      }
    };
    const bool canBeAtEnds = pattern.duration.has_value();
    for (std::size_t i = 0; i < pattern.elements.size(); ++i) {
      if (i > 0 || canBeAtEnds)
        add(i > 0 ? 28 : 20);
      elements.push_back(pattern.elements[i]);
    }
    if (canBeAtEnds && !pattern.skipsPastLastRow)
      add(28);
    pattern.elements = std::move(elements);
  }

  // --- select list -------------------------------------------------------------------------------

  void drawOutputs(const QueryModel &query) {
    std::vector<unsigned> selects;
    forEachSelect(query.set, [&](unsigned branch) { selects.push_back(branch); });
    const bool isUnion = selects.size() > 1;
    for (unsigned n = random_.pick({1U, 2U, 2U, 3U}); n > 0; --n)
      for (unsigned select : selects) {
        BranchModel &branch = model_.branches[select];
        branch.outputs.push_back(drawOutput(branch, isUnion));
      }
  }

  /// Columns of a union are integers.
  Expression drawOutput(const BranchModel &branch, bool isUnion) {
    std::vector<unsigned> rows;
    for (const PatternElement &element : branch.pattern->elements)
      if (element.kind == Kind::Row)
        rows.push_back(element.items.front());
    const bool isWindowed = branch.pattern->events || branch.pattern->duration;
    if (rows.empty() || random_.chance(isWindowed ? 35 : 6))
      return drawRowNumber(branch);
    const unsigned item = random_.pick(rows);
    if (!isUnion && random_.chance(12))
      return draft_.time(branch, item);
    const AttributeRef attribute = draft_.attributeOf(branch, item);
    const Family family = draft_.family(branch, attribute);
    if (isUnion && family != Family::Integer)
      return drawRowNumber(branch);
    Expression column = Expression::column(attribute);
    if (family == Family::Integer && random_.chance(10))
      if (std::optional<AttributeRef> other =
              draft_.partnerOf(branch, random_.pick(rows), Family::Integer);
          other && draft_.family(branch, *other) == Family::Integer)
        return Expression::of(Expression::Kind::Add, column, Expression::column(*other));
    return isOrdered(family) && random_.chance(15)
               ? Draft::plus(std::move(column), family, random_.between(-2, 3))
               : column;
  }

  Expression drawRowNumber(const BranchModel &branch) {
    std::vector<const PatternElement *> taking;
    for (const PatternElement &element : branch.pattern->elements)
      if (element.kind != Kind::Not)
        taking.push_back(&element);
    const PatternElement &element = *random_.pick(taking);
    Expression number;
    number.kind = Expression::Kind::RowNumber;
    number.attribute = {random_.pick(element.items), 0};
    if (element.distinct)
      number.attribute.column = static_cast<unsigned>(random_.between(1, element.count));
    return number;
  }

  // --- rows --------------------------------------------------------------------------------------

  /// Not too many rows, those of one time in any order.
  void orderRows() {
    std::size_t items = 0;
    for (const BranchModel &branch : model_.branches) {
      std::size_t taken = 0;
      for (const PatternElement &element : branch.pattern->elements)
        taken += element.kind == Kind::Not ? 0 : element.count;
      items = std::max({items, taken, branch.items.size()});
    }
    std::vector<RowModel> &rows = model_.rows;
    const std::size_t most = mostRows[std::min<std::size_t>(items, std::size(mostRows) - 1)];
    while (rows.size() > most)
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(random_.below(rows.size())));
    random_.shuffle(rows);
    std::stable_sort(rows.begin(), rows.end(), [&](const RowModel &a, const RowModel &b) {
      return model_.time(a) < model_.time(b);
    });
  }

  Draft draft_;
  Random &random_;
  CaseModel &model_ = draft_.model;
  bool hasRates_ = false;
  bool hasShared_ = false;
};

} // namespace

CaseModel drawPatternCase(std::uint64_t seed) { return PatternGenerator(seed).draw(); }

} // namespace bough::differential
