#include "frontend/sema/Scope.h"

#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

void Scope::restrictTo(unsigned first, unsigned end) {
  first_ = first;
  end_ = end;
}

unsigned Scope::end() const { return end_.value_or(static_cast<unsigned>(items_.size())); }

const Stream &Scope::stream(unsigned item) const {
  return declarations_.catalog.streams[items_[item].stream];
}

const Column &Scope::column(AttributeRef attribute) const {
  return stream(attribute.item).columns[attribute.column];
}

std::string Scope::spell(AttributeRef attribute) const {
  return spellName(items_[attribute.item].alias) + "." + spellName(column(attribute).name);
}

std::optional<unsigned> Scope::resolveItem(const ast::Identifier &qualifier) const {
  for (unsigned i = 0; i < items_.size(); ++i) {
    if (!equalIgnoringCase(items_[i].alias, qualifier.name))
      continue;
    if (i >= first_ && i < end())
      return i;
    diagnostics_.report(diag::itemNotVisible, qualifier.range, spellName(qualifier.name))
        .notes.push_back({"it stands here", items_[i].range});
    return std::nullopt;
  }
  if (isIncomplete_)
    return std::nullopt;
  Diagnostic &error =
      diagnostics_.report(diag::unknownItem, qualifier.range, spellName(qualifier.name));
  for (unsigned i = 0; i < items_.size(); ++i) {
    if (!equalIgnoringCase(stream(i).name, qualifier.name))
      continue;
    error.notes.push_back({fmt::format("stream '{}' is called '{}' in this query",
                                       spellName(stream(i).name), spellName(items_[i].alias)),
                           items_[i].range});
    return std::nullopt;
  }
  std::vector<std::string_view> candidates;
  for (unsigned i = first_; i < end(); ++i)
    candidates.push_back(items_[i].alias);
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
    reportUnknownColumn(name.name, fmt::format("stream '{}'", spellName(stream(*item).name)), *item,
                        *item + 1);
  return std::nullopt;
}

std::optional<AttributeRef> Scope::resolveUnqualified(const ast::Identifier &name) const {
  std::vector<AttributeRef> found;
  bool mayBeMissing = isIncomplete_;
  for (unsigned i = first_; i < end(); ++i) {
    mayBeMissing |= isIncomplete(i);
    if (std::optional<unsigned> index = findColumn(stream(i), name.name))
      found.push_back({i, *index});
  }
  if (found.size() == 1)
    return found.front();
  if (found.empty()) {
    if (!mayBeMissing)
      reportUnknownColumn(name, "any item of FROM", first_, end());
    return std::nullopt;
  }
  Diagnostic &error =
      diagnostics_.report(diag::ambiguousColumn, name.range, spellName(name.name), found.size());
  for (AttributeRef attribute : found)
    error.notes.push_back(
        {fmt::format("it could be '{}'", spell(attribute)), items_[attribute.item].range});
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
