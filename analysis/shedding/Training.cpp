#include "analysis/shedding/Training.h"

#include "analysis/shedding/Retraining.h"
#include "frontend/sema/PlanPrinter.h"
#include "runtime/shedding/ESpiceTraining.h"
#include "runtime/shedding/ForestShedder.h"
#include "runtime/shedding/Pane.h"

#include <algorithm>

namespace bough {

namespace {

class Trainer {
public:
  Trainer(const Plan &plan, const MachineSchema &schema, const RecordedRows &rows,
          const TrainingOptions &options, TrainingReport &report)
      : plan_(plan), rows_(rows), options_(options), report_(report),
        zobrist_(options.features, options.seed), features_(options.features, schema),
        weights_(plan, rows.size()), observations_(options.features),
        espice_(options.features, options.windows) {}

  bool run(const std::function<void(std::uint64_t)> &progress, DiagnosticEngine &diagnostics) {
    numberRows();
    auto add = [&](const Contribution &contribution) {
      ++(contribution.isResult ? report_.matches : report_.excluded);
      weights_.add(contribution);
      const auto weight = static_cast<std::uint64_t>(plan_.queries[contribution.query].weight);
      const std::uint64_t first = numbers_[contribution.rows.front()];
      const std::uint64_t last = numbers_[contribution.rows.back()];
      if (wants(ShedKind::ESpice))
        for (std::uint64_t row : contribution.rows)
          espice_.contribution(numbers_[row], first, last, weight);
    };
    if (!forEachContribution(plan_, rows_, {}, add, progress, diagnostics))
      return false;
    observe();
    return true;
  }

  std::optional<ShedModel> model(ShedKind kind, std::uint64_t query,
                                 DiagnosticEngine &diagnostics) const {
    ShedModel model;
    model.query = query;
    model.kind = kind;
    model.features = options_.features;
    model.seed = options_.seed;
    model.statistics = report_.observations;
    switch (kind) {
    case ShedKind::GspiceH:
      model.content = UtilityTable(observations_, zobrist_);
      break;
    case ShedKind::GspiceT:
    case ShedKind::GspiceF: {
      TreeOptions trees;
      trees.trees = kind == ShedKind::GspiceT ? 1 : options_.forestTrees;
      trees.depth = options_.treeDepth;
      trees.seed = static_cast<std::uint32_t>(options_.seed);
      std::optional<RegressionForest> forest = trainTrees(observations_, trees, diagnostics);
      if (!forest)
        return std::nullopt;
      model.distribution = distributionOf(*forest, observations_);
      model.content = std::move(*forest);
      break;
    }
    case ShedKind::ESpice: {
      PositionUtilities utilities = espice_.utilities();
      model.distribution = positionDistribution(utilities);
      model.content = std::move(utilities);
      break;
    }
    case ShedKind::TypeWeights:
      model.content = TypeWeightTable::make(repetition(), typeCounts_, options_.frequency);
      break;
    case ShedKind::Random:
      break;
    }
    return model;
  }

private:
  bool wants(ShedKind kind) const {
    return std::find(options_.kinds.begin(), options_.kinds.end(), kind) != options_.kinds.end();
  }

  /// Rows of streams that the query does not read are none for a shedder.
  void numberRows() {
    numbers_.resize(rows_.size());
    typeCounts_.resize(options_.features.typeCount());
    for (std::uint64_t row = 0; row < rows_.size(); ++row) {
      numbers_[row] = report_.rows;
      if (!features_.hasType(rows_.streams[row]))
        continue;
      const ShedRow known = features_.row(rows_.streams[row], rows_.row(row));
      ++typeCounts_[known.type];
      espice_.row(known.type);
      ++report_.rows;
    }
  }

  void observe() {
    Pane pane(zobrist_);
    const std::uint64_t end = options_.learnsFinalOnly ? finalRows(plan_, rows_) : rows_.size();
    for (std::uint64_t row = 0; row < end; ++row) {
      if (!features_.hasType(rows_.streams[row]))
        continue;
      const ShedRow known = features_.row(rows_.streams[row], rows_.row(row));
      const std::uint64_t weight = weights_.weights()[row];
      report_.contributing += weight != 0 ? 1 : 0;
      observations_.add(known, pane.frequencies(), weight);
      pane.shift(known.type);
    }
    report_.observations = observations_.statistics(zobrist_);
  }

  /// As the training rows are looked up.
  UtilityDistribution positionDistribution(const PositionUtilities &utilities) const {
    ESpice shedder(utilities, options_.features.typeCount(), UtilityDistribution());
    RowFeatures features = features_;
    std::uint64_t next = 0;
    ShedRow row;
    return distributionOf(shedder, [&]() -> const ShedRow * {
      while (next < rows_.size() && !features.hasType(rows_.streams[next]))
        ++next;
      if (next == rows_.size())
        return nullptr;
      row = features.row(rows_.streams[next], rows_.row(next));
      ++next;
      return &row;
    });
  }

  /// How many elements of the patterns take rows of each type. An element that is tied to one value
  /// of the type column counts for that type, any other for all types of its stream.
  std::vector<std::uint32_t> repetition() const {
    std::vector<std::uint32_t> counts(options_.features.typeCount(), 0);
    for (const Branch &branch : plan_.branches)
      for (unsigned item = 0; item < branch.items.size() + branch.exists.size(); ++item)
        for (std::uint32_t type = 0; type < counts.size(); ++type)
          counts[type] += takes(branch, item, type) ? 1 : 0;
    return counts;
  }

  bool takes(const Branch &branch, unsigned item, std::uint32_t type) const {
    const ShedType &declared = options_.features.types[type];
    if (plan_.item(branch, item).stream != declared.stream)
      return false;
    if (declared.typeColumn < 0)
      return true;
    const std::int64_t value = features_.typeValue(type);
    const AttributeRef column{item, static_cast<unsigned>(declared.typeColumn)};
    auto holds = [&](const DifferenceAtom &atom) {
      // Only what compares the column with a constant.
      if (atom.x == column && !atom.y)
        return Bound(value) <= atom.c;
      if (atom.y == column && !atom.x)
        return Bound(-value) <= atom.c;
      return true;
    };
    if (!std::all_of(branch.atoms.begin(), branch.atoms.end(), holds))
      return false;
    if (item < branch.items.size())
      return true;
    const Exists &negation = branch.exists[item - branch.items.size()];
    return std::all_of(negation.atoms.begin(), negation.atoms.end(), holds);
  }

  const Plan &plan_;
  const RecordedRows &rows_;
  const TrainingOptions &options_;
  TrainingReport &report_;
  Zobrist zobrist_;
  RowFeatures features_;
  RowWeights weights_;
  AggregatedObservations observations_;
  ESpiceTraining espice_;
  std::vector<std::uint64_t> numbers_; ///< by row: its number among those that the query reads
  std::vector<std::uint64_t> typeCounts_;
};

} // namespace

std::optional<std::vector<ShedModel>>
trainModels(const Plan &plan, const MachineSchema &schema, const RecordedRows &rows,
            std::uint64_t query, const TrainingOptions &options,
            const std::function<void(std::uint64_t)> &progress, TrainingReport &report,
            DiagnosticEngine &diagnostics) {
  Trainer trainer(plan, schema, rows, options, report);
  if (!trainer.run(progress, diagnostics))
    return std::nullopt;
  std::vector<ShedModel> models;
  for (ShedKind kind : options.kinds) {
    std::optional<ShedModel> model = trainer.model(kind, query, diagnostics);
    if (!model)
      return std::nullopt;
    models.push_back(std::move(*model));
  }
  return models;
}

std::uint64_t queryHash(const Plan &plan) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (char character : printPlan(plan))
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  return hash;
}

} // namespace bough
