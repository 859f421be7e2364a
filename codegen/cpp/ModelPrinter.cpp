#include "codegen/cpp/ModelPrinter.h"

#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// Elements in braces, in lines of so many; a formatter leaves them alone.
class Elements {
public:
  explicit Elements(std::size_t inLine) : inLine_(inLine) {}
  void add(const std::string &element) {
    text_ += (count_++ % inLine_ == 0 ? "\n    " : " ") + element + ',';
  }
  std::string definition(std::string_view type, std::string_view name) const {
    return fmt::format("  static constexpr {} {}[{}] = {{{}}};\n", type, name, count_, text_);
  }

private:
  std::size_t inLine_;
  std::size_t count_ = 0;
  std::string text_;
};

UtilityDistribution distributionOf(const ShedModel &model) {
  const auto *table = std::get_if<UtilityTable>(&model.content);
  return table != nullptr ? table->distribution() : model.distribution;
}

std::string constantsOf(const ShedModel &model) {
  std::string text;
  if (const auto *table = std::get_if<UtilityTable>(&model.content)) {
    const bough_utilities abi = table->abi({});
    Elements slots(3), tables(3);
    for (std::uint64_t i = 0; i < abi.slot_count; ++i)
      slots.add(fmt::format("{{{:#x}, {}}}", abi.slots[i].key, abi.slots[i].utility));
    for (std::uint64_t i = 0; i < abi.table_count; ++i)
      tables.add(fmt::format("{{{}, {}, {}, 0}}", abi.tables[i].offset, abi.tables[i].mask,
                             abi.tables[i].unknown));
    text += slots.definition("UtilitySlot", "slots") + tables.definition("UtilityTable", "tables");
  }
  // A model that has seen no rows: every share is that of the ties of one step.
  Elements utilities(8), rows(8);
  std::uint64_t cumulative = 0;
  const UtilityDistribution distribution = distributionOf(model);
  for (const UtilityDistribution::Step &step : distribution.steps()) {
    utilities.add(fmt::format("{}", step.utility));
    rows.add(fmt::format("{}", cumulative += step.count));
  }
  if (cumulative == 0) {
    utilities.add("0");
    rows.add("1");
  }
  return text + utilities.definition("std::int64_t", "utilities_") +
         rows.definition("std::uint64_t", "rows_");
}

std::string typeNames(const ShedFeatures &features) {
  std::string text;
  for (std::size_t type = 0; type < features.types.size(); ++type)
    text += fmt::format("///   {:>4}  {}\n", type, features.types[type].name);
  return text;
}

} // namespace

std::string modelClass(const ShedModel &model) {
  const bool hasTable = std::holds_alternative<UtilityTable>(model.content);
  const std::uint32_t types = model.features.typeCount();
  std::string text = fmt::format(R"(
/// Drops the rows that matter least, by a model of {} that was trained for this query.
///
///   LoadShedder load;
///   load.attach(machine);
///   // Every load.interval(...) rows, and when rows have begun to wait:
///   load.control(...);
///   machine.on(...);
///
/// Types of rows:
///
{}class LoadShedder {{
public:
  static constexpr std::uint32_t types = {};

  LoadShedder() noexcept {{
    shedder_.tieDenominator = 1;
    shedder_.seen = seen_;
    shedder_.shed = shed_;
  }}
  LoadShedder(const LoadShedder &) = delete;
  LoadShedder &operator=(const LoadShedder &) = delete;

  /// It has to live as long as the machine takes rows.
  template <class AnyMachine> void attach(AnyMachine &machine) noexcept {{
    machine.shedBy(model_, shedder_);
  }}
)",
                                 nameOf(model.kind), typeNames(model.features), types);
  text += R"(
  /// Keeps all rows.
  void keepAll() noexcept { shedder_.active = shedder_.dropAll = 0; }
  /// Drops all rows.
  void dropAll() noexcept { shedder_.active = shedder_.dropAll = 1; }
  /// Drops so many of a million rows, those of the lowest utility first; of the rows at the
  /// threshold, evenly, so many as make it exact.
  void dropShare(std::uint32_t millionths) noexcept {
    if (millionths >= million)
      return dropAll();
    constexpr std::size_t steps = sizeof rows_ / sizeof *rows_;
    const std::uint64_t wanted = rows_[steps - 1] * millionths;
    std::size_t step = 0, last = steps - 1;
    while (step < last) {
      const std::size_t middle = step + (last - step) / 2;
      if (rows_[middle] * million < wanted)
        step = middle + 1;
      else
        last = middle;
    }
    const std::uint64_t below = step == 0 ? 0 : rows_[step - 1];
    const std::uint64_t denominator = (rows_[step] - below) * million;
    // The part of a row that was carried over stays.
    const double part = static_cast<double>(shedder_.tieAccumulator) /
                        static_cast<double>(shedder_.tieDenominator);
    shedder_.tieAccumulator = static_cast<std::uint64_t>(part * static_cast<double>(denominator));
    if (shedder_.tieAccumulator >= denominator)
      shedder_.tieAccumulator = denominator - 1;
    shedder_.active = 1;
    shedder_.dropAll = 0;
    shedder_.threshold = utilities_[step];
    shedder_.tieNumerator = wanted - below * million;
    shedder_.tieDenominator = denominator;
  }
  /// Rows of a drop interval, after which `control` should be called again: those that are
  /// processed in a fifth of the bound.
  static std::uint64_t interval(std::int64_t bound, std::int64_t rowCost) noexcept {
    const std::int64_t rows = bound / 5 / (rowCost > 0 ? rowCost : 1);
    return rows > 0 ? static_cast<std::uint64_t>(rows) : 1;
  }
  /// Keeps all rows, or drops the share with which latency stays near 0.8 of the bound: `waiting`
  /// rows wait, of which the last came `age` ago; a row that is kept takes `rowCost`, one that is
  /// dropped `dropCost`. All times are of one unit of the caller's.
  void control(std::int64_t bound, std::int64_t rowCost, std::int64_t dropCost,
               std::uint64_t waiting, std::int64_t age) noexcept {
    const double target = static_cast<double>(bound) * 0.8 - static_cast<double>(age);
    const auto row = static_cast<double>(rowCost), rows = static_cast<double>(waiting);
    const double excess = (rows + 1) * row - target;
    if (excess < 0)
      return keepAll();
    const double most = rows * (row - static_cast<double>(dropCost));
    if (excess >= most)
      return dropAll();
    dropShare(static_cast<std::uint32_t>(excess / most * million));
  }

  /// Rows of a type that came, and those of them that were dropped.
  std::uint64_t seen(std::uint32_t type) const noexcept { return seen_[type]; }
  std::uint64_t shed(std::uint32_t type) const noexcept { return shed_[type]; }

private:
  static constexpr std::uint32_t million = 1000000;
  // clang-format off
)" + constantsOf(model) +
          "  // clang-format on\n\n";
  text += hasTable ? "  Utilities model_{slots, tables, nullptr, sizeof slots / sizeof *slots, "
                     "types, 0};\n"
                   : "  Utilities model_{}; // the machine has it\n";
  return text + "  Shedder shedder_{};\n"
                "  std::uint64_t seen_[types] = {}, shed_[types] = {};\n"
                "};\n";
}

} // namespace bough::cpp
