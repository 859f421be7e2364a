#pragma once

#include "test/differential/Checker.h"
#include "test/differential/Model.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bough::differential {

/// Counts what a run has covered, so that a class of queries that vanishes makes it fail.
class Statistics {
public:
  /// Of cases with patterns, or of those without.
  explicit Statistics(bool arePatterns) : arePatterns_(arePatterns) {}

  void add(const CaseModel &model, const Finding &finding);
  /// Several lines of text: totals, and what became of each class of queries.
  std::string report() const;
  /// One line for each floor that the run stays below, and for each class without an accepted
  /// query. Floors are shares of the cases that got a verdict; runs with few of these have none.
  std::vector<std::string> shortfalls() const;

private:
  using Counts = std::map<std::string, std::uint64_t>;
  /// What became of the cases of a class.
  struct ClassCounts {
    std::uint64_t drawn = 0;
    std::uint64_t refused = 0; ///< by an error: not supported, or a declaration is missing
    std::uint64_t accepted = 0, unbounded = 0, notProven = 0;
    std::uint64_t withResults = 0; ///< of those that ran
    bool isSupported = false;      ///< some case was not refused as not supported yet
  };
  static std::uint64_t count(const Counts &counts, const std::string &key);

  const std::vector<std::string> &classNames() const;

  bool arePatterns_;
  std::uint64_t cases_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t ran_ = 0, ranJit_ = 0, ranObject_ = 0, ranCpp_ = 0;
  std::uint64_t repairsTried_ = 0, repaired_ = 0; ///< rejected cases
  std::uint64_t resultRows_ = 0;
  std::uint64_t largestState_ = 0;
  std::map<std::string, ClassCounts> classes_;
  Counts verdicts_;
  Counts rules_;  ///< cases with such a rejection
  Counts errors_; ///< cases with such an error
  Counts drawn_;  ///< by feature
  Counts run_;    ///< by feature: cases whose machines ran
  Counts shapes_; ///< machines that have it
};

} // namespace bough::differential
