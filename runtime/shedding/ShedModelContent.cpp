#include "runtime/shedding/ShedModelContent.h"

#include <fmt/format.h>

namespace bough {

namespace {

// Each part is written and read by a pair of functions of the same shape.

void write(const ShedFeatures &features, ByteWriter &writer) {
  writer.integer<std::uint32_t>(features.paneLength);
  writer.integer<std::uint32_t>(features.frequencyBinSize);
  writer.integer<std::uint32_t>(features.typeCount());
  for (const ShedType &type : features.types) {
    writer.text(type.name);
    writer.integer<std::uint32_t>(type.stream);
    writer.integer<std::int32_t>(type.typeColumn);
  }
  writer.integer<std::uint32_t>(static_cast<std::uint32_t>(features.attributes.size()));
  for (const ShedAttribute &attribute : features.attributes) {
    writer.text(attribute.name);
    writer.integer<std::uint32_t>(attribute.stream);
    writer.integer<std::uint32_t>(attribute.column);
    writer.integer<std::int64_t>(attribute.binSize);
    writer.integer<std::int64_t>(attribute.lowestBin);
    writer.integer<std::int64_t>(attribute.highestBin);
  }
}

ShedFeatures readFeatures(ByteReader &reader) {
  ShedFeatures features;
  features.paneLength = reader.integer<std::uint32_t>();
  features.frequencyBinSize = reader.integer<std::uint32_t>();
  features.types.resize(reader.count<std::uint32_t>(12));
  for (ShedType &type : features.types) {
    type.name = reader.text();
    type.stream = reader.integer<std::uint32_t>();
    type.typeColumn = reader.integer<std::int32_t>();
  }
  features.attributes.resize(reader.count<std::uint32_t>(36));
  for (ShedAttribute &attribute : features.attributes) {
    attribute.name = reader.text();
    attribute.stream = reader.integer<std::uint32_t>();
    attribute.column = reader.integer<std::uint32_t>();
    attribute.binSize = reader.integer<std::int64_t>();
    attribute.lowestBin = reader.integer<std::int64_t>();
    attribute.highestBin = reader.integer<std::int64_t>();
  }
  return features;
}

void write(const ObservationStatistics &statistics, ByteWriter &writer) {
  writer.integer<std::uint64_t>(statistics.observations);
  writer.integer<std::uint64_t>(statistics.weight);
  writer.integer<std::uint64_t>(statistics.combinations);
  writer.integer<std::uint64_t>(statistics.collisions);
}

ObservationStatistics readStatistics(ByteReader &reader) {
  ObservationStatistics statistics;
  statistics.observations = reader.integer<std::uint64_t>();
  statistics.weight = reader.integer<std::uint64_t>();
  statistics.combinations = reader.integer<std::uint64_t>();
  statistics.collisions = reader.integer<std::uint64_t>();
  return statistics;
}

template <typename Integer> void write(const std::vector<Integer> &numbers, ByteWriter &writer) {
  writer.integer<std::uint64_t>(numbers.size());
  for (Integer number : numbers)
    writer.integer<Integer>(number);
}

template <typename Integer> std::vector<Integer> readNumbers(ByteReader &reader) {
  std::vector<Integer> numbers(reader.count<std::uint64_t>(sizeof(Integer)));
  for (Integer &number : numbers)
    number = reader.integer<Integer>();
  return numbers;
}

void write(std::monostate, ByteWriter &) {}

void write(const UtilityTable &table, ByteWriter &writer) {
  write(table.unknown(), writer);
  writer.integer<std::uint64_t>(table.entries().size());
  for (const UtilityTable::Entry &entry : table.entries()) {
    writer.integer<std::uint32_t>(entry.type);
    writer.integer<std::uint64_t>(entry.key);
    writer.integer<std::int64_t>(entry.utility);
    writer.integer<std::uint64_t>(entry.count);
  }
}

/// A table is laid out by its types, which are checked first.
UtilityTable readTable(ByteReader &reader, const ShedFeatures &features) {
  std::vector<std::int64_t> unknown = readNumbers<std::int64_t>(reader);
  std::vector<UtilityTable::Entry> entries(reader.count<std::uint64_t>(28));
  if (unknown.size() != features.typeCount())
    reader.fail(
        fmt::format("there are tables for {} types of {}", unknown.size(), features.typeCount()));
  for (UtilityTable::Entry &entry : entries) {
    entry.type = reader.integer<std::uint32_t>();
    entry.key = reader.integer<std::uint64_t>();
    entry.utility = reader.integer<std::int64_t>();
    entry.count = reader.integer<std::uint64_t>();
    if (entry.type >= unknown.size())
      reader.fail(fmt::format("there is a key of type {} of {}", entry.type, unknown.size()));
  }
  return reader.hasFailed() ? UtilityTable() : UtilityTable(std::move(entries), std::move(unknown));
}

void write(const RegressionForest &forest, ByteWriter &writer) {
  writer.integer<std::uint32_t>(static_cast<std::uint32_t>(forest.trees.size()));
  for (const std::vector<RegressionTree> &trees : forest.trees) {
    writer.integer<std::uint32_t>(static_cast<std::uint32_t>(trees.size()));
    for (const RegressionTree &tree : trees) {
      writer.integer<std::uint32_t>(static_cast<std::uint32_t>(tree.nodes.size()));
      for (const RegressionNode &node : tree.nodes) {
        writer.integer<std::int64_t>(node.threshold);
        writer.integer<std::uint32_t>(node.feature);
        writer.integer<std::uint32_t>(node.left);
        writer.integer<std::uint32_t>(node.right);
      }
    }
  }
}

RegressionForest readForest(ByteReader &reader) {
  RegressionForest forest;
  forest.trees.resize(reader.count<std::uint32_t>(4));
  for (std::vector<RegressionTree> &trees : forest.trees) {
    trees.resize(reader.count<std::uint32_t>(4));
    for (RegressionTree &tree : trees) {
      tree.nodes.resize(reader.count<std::uint32_t>(20));
      for (RegressionNode &node : tree.nodes) {
        node.threshold = reader.integer<std::int64_t>();
        node.feature = reader.integer<std::uint32_t>();
        node.left = reader.integer<std::uint32_t>();
        node.right = reader.integer<std::uint32_t>();
      }
    }
  }
  return forest;
}

void write(const PositionUtilities &positions, ByteWriter &writer) {
  writer.integer<std::uint32_t>(positions.windows.length);
  writer.integer<std::uint32_t>(positions.windows.binSize);
  writer.integer<std::uint32_t>(positions.windows.every);
  write(positions.windows.openingTypes, writer);
  write(positions.utilities, writer);
}

PositionUtilities readPositions(ByteReader &reader) {
  PositionUtilities positions;
  positions.windows.length = reader.integer<std::uint32_t>();
  positions.windows.binSize = reader.integer<std::uint32_t>();
  positions.windows.every = reader.integer<std::uint32_t>();
  positions.windows.openingTypes = readNumbers<std::uint32_t>(reader);
  positions.utilities = readNumbers<std::int64_t>(reader);
  return positions;
}

void write(const TypeWeightTable &table, ByteWriter &writer) {
  write(table.weights, writer);
  write(table.rows, writer);
}

TypeWeightTable readWeights(ByteReader &reader) {
  TypeWeightTable table;
  table.weights = readNumbers<std::uint32_t>(reader);
  table.rows = readNumbers<std::uint64_t>(reader);
  return table;
}

void write(const UtilityDistribution &distribution, ByteWriter &writer) {
  writer.integer<std::uint64_t>(distribution.steps().size());
  for (const UtilityDistribution::Step &step : distribution.steps()) {
    writer.integer<std::int64_t>(step.utility);
    writer.integer<std::uint64_t>(step.count);
  }
}

UtilityDistribution readDistribution(ByteReader &reader) {
  std::vector<UtilityDistribution::Step> steps(reader.count<std::uint64_t>(16));
  for (UtilityDistribution::Step &step : steps) {
    step.utility = reader.integer<std::int64_t>();
    step.count = reader.integer<std::uint64_t>();
  }
  return UtilityDistribution(std::move(steps));
}

} // namespace

void writeShedModelContent(const ShedModel &model, ByteWriter &writer) {
  writer.integer<std::uint64_t>(model.query);
  writer.integer<std::uint32_t>(static_cast<std::uint32_t>(model.kind));
  writer.integer<std::uint64_t>(model.seed);
  write(model.features, writer);
  write(model.statistics, writer);
  std::visit([&](const auto &content) { write(content, writer); }, model.content);
  write(model.distribution, writer);
}

std::optional<ShedModel> readShedModelContent(ByteReader &reader) {
  ShedModel model;
  model.query = reader.integer<std::uint64_t>();
  model.kind = static_cast<ShedKind>(reader.integer<std::uint32_t>());
  model.seed = reader.integer<std::uint64_t>();
  model.features = readFeatures(reader);
  model.statistics = readStatistics(reader);
  switch (model.kind) {
  case ShedKind::GspiceH:
    model.content = readTable(reader, model.features);
    break;
  case ShedKind::GspiceT:
  case ShedKind::GspiceF:
    model.content = readForest(reader);
    break;
  case ShedKind::ESpice:
    model.content = readPositions(reader);
    break;
  case ShedKind::TypeWeights:
    model.content = readWeights(reader);
    break;
  case ShedKind::Random:
    break;
  default:
    reader.fail(fmt::format("there is no shedder {}", static_cast<std::uint32_t>(model.kind)));
  }
  model.distribution = readDistribution(reader);
  if (reader.rest() != 0)
    reader.fail(fmt::format("there are {} bytes too many", reader.rest()));
  if (reader.hasFailed())
    return std::nullopt;
  if (std::optional<std::string> fault = model.fault()) {
    reader.fail(*fault);
    return std::nullopt;
  }
  return model;
}

} // namespace bough
