#include "frontend/sema/DomainTable.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace bough {

DomainTable::DomainTable(Catalog &catalog) : catalog_(catalog) {
  for (unsigned i = 0; i < catalog.domains.size(); ++i) {
    parents_.push_back(i);
    std::map<Value, std::int64_t> &codes = codes_.emplace_back();
    for (const std::string &text : catalog.domains[i].texts) // of an ENUM
      codes.emplace(text, static_cast<std::int64_t>(codes.size()));
  }
}

unsigned DomainTable::rootOf(unsigned domain) const {
  while (parents_[domain] != domain)
    domain = parents_[domain];
  return domain;
}

void DomainTable::merge(unsigned a, unsigned b) {
  a = rootOf(a);
  b = rootOf(b);
  if (a == b)
    return;
  if (b < a)
    std::swap(a, b);
  parents_[b] = a;
  Domain &domain = catalog_.domains[a];
  const Domain &other = catalog_.domains[b];
  domain.isClosed &= other.isClosed;
  if (other.declaredKeys > domain.declaredKeys) {
    domain.declaredKeys = other.declaredKeys;
    domain.range = other.range;
  }
  domain.textBytes = std::max(domain.textBytes, other.textBytes);
  for (const std::string &text : other.texts)
    code(a, text);
  for (std::int64_t integer : other.integers)
    code(a, integer);
}

std::optional<std::int64_t> DomainTable::code(unsigned index, const Value &value) {
  unsigned root = rootOf(index);
  Domain &domain = catalog_.domains[root];
  std::map<Value, std::int64_t> &codes = codes_[root];
  if (auto found = codes.find(value); found != codes.end())
    return found->second;
  if (domain.isEnum)
    return std::nullopt;
  if (const auto *text = std::get_if<std::string>(&value)) {
    domain.texts.push_back(*text);
    domain.textBytes = std::max<std::uint64_t>(domain.textBytes, text->size());
  } else {
    domain.integers.push_back(std::get<std::int64_t>(value));
  }
  return codes.emplace(value, static_cast<std::int64_t>(codes.size())).first->second;
}

unsigned DomainTable::resultDomain(unsigned query, unsigned column) {
  auto [entry, isNew] = resultDomains_.try_emplace({query, column}, 0);
  if (isNew) {
    entry->second = static_cast<unsigned>(parents_.size());
    parents_.push_back(entry->second);
    codes_.emplace_back();
    catalog_.domains.emplace_back().isClosed = true;
  }
  return entry->second;
}

std::string listOf(const Domain &domain) {
  constexpr std::size_t shown = 20;
  std::string list;
  for (std::size_t i = 0; i < std::min(domain.texts.size(), shown); ++i)
    list += fmt::format("{}'{}'", list.empty() ? "" : ", ", domain.texts[i]);
  return domain.texts.size() > shown ? list + ", ..." : list;
}

void DomainTable::finish() {
  std::vector<Domain> domains;
  std::vector<std::map<Value, std::int64_t>> codes;
  std::vector<unsigned> numbers(parents_.size()); // by root
  for (unsigned i = 0; i < parents_.size(); ++i) {
    if (rootOf(i) != i)
      continue;
    numbers[i] = static_cast<unsigned>(domains.size());
    domains.push_back(std::move(catalog_.domains[i]));
    codes.push_back(std::move(codes_[i]));
  }
  for (Stream &stream : catalog_.streams)
    for (Column &column : stream.columns)
      if (column.domain)
        column.domain = numbers[rootOf(*column.domain)];
  for (auto &[place, domain] : resultDomains_)
    domain = numbers[rootOf(domain)];
  catalog_.domains = std::move(domains);
  codes_ = std::move(codes);
  parents_.resize(catalog_.domains.size());
  std::iota(parents_.begin(), parents_.end(), 0U);
  catalog_.updateDomains();
}

} // namespace bough
