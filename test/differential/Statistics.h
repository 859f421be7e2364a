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
  void add(const CaseModel &model, const Finding &finding);
  /// Several lines of text.
  std::string report() const;
  /// One line for each floor that the run stays below; floors are shares, so short runs (below 500
  /// cases) have none.
  std::vector<std::string> shortfalls() const;

private:
  std::uint64_t count(const std::map<std::string, std::uint64_t> &counts,
                      const std::string &key) const;

  std::uint64_t cases_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t ran_ = 0;
  std::uint64_t resultRows_ = 0;
  std::uint64_t largestState_ = 0;
  std::map<std::string, std::uint64_t> verdicts_;
  std::map<std::string, std::uint64_t> rules_;  ///< cases with such a rejection
  std::map<std::string, std::uint64_t> errors_; ///< cases with such an error
  std::map<std::string, std::uint64_t> drawn_;  ///< by feature
  std::map<std::string, std::uint64_t> run_;    ///< by feature: cases whose machines ran
};

} // namespace bough::differential
