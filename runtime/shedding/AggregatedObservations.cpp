#include "runtime/shedding/AggregatedObservations.h"

#include <limits>

namespace bough {

namespace {

void append(std::vector<std::uint8_t> &code, std::uint64_t number) {
  for (; number >= 128; number >>= 7)
    code.push_back(static_cast<std::uint8_t>(number | 128));
  code.push_back(static_cast<std::uint8_t>(number));
}

std::uint64_t take(std::span<const std::uint8_t> &code) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    std::uint8_t byte = code.front();
    code = code.subspan(1);
    number |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128)
      return number;
  }
}

/// FNV-1a, whose high bits are mixed into the low ones.
std::uint64_t hashOf(std::span<const std::uint8_t> code) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::uint8_t byte : code)
    hash = (hash ^ byte) * 0x100000001b3u;
  return nextRandom(hash);
}

void addUpTo(std::uint64_t &sum, std::uint64_t term) {
  if (__builtin_add_overflow(sum, term, &sum))
    sum = std::numeric_limits<std::uint64_t>::max();
}

} // namespace

AggregatedObservations::AggregatedObservations(const ShedFeatures &features)
    : features_(features), attributesByType_(features.attributesByType()), index_(16, 0) {}

void AggregatedObservations::add(const ShedRow &row, std::span<const std::uint32_t> frequencies,
                                 std::uint64_t weight, std::uint64_t rows) {
  code_.clear();
  append(code_, row.type);
  std::uint32_t before = 0;
  for (std::uint32_t type = 0; type < frequencies.size(); ++type) {
    std::uint32_t bin = frequencies[type] / features_.frequencyBinSize;
    if (bin == 0)
      continue;
    append(code_, type + 1 - before);
    append(code_, bin);
    before = type + 1;
  }
  append(code_, 0);
  const std::vector<std::uint32_t> &attributes = attributesByType_[row.type];
  for (std::size_t i = 0; i < attributes.size(); ++i)
    append(code_, features_.attributes[attributes[i]].binOf(row.attributes[i]));

  const std::uint64_t hash = hashOf(code_);
  std::uint64_t place = hash & (index_.size() - 1);
  for (; index_[place] != 0; place = (place + 1) & (index_.size() - 1)) {
    Entry &entry = entries_[index_[place] - 1];
    if (entry.hash != hash || !std::ranges::equal(codeOf(index_[place] - 1), code_))
      continue;
    addUpTo(entry.weight, weight);
    entry.count += rows;
    return;
  }
  entries_.push_back({codes_.size(), hash, weight, rows});
  codes_.insert(codes_.end(), code_.begin(), code_.end());
  index_[place] = entries_.size();
  if (2 * entries_.size() > index_.size())
    growIndex();
}

void AggregatedObservations::growIndex() {
  index_.assign(2 * index_.size(), 0);
  for (std::uint64_t i = 0; i < entries_.size(); ++i) {
    std::uint64_t place = entries_[i].hash & (index_.size() - 1);
    while (index_[place] != 0)
      place = (place + 1) & (index_.size() - 1);
    index_[place] = i + 1;
  }
}

std::span<const std::uint8_t> AggregatedObservations::codeOf(std::uint64_t index) const {
  std::uint64_t end = index + 1 < entries_.size() ? entries_[index + 1].begin : codes_.size();
  return std::span(codes_).subspan(entries_[index].begin, end - entries_[index].begin);
}

AggregatedObservations::Combination AggregatedObservations::combination(std::uint64_t index) const {
  Combination result;
  std::span<const std::uint8_t> code = codeOf(index);
  result.type = static_cast<std::uint32_t>(take(code));
  result.frequencyBins.assign(features_.typeCount(), 0);
  std::uint64_t type = 0;
  while (std::uint64_t step = take(code)) {
    type += step;
    result.frequencyBins[type - 1] = static_cast<std::uint32_t>(take(code));
  }
  while (!code.empty())
    result.attributeBins.push_back(static_cast<std::uint32_t>(take(code)));
  result.weight = entries_[index].weight;
  result.count = entries_[index].count;
  return result;
}

std::uint64_t AggregatedObservations::key(const Combination &combination,
                                          const Zobrist &zobrist) const {
  std::uint64_t key = 0;
  for (std::uint32_t type = 0; type < combination.frequencyBins.size(); ++type)
    key ^= zobrist.frequency(type, combination.frequencyBins[type]);
  const std::vector<std::uint32_t> &attributes = attributesByType_[combination.type];
  for (std::size_t i = 0; i < attributes.size(); ++i)
    key ^= zobrist.attribute(attributes[i], combination.attributeBins[i]);
  return key;
}

ObservationStatistics AggregatedObservations::statistics(const Zobrist &zobrist) const {
  ObservationStatistics result;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> keys;
  for (std::uint64_t i = 0; i < entries_.size(); ++i) {
    Combination next = combination(i);
    result.observations += next.count;
    addUpTo(result.weight, next.weight);
    keys.emplace_back(next.type, key(next, zobrist));
  }
  result.combinations = entries_.size();
  std::ranges::sort(keys);
  for (std::size_t i = 1; i < keys.size(); ++i)
    result.collisions += keys[i] == keys[i - 1] ? 1 : 0;
  return result;
}

} // namespace bough
