#include "frontend/sema/Catalog.h"

#include "frontend/syntax/Names.h"

namespace bough {

std::optional<unsigned> Catalog::find(std::string_view name) const {
  for (unsigned i = 0; i < streams.size(); ++i)
    if (equalIgnoringCase(streams[i].name, name))
      return i;
  return std::nullopt;
}

} // namespace bough
