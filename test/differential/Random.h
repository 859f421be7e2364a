#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace bough::differential {

/// SplitMix64 with draws of its own, so that a seed means the same case with every standard
/// library.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Between lo and hi, both included; hi - lo < 2^63.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  std::size_t below(std::size_t n) { return next() % n; }
  bool chance(unsigned percent) { return next() % 100 < percent; }
  template <typename T> const T &pick(const std::vector<T> &choices) {
    return choices[below(choices.size())];
  }
  template <typename T> T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }
  template <typename T> void shuffle(std::vector<T> &values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

private:
  std::uint64_t state_;
};

} // namespace bough::differential
