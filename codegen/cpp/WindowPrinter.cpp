#include "codegen/cpp/StatePrinter.h"
#include "codegen/emit/Identifiers.h"

#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// A dense synopsis as a struct: heads of its rings, cells, presence of extremes, totals.
class WindowPrinter {
public:
  WindowPrinter(const emit::Prepared &prepared, ir::SynopsisId id, Helpers &helpers)
      : synopsis_(prepared.program->synopses[id]), layout_(prepared.layout->synopses[id]),
        prepared_(prepared.synopses[id]), helpers_(helpers) {
    emit::Scope names;
    for (const char *name :
         {"counts", "flags", "extremes", "present", "totals",  "elapsed", "steps",     "x",
          "count",  "kept",  "slot",     "age",     "load",    "total",   "extremeAt", "bump",
          "put",    "clear", "before",   "more",    "further", "add",     "take",      "less"})
      names.reserve(name);
    for (const std::string &key : prepared_.keys)
      parameters_.push_back(names.unique(key));
    for (std::size_t i = 0; i < synopsis_.keys.size(); ++i) {
      bool isTime = synopsis_.keys[i].isTime();
      times_ += isTime ? 1 : 0;
      heads_.push_back(isTime ? names.unique(prepared_.keys[i] + "_head") : "");
      slots_.push_back(isTime ? names.unique(emit::identifier(prepared_.keys[i] + ".slot")) : "");
    }
    for (bool isTime : {true, false})
      for (std::size_t i = 0; i < synopsis_.keys.size(); ++i)
        if (synopsis_.keys[i].isTime() == isTime)
          order_.push_back(i);
    switch (synopsis_.value) {
    case ir::ValueKind::Count:
      cells_ = "counts";
      break;
    case ir::ValueKind::Flag:
      cells_ = "flags";
      break;
    case ir::ValueKind::Min:
    case ir::ValueKind::Max:
      cells_ = "extremes";
      break;
    case ir::ValueKind::Sum: // has no windows
      break;
    }
  }

  std::string type();
  std::string assertions();

private:
  bool keepsExtremes() const { return synopsis_.keepsExtremes(); }
  bool isCount() const { return synopsis_.value == ir::ValueKind::Count; }

  std::string dimensions(bool withTimes) const {
    std::string text;
    for (std::size_t key : order_)
      if (withTimes || !synopsis_.keys[key].isTime())
        text += fmt::format("[{}]", layout_.keys[key].slots);
    return text;
  }
  /// The cell at the parameters.
  std::string cell(const std::string &array, bool withTimes = true) const {
    std::string text = array;
    for (std::size_t key : order_) {
      if (synopsis_.keys[key].isTime()) {
        if (withTimes)
          text += fmt::format("[{}({})]", slots_[key], parameters_[key]);
      } else {
        text += '[' + indexOf({parameters_[key]}, synopsis_.keys[key].lo) + ']';
      }
    }
    return text;
  }
  std::string parameters(bool withTimes, const std::string &last) const {
    std::string text;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (withTimes || !synopsis_.keys[i].isTime())
        text += (text.empty() ? "" : ", ") + ("std::int64_t " + parameters_[i]);
    if (!last.empty())
      text += (text.empty() ? "" : ", ") + last;
    return text;
  }
  std::string slotFunctions() const;
  std::string readers();
  std::string writers();
  std::string ageFunction();
  std::string ageKey(std::size_t key);
  /// The cell in slot `slot` of a key, at the loop variables for the other keys.
  std::string looped(const std::string &array, std::size_t key, const std::string &slot,
                     bool withTimes = true) const {
    std::string text = array;
    for (std::size_t each : order_)
      if (withTimes || !synopsis_.keys[each].isTime())
        text += '[' + (each == key ? slot : loopVariable(each)) + ']';
    return text;
  }
  static std::string loopVariable(std::size_t key) { return fmt::format("i{}", key); }
  std::string leave(std::size_t key, const std::string &oldest);

  const ir::Synopsis &synopsis_;
  const ir::SynopsisLayout &layout_;
  const emit::PreparedSynopsis &prepared_;
  Helpers &helpers_;
  std::vector<std::string> parameters_, heads_, slots_; ///< by key
  std::vector<std::size_t> order_;                      ///< keys as the dimensions of the array
  std::size_t times_ = 0;
  std::string cells_;
};

std::string WindowPrinter::slotFunctions() const {
  std::string text;
  for (std::size_t i = 0; i < synopsis_.keys.size(); ++i) {
    if (heads_[i].empty())
      continue;
    std::uint64_t ring = layout_.keys[i].ringSlots;
    text += fmt::format("\n/// Where an age of {} lies{}.\n"
                        "std::uint64_t {}(std::int64_t age) const noexcept {{\n"
                        "const auto slot = static_cast<std::uint64_t>(age);\n",
                        synopsis_.keys[i].name,
                        synopsis_.keys[i].kind == ir::KeyKind::Saturating
                            ? fmt::format("; slot {} has {} and more", ring, ring)
                            : "",
                        slots_[i]);
    if (synopsis_.keys[i].kind == ir::KeyKind::Saturating)
      text += fmt::format("if (slot == {}) return slot;\n", ring);
    text +=
        fmt::format("return slot <= {0} ? {0} - slot : {0} + {1} - slot;\n}}\n", heads_[i], ring);
  }
  return text;
}

std::string WindowPrinter::readers() {
  std::string text;
  if (prepared_.isLoaded)
    text += fmt::format("\nstd::uint64_t load({}) const noexcept {{ return {}; }}\n",
                        parameters(true, ""), cell(keepsExtremes() ? "present" : cells_));
  if (prepared_.isTotalled)
    text += fmt::format("\n/// The sum over all ages.\n"
                        "std::uint64_t total({}) const noexcept {{ return {}.count(); }}\n",
                        parameters(false, ""), cell("totals", false));
  if (prepared_.isExtremeRead)
    text += fmt::format("\n/// 0 when there is none.\n"
                        "std::int64_t extremeAt({}) const noexcept {{ return {}; }}\n",
                        parameters(true, ""), cell(cells_));
  return text;
}

std::string WindowPrinter::writers() {
  std::string text;
  if (prepared_.isBumped && isCount()) {
    helpers_.insert(Helper::Add);
    text += fmt::format("\nvoid bump({}) noexcept {{\n", parameters(true, "std::uint64_t more"));
    if (synopsis_.totals)
      text += fmt::format("std::uint64_t &count = {};\nconst std::uint64_t before = count;\n"
                          "detail::add(count, more);\n{}.add(count - before);\n}}\n",
                          cell(cells_), cell("totals", false));
    else
      text += fmt::format("detail::add({}, more);\n}}\n", cell(cells_));
  } else if (prepared_.isBumped) {
    text += fmt::format("\nvoid bump({}) noexcept {{\nif (more != 0)\n{} = 1;\n}}\n",
                        parameters(true, "std::uint64_t more"), cell(cells_));
  }
  if (prepared_.isPut)
    text += fmt::format("\nvoid put({}) noexcept {{ further({}, {}, x); }}\n",
                        parameters(true, "std::int64_t x"), cell(cells_), cell("present"));
  if (prepared_.isCleared) {
    text += fmt::format("\nvoid clear({}) noexcept {{\n", parameters(true, ""));
    if (synopsis_.totals)
      text += fmt::format("{}.subtract({});\n", cell("totals", false), cell(cells_));
    text += cell(cells_) + " = 0;\n";
    if (keepsExtremes())
      text += cell("present") + " = 0;\n";
    text += "}\n";
  }
  if (prepared_.isTaken) {
    helpers_.insert(Helper::Take);
    text += fmt::format("\nvoid take({}) noexcept {{\n", parameters(true, "std::uint64_t less"));
    if (synopsis_.totals)
      text += fmt::format("std::uint64_t &count = {};\nconst std::uint64_t before = count;\n"
                          "detail::take(count, less);\n{}.subtract(before - count);\n}}\n",
                          cell(cells_), cell("totals", false));
    else
      text += fmt::format("detail::take({}, less);\n}}\n", cell(cells_));
  }
  bool isMoved = false;
  for (const ir::SynopsisKey &key : synopsis_.keys)
    isMoved = isMoved || (key.kind == ir::KeyKind::Saturating && prepared_.isAged);
  if (keepsExtremes() && (prepared_.isPut || isMoved))
    text += fmt::format(
        "\nstatic void further(std::int64_t &kept, std::uint8_t &there, std::int64_t x) noexcept "
        "{{\nkept = there == 0 ? x : std::{}(kept, x);\nthere = 1;\n}}\n",
        synopsis_.value == ir::ValueKind::Min ? "min" : "max");
  return text;
}

/// What becomes of a cell in the oldest slot of a ring.
std::string WindowPrinter::leave(std::size_t key, const std::string &oldest) {
  std::string from = looped(cells_, key, oldest), text;
  std::string total = synopsis_.totals ? looped("totals", key, "", false) : "";
  if (synopsis_.keys[key].kind == ir::KeyKind::Saturating) {
    std::string last = fmt::format("{}", layout_.keys[key].ringSlots);
    std::string into = looped(cells_, key, last);
    switch (synopsis_.value) {
    case ir::ValueKind::Count:
      helpers_.insert(Helper::Add);
      if (synopsis_.totals)
        text += fmt::format("const std::uint64_t before = {};\n", into);
      text += fmt::format("detail::add({}, {});\n", into, from);
      if (synopsis_.totals)
        text += fmt::format("{}.add({} - before);\n", total, into);
      break;
    case ir::ValueKind::Flag:
      text += fmt::format("if ({} != 0)\n{} = 1;\n", from, into);
      break;
    case ir::ValueKind::Min:
    case ir::ValueKind::Max:
      text += fmt::format("if ({} != 0)\nfurther({}, {}, {});\n", looped("present", key, oldest),
                          into, looped("present", key, last), from);
      break;
    case ir::ValueKind::Sum: // has no ages
      break;
    }
  }
  if (synopsis_.totals)
    text += fmt::format("{}.subtract({});\n", total, from);
  text += from + " = 0;\n";
  if (keepsExtremes())
    text += looped("present", key, oldest) + " = 0;\n";
  return text;
}

std::string WindowPrinter::ageKey(std::size_t key) {
  std::uint64_t ring = layout_.keys[key].ringSlots;
  std::string text = fmt::format(
      "for (std::uint64_t steps = std::min<std::uint64_t>(elapsed, {}); steps != 0; --steps) {{\n"
      "{} = ({} + 1) % {}; // which was the slot of the oldest age\n",
      ring, heads_[key], heads_[key], ring);
  std::size_t loops = 0;
  for (std::size_t each : order_)
    if (each != key) {
      text += fmt::format("for (std::uint64_t {0} = 0; {0} < {1}; ++{0}) {{\n", loopVariable(each),
                          layout_.keys[each].slots);
      ++loops;
    }
  text += leave(key, heads_[key]);
  return text + std::string(loops, '}') + "}\n";
}

std::string WindowPrinter::ageFunction() {
  if (!prepared_.isAged)
    return {};
  std::string text = "\n/// Moves everything on in time; what is too old leaves its ring.\n"
                     "void age(std::uint64_t elapsed) noexcept {\n";
  for (std::size_t i = 0; i < synopsis_.keys.size(); ++i)
    if (!heads_[i].empty())
      text += ageKey(i);
  return text + "}\n";
}

std::string WindowPrinter::type() {
  std::string text = fmt::format("struct {} {{\n", prepared_.type);
  for (std::size_t i = 0; i < heads_.size(); ++i)
    if (!heads_[i].empty())
      text += fmt::format("std::uint64_t {}; ///< the slot of age 0 of {}\n", heads_[i],
                          synopsis_.keys[i].name);
  text += keepsExtremes() ? "std::int64_t "
          : isCount()     ? "std::uint64_t "
                          : "alignas(8) std::uint8_t ";
  text += cells_ + dimensions(true) + ";\n";
  if (keepsExtremes())
    text += fmt::format("alignas(8) std::uint8_t present{};\n", dimensions(true));
  if (synopsis_.totals) {
    helpers_.insert(Helper::Total);
    text += fmt::format("detail::Total totals{}; ///< over all ages\n", dimensions(false));
  }
  text += slotFunctions() + readers() + writers() + ageFunction();
  return text + "};\n";
}

std::string WindowPrinter::assertions() {
  std::string text =
      fmt::format("static_assert(sizeof({}) == {}, \"layout\");\n", prepared_.type, layout_.bytes);
  auto assertOffset = [&](const std::string &member, std::uint64_t offset) {
    text += offsetAssertion(prepared_.type, member, offset - layout_.offset);
  };
  for (std::size_t i = 0; i < heads_.size(); ++i)
    if (!heads_[i].empty())
      assertOffset(heads_[i], layout_.keys[i].headOffset);
  assertOffset(cells_, layout_.cellsOffset);
  if (keepsExtremes())
    assertOffset("present", layout_.presentOffset);
  if (synopsis_.totals)
    assertOffset("totals", layout_.totalsOffset);
  return text;
}

} // namespace

std::string windowType(const emit::Prepared &prepared, ir::SynopsisId id, Helpers &helpers) {
  return WindowPrinter(prepared, id, helpers).type();
}

std::string windowAssertions(const emit::Prepared &prepared, ir::SynopsisId id) {
  Helpers helpers;
  return WindowPrinter(prepared, id, helpers).assertions();
}

} // namespace bough::cpp
