#include "runtime/shedding/ShedModel.h"

#include "runtime/shedding/ForestShedder.h"
#include "runtime/shedding/RandomShedder.h"
#include "runtime/shedding/TableShedder.h"

#include <array>
#include <fmt/format.h>

namespace bough {

namespace {

struct Kind {
  ShedKind kind;
  std::string_view name;
  std::size_t content; ///< index in the variant
};
constexpr std::array kinds = {
    Kind{ShedKind::GspiceH, "gspice-h", 1}, Kind{ShedKind::GspiceT, "gspice-t", 2},
    Kind{ShedKind::GspiceF, "gspice-f", 2}, Kind{ShedKind::ESpice, "espice", 3},
    Kind{ShedKind::TypeWeights, "bl", 4},   Kind{ShedKind::Random, "random", 0}};

bool isUtility(std::int64_t utility) { return utility >= 0 && utility <= largestUtility; }

std::optional<std::string> faultOf(std::monostate, const ShedModel &) { return std::nullopt; }

std::optional<std::string> faultOf(const UtilityTable &table, const ShedModel &model) {
  if (table.unknown().size() != model.features.typeCount())
    return fmt::format("there are tables for {} types of {}", table.unknown().size(),
                       model.features.typeCount());
  for (std::int64_t utility : table.unknown())
    if (!isUtility(utility))
      return fmt::format("the mean utility of a type is {}", utility);
  const UtilityTable::Entry *before = nullptr;
  for (const UtilityTable::Entry &entry : table.entries()) {
    if (entry.type >= model.features.typeCount())
      return fmt::format("there is a key of type {} of {}", entry.type, model.features.typeCount());
    if (!isUtility(entry.utility))
      return fmt::format("a utility is {}", entry.utility);
    if (before != nullptr &&
        std::pair(before->type, before->key) >= std::pair(entry.type, entry.key))
      return "the keys are not in order";
    before = &entry;
  }
  return std::nullopt;
}

std::optional<std::string> faultOf(const RegressionForest &forest, const ShedModel &model) {
  if (std::optional<std::string> fault = forest.fault(model.features))
    return fault;
  if (model.kind == ShedKind::GspiceT)
    for (const std::vector<RegressionTree> &trees : forest.trees)
      if (trees.size() != 1)
        return fmt::format("gspice-t has {} trees for a type", trees.size());
  return std::nullopt;
}

std::optional<std::string> faultOf(const PositionUtilities &model, const ShedModel &of) {
  if (std::optional<std::string> fault = model.windows.fault(of.features))
    return fault;
  const std::uint64_t expected = std::uint64_t{of.features.typeCount()} * model.windows.bins();
  if (model.utilities.size() != expected)
    return fmt::format("there are {} utilities of positions, not {}", model.utilities.size(),
                       expected);
  for (std::int64_t utility : model.utilities)
    if (!isUtility(utility))
      return fmt::format("a utility is {}", utility);
  return std::nullopt;
}

std::optional<std::string> faultOf(const TypeWeightTable &table, const ShedModel &model) {
  return table.fault(model.features);
}

} // namespace

std::string_view nameOf(ShedKind kind) { return std::ranges::find(kinds, kind, &Kind::kind)->name; }

std::optional<ShedKind> shedKindOf(std::string_view name) {
  const auto *found = std::ranges::find(kinds, name, &Kind::name);
  return found == kinds.end() ? std::nullopt : std::optional(found->kind);
}

std::optional<std::string> ShedModel::fault() const {
  if (std::optional<std::string> fault = features.fault())
    return fault;
  const auto *found = std::ranges::find(kinds, kind, &Kind::kind);
  if (found == kinds.end() || found->content != content.index())
    return "the content is not that of the kind of shedder";
  return std::visit([&](const auto &any) { return faultOf(any, *this); }, content);
}

std::unique_ptr<Shedder> makeShedder(const ShedModel &model, const Zobrist &zobrist) {
  if (const auto *table = std::get_if<UtilityTable>(&model.content))
    return std::make_unique<TableShedder>(*table, zobrist);
  if (const auto *forest = std::get_if<RegressionForest>(&model.content))
    return std::make_unique<ForestShedder>(*forest, zobrist, model.distribution);
  if (const auto *positions = std::get_if<PositionUtilities>(&model.content))
    return std::make_unique<ESpice>(*positions, model.features.typeCount(), model.distribution);
  if (const auto *weights = std::get_if<TypeWeightTable>(&model.content))
    return std::make_unique<TypeWeights>(*weights, model.seed);
  return std::make_unique<RandomShedder>(model.seed);
}

} // namespace bough
