#include "codegen/lower/RunLowering.h"

#include <algorithm>
#include <limits>

namespace bough {

/// The row at hand as one of the item, of a NOT as well.
void RunLowering::bindAs(unsigned item) {
  for (unsigned column = 0; column < parameters_.size(); ++column)
    scope_[{item, column}] = {parameters_[column], 0};
  bindDerived(item);
}

/// Whether runs at the stage have taken the row of an item; of an ANY they do not say.
bool RunLowering::isTaken(unsigned item, unsigned stage) const {
  return item < branch_.items.size() && steps_.lastStep[item] < stage &&
         steps_.steps[steps_.lastStep[item]].endsElement &&
         steps_.steps[steps_.lastStep[item]].items.size() == 1 &&
         steps_.firstStep[item] == steps_.lastStep[item];
}

/// Whether the item is an element of an ANY.
bool RunLowering::isOfAny(unsigned item) const {
  return std::any_of(
      pattern_.elements.begin(), pattern_.elements.end(), [&](const PatternElement &element) {
        return element.kind == PatternElement::Kind::Any &&
               std::find(element.items.begin(), element.items.end(), item) != element.items.end();
      });
}

namespace {

bool isAbout(const DifferenceAtom &atom, unsigned item) {
  return (!atom.x || atom.x->item == item) && (!atom.y || atom.y->item == item);
}

} // namespace

/// x - y <= c over what is in scope; a side may be missing.
std::function<ir::Operand()> RunLowering::comparison(const DifferenceAtom &atom) {
  return [this, &atom] {
    builder_.at(atom.range);
    if (atom.x && atom.y)
      return compareLessEqual(atom);
    if (atom.x) {
      const ScopedValue x = scope_.at(*atom.x);
      return builder_.lessEqual("holds", x.value, Operand::immediate(atom.c), -x.offset);
    }
    const ScopedValue y = scope_.at(*atom.y); // -y <= c
    return builder_.lessEqual("holds", Operand::immediate((-Bound(atom.c)).clampToInt64()), y.value,
                              y.offset);
  };
}

/// What the row must satisfy by itself.
std::vector<std::function<ir::Operand()>> RunLowering::filters(unsigned item) {
  std::vector<std::function<Operand()>> result;
  const std::size_t items = branch_.items.size();
  const auto &atoms = item < items ? branch_.atoms : branch_.exists[item - items].atoms;
  const auto &predicates =
      item < items ? branch_.predicates : branch_.exists[item - items].predicates;
  for (const DifferenceAtom &atom : atoms)
    if ((atom.x || atom.y) && isAbout(atom, item))
      result.push_back(comparison(atom));
  for (const Predicate &predicate : predicates)
    if (predicate.filteredItem() == item || predicate.attributes.empty())
      result.push_back([this, &predicate] {
        builder_.at(predicate.range);
        return lowerCondition(predicate.condition);
      });
  return result;
}

/// Whether the age of a row is kept: where all ages behave alike it is not.
bool RunLowering::isAgeKnown(unsigned item) const {
  return run_.ages.count(item) != 0 || run_.times.count(item) != 0;
}

/// The row at hand is at most c later than that of `item`.
ir::Operand RunLowering::isAtMost(unsigned item, std::int64_t c) {
  if (!isAgeKnown(item)) // c is negative
    return Operand::immediate(0);
  return builder_.lessEqual("isOfAge", ageOf(item, std::nullopt), Operand::immediate(c), 0);
}

/// The row at hand is at least -c later than that of `item`.
ir::Operand RunLowering::isAtLeast(unsigned item, std::int64_t c) {
  if (!isAgeKnown(item)) // as every later row
    return Operand::immediate(1);
  return builder_.lessEqual("isOfAge", Operand::immediate((-Bound(c)).clampToInt64()),
                            ageOf(item, std::nullopt), 0);
}

/// What the row, as one of `item`, and a run at the stage, which is in scope, must satisfy.
std::vector<std::function<ir::Operand()>> RunLowering::conditions(unsigned item, unsigned stage) {
  std::vector<std::function<Operand()>> result;
  const Bound always = pattern_.isByArrival ? 0 : 1;
  for (const DifferenceAtom &atom : branch_.atoms) {
    if (!atom.x || !atom.y || atom.x->item == atom.y->item)
      continue;
    const AttributeRef other = atom.x->item == item ? *atom.y : *atom.x;
    const bool isOwn = atom.x->item == item || atom.y->item == item;
    if (!atom.isTime) {
      if (isOwn && isTaken(other.item, stage))
        result.push_back(comparison(atom));
      continue;
    }
    // A window to a row that is still to come ends the run as well.
    if (atom.y->item < atom.x->item && isTaken(atom.y->item, stage) &&
        !isTaken(atom.x->item, stage) && (isOwn || !isOfAny(atom.x->item)))
      result.push_back([this, &atom] {
        builder_.at(atom.range);
        return isAtMost(atom.y->item, atom.c);
      });
    else if (isOwn && atom.y->item == item && isTaken(atom.x->item, stage) &&
             -Bound(atom.c) > always)
      result.push_back([this, &atom] {
        builder_.at(atom.range);
        return isAtLeast(atom.x->item, atom.c);
      });
  }
  for (const Predicate &predicate : branch_.predicates) {
    if (predicate.filteredItem() || predicate.attributes.empty())
      continue;
    const auto &read = predicate.attributes;
    const bool isKnown = std::all_of(read.begin(), read.end(), [&](AttributeRef x) {
      return x.item == item || isTaken(x.item, stage);
    });
    const bool readsRow =
        std::any_of(read.begin(), read.end(), [&](AttributeRef x) { return x.item == item; });
    if (isKnown && readsRow)
      result.push_back([this, &predicate] {
        builder_.at(predicate.range);
        return lowerCondition(predicate.condition);
      });
  }
  if (stage == 0)
    return result;
  if (!isOfAny(item))
    return result;
  const std::vector<unsigned> &list = steps_.steps[stage].items;
  if (run_.taken) {
    const auto bit = std::find(list.begin(), list.end(), item) - list.begin();
    result.push_back([this, bit] {
      Operand shiftedSet = builder_.div("set", *run_.taken, std::int64_t{1} << bit);
      return builder_.equal("isFree", builder_.mod("bit", shiftedSet, 2), Operand::immediate(0), 0);
    });
  }
  for (const PatternElement &element : pattern_.elements)
    if (element.distinct && element.items.front() == item)
      for (const auto &[index, value] : run_.distinct)
        result.push_back([this, item, column = *element.distinct, value = value] {
          return builder_.notEqual("isNew", valueOf({item, column}), value, 0);
        });
  return result;
}

/// One truth value for all conditions.
ir::Operand RunLowering::all(const std::vector<std::function<Operand()>> &conditions) {
  std::optional<Operand> result;
  for (const auto &condition : conditions) {
    Operand next = condition();
    result = result ? builder_.both("all", *result, next) : next;
  }
  return result.value_or(Operand::immediate(1));
}

// --- NOT -----------------------------------------------------------------------------------------

/// What its row and a run at the stage, or at the beginning the first row, must satisfy for the run
/// to be excluded.
std::vector<std::function<ir::Operand()>> RunLowering::notConditions(unsigned exists,
                                                                     unsigned stage) {
  std::vector<std::function<Operand()>> result;
  const Exists &source = branch_.exists[exists];
  const unsigned number = static_cast<unsigned>(branch_.items.size()) + exists;
  for (const DifferenceAtom &atom : source.atoms) {
    if (!atom.x || !atom.y || atom.x->item == atom.y->item)
      continue;
    if (!atom.isTime) {
      result.push_back(comparison(atom));
      continue;
    }
    // Between the row of the NOT and one that was taken before; at the beginning, after it.
    result.push_back([this, &atom, number, stage] {
      builder_.at(atom.range);
      const bool isUpper = atom.x->item == number; // t_n - t_v <= c
      if (stage != 0)
        return isUpper ? isAtMost(atom.y->item, atom.c) : isAtLeast(atom.x->item, atom.c);
      const Operand age = builder_.sub("age", Operand::immediate(0), *run_.opened);
      return isUpper ? builder_.lessEqual("isOfAge", age, Operand::immediate(atom.c), 0)
                     : builder_.lessEqual(
                           "isOfAge", Operand::immediate((-Bound(atom.c)).clampToInt64()), age, 0);
    });
  }
  for (const Predicate &predicate : source.predicates)
    if (!predicate.filteredItem() && !predicate.attributes.empty())
      result.push_back([this, &predicate] {
        builder_.at(predicate.range);
        return lowerCondition(predicate.condition);
      });
  return result;
}

/// Removes the runs that the row at hand, one of the NOT, excludes.
void RunLowering::excludeRuns(unsigned exists) {
  const unsigned number = static_cast<unsigned>(branch_.items.size()) + exists;
  const unsigned stage = steps_.stageOfNot[exists];
  bindAs(number);
  builder_.at(branch_.exists[exists].range);
  nest(filters(number), 0, [&] {
    const Table table = stageTable(stage);
    forEachEntry(table, number, [&](const std::vector<Operand> &keys, Operand) {
      nest(notConditions(exists, stage), 0, [&] { builder_.clear(table.synopsis, keys); });
    });
  });
}

/// Enters a row of a NOT at the beginning.
void RunLowering::enterBefore(unsigned exists) {
  const unsigned number = static_cast<unsigned>(branch_.items.size()) + exists;
  bindAs(number);
  builder_.at(branch_.exists[exists].range);
  const auto found = std::find_if(shape_.before.begin(), shape_.before.end(),
                                  [&](const NotBefore &before) { return before.index == exists; });
  const ir::SynopsisId synopsis =
      context_.before[static_cast<std::size_t>(found - shape_.before.begin())];
  nest(filters(number), 0, [&] {
    std::vector<Operand> keys{Operand::immediate(0)};
    for (const RunKey &key : found->keys) {
      Operand value = key.kind == RunKey::Kind::Partition
                          ? valueOf(pattern_.partition[key.index][number])
                          : valueOf(key.members.front().attribute);
      if (!key.isAny())
        value =
            builder_.clamp("key", value, key.range.lo.clampToInt64(), key.range.hi.clampToInt64());
      keys.push_back(value);
    }
    builder_.bump(synopsis, keys, Operand::immediate(1));
  });
}

/// The time since the latest row of a NOT at the beginning that concerns the first row, which is at
/// hand; one more than the window where there is none.
ir::Operand RunLowering::gapTo(const NotBefore &before, ir::SynopsisId synopsis, unsigned item) {
  const Table table{synopsis, &before.keys, true, 0};
  Operand latest = builder_.least("gap", [&] {
    forEachEntry(table, item, [&](const std::vector<Operand> &keys, Operand) {
      nest(notConditions(before.index, 0), 0, [&] { builder_.yield(keys.front()); });
    });
  });
  return builder_.min("gap", latest, Operand::immediate(before.limit + 1));
}

} // namespace bough
