#include "test/differential/Generator.h"

#include "test/differential/Random.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bough::differential {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// Draws the parts of a case in the order in which they depend on each other.
class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  CaseModel draw() {
    mixedUnits_ = random_.chance(10);
    extremeTimes_ = !mixedUnits_ && random_.chance(5);
    extremeValues_ = random_.chance(12);
    drawBranchItems();
    for (StreamModel &stream : model_.streams)
      drawColumns(stream);
    drawUnits();
    for (BranchModel &branch : model_.branches) {
      drawTimePredicates(branch);
      drawIntegerPredicates(branch);
      branch.explicitJoins = random_.chance(25);
    }
    drawOutputs();
    drawRows();
    model_.feedSeed = random_.next();
    return std::move(model_);
  }

private:
  // --- declarations ----------------------------------------------------------------------------

  void drawBranchItems() {
    unsigned branches = random_.chance(15) ? 2 : 1;
    bool selfJoins = random_.chance(25);
    for (unsigned b = 0; b < branches; ++b) {
      BranchModel &branch = model_.branches.emplace_back();
      unsigned items = random_.pick({1U, 2U, 2U, 2U, 2U, 2U, 2U, 3U, 3U, 3U, 3U, 4U, 4U});
      for (unsigned i = 0; i < items; ++i) {
        bool again = !model_.streams.empty() &&
                     (b > 0 ? random_.chance(70) : selfJoins && random_.chance(60));
        if (!again)
          model_.streams.emplace_back().name =
              std::string(1, static_cast<char>('p' + model_.streams.size()));
        branch.items.push_back(again ? static_cast<unsigned>(random_.below(model_.streams.size()))
                                     : static_cast<unsigned>(model_.streams.size() - 1));
      }
    }
  }

  void drawColumns(StreamModel &stream) {
    unsigned attributes = random_.pick({1U, 1U, 2U, 2U, 3U});
    for (unsigned i = 0; i < attributes; ++i) {
      ColumnModel column;
      column.name = std::string(1, static_cast<char>('a' + i));
      column.kind =
          extremeValues_
              ? TypeKind::BigInt
              : random_.pick({TypeKind::SmallInt, TypeKind::Int, TypeKind::Int, TypeKind::BigInt});
      if (random_.chance(extremeValues_ ? 35 : 70)) {
        std::int64_t lo = random_.between(-2, 1);
        column.check = {lo, lo + random_.pick<std::int64_t>({0, 1, 2, 3, 4, 5})};
      }
      stream.columns.push_back(column);
    }
    stream.timestampColumn = static_cast<unsigned>(random_.below(attributes + 1));
    stream.columns.insert(stream.columns.begin() + stream.timestampColumn,
                          {"ts", TypeKind::Timestamp, {}});
    if (random_.chance(85))
      stream.maxPerTimestamp = random_.between(3, 12);
  }

  void drawUnits() {
    if (mixedUnits_) {
      for (StreamModel &stream : model_.streams)
        stream.unit = random_.pick({TimeUnit::Second, TimeUnit::Minute, TimeUnit::Millisecond});
    } else if (random_.chance(10)) {
      TimeUnit unit = random_.pick({TimeUnit::Minute, TimeUnit::Hour, TimeUnit::Day});
      for (StreamModel &stream : model_.streams)
        stream.unit = unit;
    }
    // An interval has to be whole in the finest unit.
    model_.intervalUnit = std::min(model_.unit(), TimeUnit::Second);
  }

  // --- predicates ------------------------------------------------------------------------------

  AttributeRef timeOf(const BranchModel &branch, unsigned item) const {
    return {item, model_.streams[branch.items[item]].timestampColumn};
  }
  const ColumnModel &column(const BranchModel &branch, AttributeRef attribute) const {
    return model_.streams[branch.items[attribute.item]].columns[attribute.column];
  }
  AttributeRef integerOf(const BranchModel &branch, unsigned item) {
    const StreamModel &stream = model_.streams[branch.items[item]];
    auto index = static_cast<unsigned>(random_.below(stream.columns.size() - 1));
    return {item, index < stream.timestampColumn ? index : index + 1};
  }
  std::int64_t window() { return mixedUnits_ ? random_.between(0, 2) : random_.between(0, 9); }

  static Comparison mirrored(Comparison comparison) {
    switch (comparison) {
    case Comparison::Less:
      return Comparison::Greater;
    case Comparison::LessEqual:
      return Comparison::GreaterEqual;
    case Comparison::GreaterEqual:
      return Comparison::LessEqual;
    case Comparison::Greater:
      return Comparison::Less;
    case Comparison::Equal:
    case Comparison::NotEqual:
      break;
    }
    return comparison;
  }

  /// Adds x COMPARISON y + offset, written in one of the ways that mean the same.
  void add(BranchModel &branch, bool isTime, AttributeRef x, Comparison comparison, AttributeRef y,
           std::int64_t offset) {
    Predicate predicate{{x, 0}, comparison, {y, offset}, {}, isTime};
    if (random_.chance(30)) {
      predicate = {{y, 0}, mirrored(comparison), {x, -offset}, {}, isTime};
    } else if (random_.chance(10)) {
      predicate.left.offset = -offset;
      predicate.right.offset = 0;
    }
    branch.predicates.push_back(predicate);
  }

  /// Relates two items in time; mostly so that `first` comes before `second`.
  void addTimeRelation(BranchModel &branch, unsigned first, unsigned second) {
    AttributeRef a = timeOf(branch, first);
    AttributeRef b = timeOf(branch, second);
    std::int64_t length = window();
    std::size_t kind = random_.below(100);
    if (kind < 50) {
      add(branch, true, a, Comparison::Less, b, 0);
    } else if (kind < 60) {
      add(branch, true, a, Comparison::LessEqual, b, 0);
    } else if (kind < 66) {
      add(branch, true, a, Comparison::Equal, b, random_.chance(80) ? 0 : length);
    } else if (kind < 84) {
      add(branch, true, a, random_.chance(80) ? Comparison::Less : Comparison::LessEqual, b, 0);
      add(branch, true, b, random_.chance(50) ? Comparison::Less : Comparison::LessEqual, a,
          length + 1);
    } else if (kind < 91) {
      add(branch, true, b, random_.chance(50) ? Comparison::Greater : Comparison::GreaterEqual, a,
          length);
    } else if (kind < 97) {
      add(branch, true, b, Comparison::LessEqual, a, length);
      add(branch, true, a, Comparison::LessEqual, b, window());
    } else {
      add(branch, true, a, Comparison::NotEqual, b, random_.chance(70) ? 0 : length);
    }
  }

  void drawTimePredicates(BranchModel &branch) {
    std::vector<unsigned> order(branch.items.size());
    for (unsigned i = 0; i < order.size(); ++i)
      order[i] = i;
    random_.shuffle(order);
    if (random_.chance(80)) {
      // A tree: order[0] is the root and comes last in time.
      bool chain = random_.chance(40);
      for (unsigned i = 1; i < order.size(); ++i)
        if (random_.chance(92))
          addTimeRelation(branch, order[i], order[chain ? i - 1 : random_.below(i)]);
      if (order.size() > 2 && random_.chance(15))
        addTimeRelation(branch, order.back(), order.front());
    } else {
      for (unsigned i = 0; i < order.size(); ++i)
        for (unsigned j = i + 1; j < order.size(); ++j)
          if (random_.chance(50))
            addTimeRelation(branch, i, j);
    }
  }

  /// Many equalities, so that some follow from others by way of rows that come later.
  void drawEqualities(BranchModel &branch, unsigned items) {
    for (std::int64_t n = random_.between(2, items + 1); n > 0; --n) {
      auto i = static_cast<unsigned>(random_.below(items));
      auto j = static_cast<unsigned>((i + 1 + random_.below(items - 1)) % items);
      add(branch, false, integerOf(branch, i), Comparison::Equal, integerOf(branch, j),
          random_.chance(80) ? 0 : random_.between(-2, 2));
    }
  }

  void drawIntegerPredicates(BranchModel &branch) {
    auto items = static_cast<unsigned>(branch.items.size());
    if (items > 1 && random_.chance(20))
      drawEqualities(branch, items);
    for (unsigned i = 1; i < items; ++i) {
      if (!random_.chance(65))
        continue;
      AttributeRef x = integerOf(branch, i);
      AttributeRef y = integerOf(branch, static_cast<unsigned>(random_.below(i)));
      std::size_t kind = random_.below(100);
      std::int64_t offset = random_.chance(40) ? random_.between(-3, 3) : 0;
      Comparison comparison = kind < 40 ? Comparison::Equal
                              : kind < 52
                                  ? Comparison::NotEqual
                                  : random_.pick({Comparison::Less, Comparison::LessEqual,
                                                  Comparison::Greater, Comparison::GreaterEqual});
      add(branch, false, x, comparison, y, offset);
    }
    for (unsigned i = 0; i < items; ++i) {
      const StreamModel &stream = model_.streams[branch.items[i]];
      for (unsigned c = 0; c < stream.columns.size(); ++c)
        if (c != stream.timestampColumn)
          drawFilter(branch, {i, c});
      if (stream.columns.size() > 2 && random_.chance(8))
        add(branch, false, integerOf(branch, i),
            random_.pick({Comparison::Less, Comparison::NotEqual, Comparison::GreaterEqual}),
            integerOf(branch, i), random_.between(-2, 2));
    }
    random_.shuffle(branch.predicates);
  }

  /// Predicates over one attribute and constants; an attribute without a CHECK mostly gets a range.
  void drawFilter(BranchModel &branch, AttributeRef attribute) {
    bool checked = column(branch, attribute).check.has_value();
    if (!random_.chance(checked ? 12 : extremeValues_ ? 20 : 55))
      return;
    std::int64_t lo = random_.between(-3, 1);
    Predicate predicate{{attribute, 0}, Comparison::GreaterEqual, {{}, lo}, {}, false};
    std::size_t kind = random_.below(100);
    if (kind < 65)
      predicate.upper = Term{{}, lo + random_.between(1, 6)};
    else if (kind < 75)
      predicate.comparison = Comparison::NotEqual;
    else
      predicate.comparison =
          random_.pick({Comparison::Less, Comparison::LessEqual, Comparison::Equal,
                        Comparison::Greater, Comparison::GreaterEqual});
    branch.predicates.push_back(predicate);
  }

  // --- select list -----------------------------------------------------------------------------

  void drawOutputs() {
    std::size_t columns = random_.pick({1U, 1U, 2U, 2U, 3U});
    for (std::size_t i = 0; i < columns; ++i) {
      bool isTime = random_.chance(25);
      bool isConstant = !isTime && random_.chance(4);
      for (BranchModel &branch : model_.branches) {
        auto item = static_cast<unsigned>(random_.below(branch.items.size()));
        Term term;
        if (isTime)
          term.attribute = timeOf(branch, item);
        else if (!isConstant)
          term.attribute = boundedIfPossible(branch, item);
        if (!isTime || !mixedUnits_)
          term.offset =
              random_.chance(extremeValues_ ? 30 : 75) && !isConstant ? 0 : random_.between(-3, 5);
        branch.outputs.push_back(term);
      }
    }
  }

  AttributeRef boundedIfPossible(const BranchModel &branch, unsigned item) {
    AttributeRef attribute = integerOf(branch, item);
    for (int i = 0; i < 3 && !column(branch, attribute).check && random_.chance(75); ++i)
      attribute = integerOf(branch, static_cast<unsigned>(random_.below(branch.items.size())));
    return attribute;
  }

  // --- rows ------------------------------------------------------------------------------------

  void drawRows() {
    // Evaluation by definition goes through the product of the items.
    std::size_t items = 0;
    for (const BranchModel &branch : model_.branches)
      items = std::max(items, branch.items.size());
    std::int64_t most = items <= 2 ? 40 : items == 3 ? 18 : 9;
    std::vector<std::int64_t> times = drawTimes();
    for (unsigned s = 0; s < model_.streams.size(); ++s) {
      std::map<std::int64_t, std::int64_t> perTime;
      std::int64_t rows = random_.chance(4) ? 0 : random_.between(most / 3, most);
      std::vector<RowModel> drawn;
      for (std::int64_t i = 0; i < rows; ++i) {
        RowModel row =
            !drawn.empty() && random_.chance(10) ? random_.pick(drawn) : drawRow(s, times);
        std::int64_t &count = perTime[model_.time(row)];
        const std::optional<std::int64_t> &limit = model_.streams[s].maxPerTimestamp;
        if (limit && count == *limit)
          continue;
        ++count;
        drawn.push_back(row);
      }
      model_.rows.insert(model_.rows.end(), drawn.begin(), drawn.end());
    }
    std::sort(model_.rows.begin(), model_.rows.end(), [&](const RowModel &a, const RowModel &b) {
      return std::tuple(model_.time(a), a.stream, a.cells) <
             std::tuple(model_.time(b), b.stream, b.cells);
    });
  }

  /// Few distinct times, so that rows meet, in ticks of the intervals.
  std::vector<std::int64_t> drawTimes() {
    std::vector<std::int64_t> times;
    std::int64_t time = random_.chance(50) ? 0 : random_.between(0, 50);
    std::int64_t count = random_.between(4, 14);
    for (std::int64_t i = 0; i < count; ++i) {
      times.push_back(time);
      time += random_.pick<std::int64_t>({1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 7, 10, 11, 1000});
    }
    if (extremeTimes_) {
      std::int64_t shift = largest - times.back();
      std::size_t from = random_.chance(50) ? 0 : times.size() / 2;
      for (std::size_t i = from; i < times.size(); ++i)
        times[i] += shift;
    }
    return times;
  }

  RowModel drawRow(unsigned stream, const std::vector<std::int64_t> &times) {
    const StreamModel &declaration = model_.streams[stream];
    RowModel row{stream, {}};
    for (const ColumnModel &column : declaration.columns)
      row.cells.push_back(column.kind == TypeKind::Timestamp ? drawTime(declaration, times)
                                                             : drawValue(column));
    return row;
  }

  /// With mixed units: near the full minutes, where coarse and fine times meet.
  std::int64_t drawTime(const StreamModel &stream, const std::vector<std::int64_t> &times) {
    if (!mixedUnits_)
      return random_.pick(times);
    std::int64_t minute = random_.between(0, 4);
    if (stream.unit == TimeUnit::Minute)
      return minute;
    std::int64_t ticks = minute * ticksPer(TimeUnit::Minute, stream.unit);
    std::int64_t step = random_.chance(60) ? ticksPer(TimeUnit::Second, stream.unit) : 1;
    return std::max<std::int64_t>(0, ticks + step * random_.between(-3, 3));
  }

  std::int64_t drawValue(const ColumnModel &column) {
    if (column.check)
      return random_.between(column.check->first, column.check->second);
    if (!random_.chance(extremeValues_ ? 25 : 2))
      return random_.between(-4, 7);
    // The smallest 64-bit value is left out: SQLite turns a difference beyond it into the real
    // number -2^63, which equals it.
    std::int64_t near = random_.between(0, 2);
    bool negative = random_.chance(50);
    switch (column.kind) {
    case TypeKind::SmallInt:
      return negative ? -32768 + near : 32767 - near;
    case TypeKind::Int:
      return negative ? -2147483648LL + near : 2147483647LL - near;
    case TypeKind::BigInt:
    case TypeKind::Boolean:
    case TypeKind::Decimal:
    case TypeKind::Date:
    case TypeKind::Enum:
    case TypeKind::Varchar:
    case TypeKind::Timestamp:
      break;
    }
    return negative ? -largest + near : largest - near;
  }

  Random random_;
  CaseModel model_;
  bool mixedUnits_ = false;
  bool extremeTimes_ = false;
  bool extremeValues_ = false;
};

} // namespace

CaseModel drawCase(std::uint64_t seed) { return Generator(seed).draw(); }

TimeUnit CaseModel::unit() const {
  TimeUnit finest = TimeUnit::Day;
  for (const StreamModel &stream : streams)
    finest = std::max(finest, stream.unit);
  return finest;
}

std::int64_t CaseModel::time(const RowModel &row) const {
  const StreamModel &stream = streams[row.stream];
  return row.cells[stream.timestampColumn] * ticksPer(stream.unit, unit());
}

} // namespace bough::differential
