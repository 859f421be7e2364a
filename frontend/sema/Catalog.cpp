#include "frontend/sema/Catalog.h"

#include "frontend/syntax/Names.h"

namespace bough {

void Catalog::updateDomains() {
  for (Domain &domain : domains)
    domain.capacity =
        domain.declaredKeys + (domain.isText ? domain.texts.size() : domain.integers.size());
  for (Stream &stream : streams)
    for (Column &column : stream.columns) {
      if (!column.domain || column.type.kind == TypeKind::Enum) // those of an ENUM are declared
        continue;
      auto capacity = static_cast<std::int64_t>(domains[*column.domain].capacity);
      column.inputRange = column.checkRange = {0, capacity - 1};
    }
}

std::optional<unsigned> Catalog::find(std::string_view name) const {
  for (unsigned i = 0; i < streams.size(); ++i)
    if (equalIgnoringCase(streams[i].name, name))
      return i;
  return std::nullopt;
}

} // namespace bough
