#include "frontend/sema/Scope.h"

#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

void Scope::add(Item item) {
  table_.items.push_back(std::move(item));
  ++end_;
}

std::string Scope::spell(AttributeRef attribute) const {
  return spellName(table_.items[attribute.item].alias) + "." + spellName(column(attribute).name);
}

std::optional<unsigned> Scope::resolveItem(const ast::Identifier &qualifier) const {
  for (unsigned i = begin_; i < end_; ++i) {
    const Item &item = table_.items[i];
    if (!equalIgnoringCase(item.alias, qualifier.name))
      continue;
    if (!isAllowed(i, qualifier.range))
      return std::nullopt;
    if (i >= firstVisible() && i < endVisible())
      return i;
    diagnostics_.report(diag::itemNotVisible, qualifier.range, spellName(qualifier.name))
        .notes.push_back({"it stands here", item.range});
    return std::nullopt;
  }
  if (isIncomplete_)
    return std::nullopt;
  if (outer_ != nullptr)
    return outer_->resolveItem(qualifier);
  Diagnostic &error =
      diagnostics_.report(diag::unknownItem, qualifier.range, spellName(qualifier.name));
  for (unsigned i = begin_; i < end_; ++i) {
    if (!equalIgnoringCase(stream(i).name, qualifier.name))
      continue;
    const Item &item = table_.items[i];
    error.notes.push_back(
        {fmt::format("{} '{}' is called '{}' in this query", stream(i).isTable ? "table" : "stream",
                     spellName(stream(i).name), spellName(item.alias)),
         item.range});
    return std::nullopt;
  }
  std::vector<std::string_view> candidates;
  for (unsigned i = firstVisible(); i < endVisible(); ++i)
    candidates.push_back(table_.items[i].alias);
  proposeName(error, qualifier.name, candidates);
  return std::nullopt;
}

std::optional<AttributeRef> Scope::resolve(const ast::ColumnName &name) const {
  if (!name.qualifier)
    return resolveUnqualified(name.name);
  std::optional<unsigned> item = resolveItem(*name.qualifier);
  if (!item)
    return std::nullopt;
  if (std::optional<unsigned> found = findColumn(stream(*item), name.name.name))
    return AttributeRef{*item, *found};
  if (!isIncomplete(*item))
    reportUnknownColumn(name.name,
                        fmt::format("{} '{}'", stream(*item).isTable ? "table" : "stream",
                                    spellName(stream(*item).name)),
                        *item, *item + 1);
  return std::nullopt;
}

std::optional<AttributeRef> Scope::resolveUnqualified(const ast::Identifier &name) const {
  std::vector<AttributeRef> found;
  bool mayBeMissing = isIncomplete_;
  for (unsigned i = firstVisible(); i < endVisible(); ++i) {
    mayBeMissing |= isIncomplete(i);
    if (std::optional<unsigned> index = findColumn(stream(i), name.name))
      found.push_back({i, *index});
  }
  if (found.size() == 1)
    return isAllowed(found.front().item, name.range) ? std::optional(found.front()) : std::nullopt;
  if (found.empty()) {
    if (mayBeMissing)
      return std::nullopt;
    if (outer_ != nullptr)
      return outer_->resolveUnqualified(name);
    reportUnknownColumn(name, "any item of FROM", firstVisible(), endVisible());
    return std::nullopt;
  }
  Diagnostic &error =
      diagnostics_.report(diag::ambiguousColumn, name.range, spellName(name.name), found.size());
  for (AttributeRef attribute : found)
    error.notes.push_back(
        {fmt::format("it could be '{}'", spell(attribute)), table_.items[attribute.item].range});
  return std::nullopt;
}

void Scope::reportUnknownColumn(const ast::Identifier &name, std::string_view place, unsigned first,
                                unsigned end) const {
  Diagnostic &error =
      diagnostics_.report(diag::unknownColumn, name.range, spellName(name.name), place);
  std::vector<std::string_view> candidates;
  for (unsigned i = first; i < end; ++i)
    for (const Column &candidate : stream(i).columns)
      candidates.push_back(candidate.name);
  proposeName(error, name.name, candidates);
}

void proposeName(Diagnostic &diagnostic, std::string_view name,
                 const std::vector<std::string_view> &candidates) {
  std::string_view nearest = nearestName(name, candidates);
  if (!nearest.empty())
    diagnostic.notes.push_back({fmt::format("did you mean '{}'?", spellName(nearest)), {}});
}

} // namespace bough
