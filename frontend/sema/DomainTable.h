#pragma once

#include "frontend/sema/Catalog.h"

#include <map>
#include <string>
#include <variant>

namespace bough {

/// Finds out which columns share a domain, and which constants occur. The queries of a file are
/// bound twice: the first time columns that are compared are merged here, and constants are
/// collected; then the codes are known.
class DomainTable {
public:
  using Value = std::variant<std::string, std::int64_t>;

  explicit DomainTable(Catalog &catalog);

  /// The values of both domains are compared. Both hold strings, or both integers.
  void merge(unsigned a, unsigned b);
  /// The code of a constant, which is entered if it is new. Empty when the domain is that of an
  /// ENUM and does not have it. Before `finish` the code is provisional.
  std::optional<std::int64_t> code(unsigned domain, const Value &value);
  /// The domain of constants alone: of result column `column` of query `query`.
  unsigned resultDomain(unsigned query, unsigned column);
  const Domain &at(unsigned domain) const { return catalog_.domains[rootOf(domain)]; }

  /// After the first round: leaves one domain of those that were merged, in the order of their
  /// first columns, and sets capacities and ranges. From then on the columns have the new numbers.
  void finish();

private:
  unsigned rootOf(unsigned domain) const;

  Catalog &catalog_;
  std::vector<unsigned> parents_;                    ///< by domain: one that it was merged into
  std::vector<std::map<Value, std::int64_t>> codes_; ///< by domain
  std::map<std::pair<unsigned, unsigned>, unsigned> resultDomains_; ///< by query and column
};

/// The known strings of a domain, for messages: 'a', 'b'. Long lists are cut.
std::string listOf(const Domain &domain);

} // namespace bough
