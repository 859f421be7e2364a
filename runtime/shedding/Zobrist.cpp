#include "runtime/shedding/Zobrist.h"

namespace bough {

std::uint64_t nextRandom(std::uint64_t &state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Zobrist::Zobrist(const ShedFeatures &features, std::uint64_t seed)
    : features_(features), seed_(seed), frequencyBins_(features.frequencyBins()),
      numbers_(features.numberCount()), attributesByType_(features.attributesByType()) {
  for (std::uint64_t &number : numbers_)
    number = nextRandom(seed);
  for (std::size_t i = 0; i < features.attributes.size(); ++i)
    offsets_.push_back(features.attributeOffset(i));
}

std::uint64_t Zobrist::paneKey(std::span<const std::uint32_t> frequencies) const {
  std::uint64_t key = 0;
  for (std::uint32_t type = 0; type < frequencies.size(); ++type)
    key ^= frequency(type, frequencies[type] / features_.frequencyBinSize);
  return key;
}

std::uint64_t Zobrist::attributeKey(const ShedRow &row) const {
  std::uint64_t key = 0;
  const std::vector<std::uint32_t> &attributes = attributesByType_[row.type];
  for (std::size_t i = 0; i < attributes.size(); ++i)
    key ^= attribute(attributes[i], features_.attributes[attributes[i]].binOf(row.attributes[i]));
  return key;
}

} // namespace bough
