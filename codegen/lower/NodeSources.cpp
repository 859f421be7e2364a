#include "codegen/lower/NodeLowering.h"

#include "analysis/ForestPlaces.h"

#include <algorithm>

namespace bough {

const TimeKey *NodeLowering::timeKey(const Source &source, std::size_t key) const {
  return key < source.shape->timeKeys.size() ? &source.shape->timeKeys[key] : nullptr;
}

std::optional<unsigned> NodeLowering::enabledKey(const Source &source, std::size_t key) const {
  std::size_t first = source.shape->timeKeys.size();
  if (key < first || key >= first + source.shape->enabledKeys.size())
    return std::nullopt;
  return source.shape->enabledKeys[key - first];
}

const IntegerKey *NodeLowering::integerKey(const Source &source, std::size_t key) const {
  std::size_t first = source.shape->timeKeys.size() + source.shape->enabledKeys.size();
  return key < first ? nullptr : &source.shape->integerKeys[key - first];
}

// --- which synopses are joined -------------------------------------------------------------------

void NodeLowering::joinSources() {
  sources_.clear();
  for (unsigned child : forest_.nodes[node_].children)
    sources_.push_back(nodeSource(child, true));
  // Few keys first: their counters decide early whether anything is left to do.
  std::stable_sort(sources_.begin(), sources_.end(), [&](const Source &a, const Source &b) {
    return a.carried.size() < b.carried.size();
  });
  childCount_ = sources_.size();
  if (isRoot())
    for (unsigned root : forest_.roots)
      if (root != node_)
        sources_.push_back(nodeSource(root, false));
  for (std::size_t i = 0; i < sources_.size(); ++i)
    chooseCarriedKeys(i);
  joinSource(0, Operand::immediate(1));
}

NodeLowering::Source NodeLowering::nodeSource(unsigned node, bool isChild) const {
  Source source;
  source.node = node;
  source.isChild = isChild;
  source.shape = &*context_.shaped.shapes[node];
  source.synopsis = context_.synopses[node];
  source.range = branch_.items[forest_.nodes[node].items.front()].range;
  std::vector<unsigned> items = itemsOfSubtree(context_.shaped, node);
  source.items.insert(items.begin(), items.end());
  source.carried.resize(source.shape->timeKeys.size() + source.shape->enabledKeys.size() +
                            source.shape->integerKeys.size(),
                        false);
  return source;
}

/// The rows of an EXISTS: nothing of them is needed but whether there is one.
NodeLowering::Source NodeLowering::existsSource(std::size_t place) const {
  const ExistsPlace &exists = context_.shaped.exists[place];
  Source source;
  source.exists = &exists;
  source.shape = &exists.shape;
  source.synopsis = context_.existsSynopses[place];
  source.range = branch_.exists[exists.index].range;
  source.items = {static_cast<unsigned>(branch_.items.size()) + exists.index};
  source.carried.resize(source.shape->timeKeys.size() + source.shape->integerKeys.size(), false);
  return source;
}

void NodeLowering::chooseCarriedKeys(std::size_t index) {
  Source &source = sources_[index];
  const std::optional<SynopsisShape> &own = context_.shaped.shapes[node_];
  bool entersOwn = source.isChild && own;
  auto isNeeded = [&](AttributeRef x) {
    bool inThreshold = entersOwn && own->threshold &&
                       std::any_of(own->threshold->members.begin(), own->threshold->members.end(),
                                   [&](const IntegerKey::Member &m) { return m.attribute == x; });
    // The age of a row may follow from its timestamp.
    bool isAge = entersOwn && isTime(x) &&
                 std::any_of(own->timeKeys.begin(), own->timeKeys.end(),
                             [&](const TimeKey &t) { return t.node == forest_.nodeOf[x.item]; });
    // The timestamp of one item stands for those of all that are equal to it.
    bool inOutput = isInOutput(x) || (isTime(x) && isTimeInOutput(forest_.nodeOf[x.item]));
    return isAge || (entersOwn && own->find(x)) || inThreshold || (isRoot() && inOutput) ||
           isNeededAfter(x, index);
  };
  source.carriesThreshold =
      source.shape->threshold &&
      std::any_of(source.shape->threshold->members.begin(), source.shape->threshold->members.end(),
                  [&](const IntegerKey::Member &member) { return isNeeded(member.attribute); });
  for (std::size_t key = 0; key < source.carried.size(); ++key) {
    bool isCarried = source.carriesThreshold; // each entry has an extreme of its own
    if (const TimeKey *time = timeKey(source, key)) {
      unsigned m = time->node;
      bool inOwn = entersOwn && std::any_of(own->timeKeys.begin(), own->timeKeys.end(),
                                            [&](const TimeKey &t) { return t.node == m; });
      for (unsigned item : forest_.nodes[m].items) // or as a timestamp
        inOwn |= entersOwn && own->find({item, plan_.stream(branch_, item).timestampColumn});
      isCarried |= inOwn || (isRoot() && isTimeInOutput(m)) || isAgeNeededAfter(m, index);
    } else if (std::optional<unsigned> exists = enabledKey(source, key)) {
      isCarried |= entersOwn && std::find(own->enabledKeys.begin(), own->enabledKeys.end(),
                                          *exists) != own->enabledKeys.end();
    } else {
      for (const IntegerKey::Member &member : integerKey(source, key)->members)
        isCarried |= isNeeded(member.attribute);
    }
    source.carried[key] = isCarried;
  }
}

/// Whether an attribute that comes with source `index` is read by what this pass joins or decides
/// after it: later sources, tables, EXISTS.
bool NodeLowering::isNeededAfter(AttributeRef x, std::size_t index) const {
  auto comesLater = [&](unsigned item) {
    for (std::size_t later = index + 1; later < sources_.size(); ++later)
      if (sources_[later].items.count(item))
        return true;
    if (!closure_.isTable(item))
      return false;
    std::optional<unsigned> place = context_.shaped.tableNodes[item];
    return place == node_ || (!place && isRoot());
  };
  for (unsigned atomIndex : closure_.joinAtoms) {
    const DifferenceAtom &atom = closure_.atoms[atomIndex];
    if ((atom.x == x && comesLater(atom.y->item)) || (atom.y == x && comesLater(atom.x->item)))
      return true;
  }
  for (const Predicate *predicate : conditions_.predicates) {
    const std::vector<AttributeRef> &read = predicate->attributes;
    if (std::binary_search(read.begin(), read.end(), x) &&
        std::any_of(read.begin(), read.end(), [&](AttributeRef y) { return comesLater(y.item); }))
      return true;
  }
  for (const ExistsPlace &place : context_.shaped.exists) {
    bool isDecidedHere = place.path.empty() && (place.node ? place.node == node_ : isRoot());
    if (!isDecidedHere)
      continue;
    const Closure &joint = context_.exists[place.index];
    for (unsigned atomIndex : joint.joinAtoms)
      if (joint.atoms[atomIndex].x == x || joint.atoms[atomIndex].y == x)
        return true;
    for (const Predicate &predicate : branch_.exists[place.index].predicates)
      if (std::binary_search(predicate.attributes.begin(), predicate.attributes.end(), x))
        return true;
  }
  return false;
}

bool NodeLowering::isAgeNeededAfter(unsigned node, std::size_t) const {
  for (const ExistsPlace &place : context_.shaped.exists)
    if (place.kind == ExistsPlace::Kind::Look && place.node == node_)
      for (const ExistsTimeAtom &atom : place.timeAtoms)
        if (atom.node == node)
          return true;
  return false;
}

/// Joins the sources from `index` on; `count` is the multiplicity so far.
void NodeLowering::joinSource(std::size_t index, Operand count) {
  auto joinRest = [&](Operand all) {
    if (index < sources_.size()) {
      loopOverSource(sources_[index], conditions_, [&](Operand part) {
        bool isOne = !all.isValue();
        joinSource(index + 1, isOne ? part : builder_.multiply("n", all, part));
      });
      return;
    }
    if (isRoot())
      joinTables(std::nullopt, closure_.streamItems, all,
                 [&](Operand whole) { checkExists(std::nullopt, 0, [&] { emit(whole); }); });
  };
  if (index != childCount_)
    return joinRest(count);
  // The node's own row and its children are together: tables, EXISTS, then the node's own synopsis.
  joinTables(node_, closure_.streamItems, count, [&](Operand all) {
    checkExists(node_, 0, [&] {
      if (context_.shaped.shapes[node_])
        enterOwn(all);
      joinRest(all);
    });
  });
}

// --- loops over the entries of a source ----------------------------------------------------------

/// Runs `then` for each combination of the carried keys for which there is something, with how
/// much.
void NodeLowering::loopOverSource(const Source &source, const Conditions &given,
                                  const std::function<void(Operand)> &then) {
  const ir::Synopsis &synopsis = context_.program.synopses[source.synopsis];
  bool hasCarried =
      source.carriesThreshold ||
      std::find(source.carried.begin(), source.carried.end(), true) != source.carried.end();
  if (synopsis.isSparse() && hasCarried) {
    matchEntries(source, given, [&](Operand count, const std::vector<Operand> &) { then(count); });
    return;
  }
  std::vector<Operand> keys(source.carried.size(), Operand::immediate(0));
  loopOverKeys(source, given, true, 0, keys, [&] {
    Operand part = sumOverLocalKeys(source, given, keys);
    builder_.at(branch_.range);
    builder_.when(builder_.nonzero("any", part), [&] {
      if (!source.carriesThreshold)
        return then(part);
      Operand extreme = builder_.extreme("x_" + synopsis.name, source.synopsis, keys);
      bindThreshold(source, given, extreme, [&] { then(part); });
    });
  });
}

ir::Operand NodeLowering::sumOverLocalKeys(const Source &source, const Conditions &given,
                                           std::vector<Operand> keys) {
  const ir::Synopsis &synopsis = context_.program.synopses[source.synopsis];
  std::string hint = "n_" + synopsis.name;
  bool hasLocalKeys =
      std::find(source.carried.begin(), source.carried.end(), false) != source.carried.end();
  bool checksThreshold = source.shape->threshold && !source.carriesThreshold;
  if (!hasLocalKeys && !checksThreshold)
    return builder_.load(hint, source.synopsis, std::move(keys));
  auto scope = scope_;
  auto ages = ages_;
  Operand total = builder_.sum("sum_" + synopsis.name, [&] {
    if (synopsis.isSparse()) {
      matchEntries(source, given,
                   [&](Operand count, const std::vector<Operand> &) { builder_.yield(count); });
      return;
    }
    loopOverKeys(source, given, false, 0, keys, [&] {
      Operand part = builder_.load(hint, source.synopsis, keys);
      if (!checksThreshold)
        return builder_.yield(part);
      builder_.when(builder_.nonzero("any", part), [&] {
        Operand extreme = builder_.extreme("x_" + synopsis.name, source.synopsis, keys);
        bindThreshold(source, given, extreme, [&] { builder_.yield(part); });
      });
    });
  });
  scope_ = std::move(scope); // the local keys are out of scope again
  ages_ = std::move(ages);
  return total;
}

/// Loops over those keys of a dense source that are carried (or not), checking each atom as soon as
/// both its sides are known.
void NodeLowering::loopOverKeys(const Source &source, const Conditions &given, bool carried,
                                std::size_t key, std::vector<Operand> &keys, const Then &then) {
  if (key == keys.size())
    return then();
  auto next = [&] { loopOverKeys(source, given, carried, key + 1, keys, then); };
  if (source.carried[key] != carried)
    return next();
  builder_.at(source.range);
  const ir::SynopsisKey &dimension = context_.program.synopses[source.synopsis].keys[key];
  if (const TimeKey *time = timeKey(source, key)) {
    auto [youngest, oldest] = ages(source, *time);
    builder_.forRange("age_" + dimension.name, ir::ValueType::Time, Operand::immediate(youngest),
                      Operand::immediate(oldest), [&](Operand age) {
                        keys[key] = age;
                        bindAge(source, *time, age, next);
                      });
  } else if (std::optional<unsigned> exists = enabledKey(source, key)) {
    keys[key] = Operand::immediate(1); // where it is decided, marked entries count
    if (marked_ == key)
      keys[key] = Operand::immediate(0);
    if (!carried || marked_ == key)
      return next();
    builder_.forRange(dimension.name, Operand::immediate(0), Operand::immediate(1),
                      [&](Operand enabled) {
                        keys[key] = enabled;
                        enabled_.insert_or_assign(*exists, enabled);
                        next();
                      });
  } else {
    loopOverIntegers(source, given, *integerKey(source, key), dimension, [&](Operand slot) {
      keys[key] = slot;
      next();
    });
  }
}

/// `then` takes the slot; the key's attributes are in scope then.
void NodeLowering::loopOverIntegers(const Source &source, const Conditions &given,
                                    const IntegerKey &key, const ir::SynopsisKey &dimension,
                                    const std::function<void(Operand)> &then) {
  if (key.values.empty()) {
    ir::ValueType type =
        isTime(key.members.front().attribute) ? ir::ValueType::Time : ir::ValueType::I64;
    builder_.forRange(
        dimension.name, type, Operand::immediate(dimension.lo), Operand::immediate(dimension.hi),
        [&](Operand value) { bindKey(source, given, key, value, [&] { then(value); }); });
    return;
  }
  ir::DictionaryId dictionary = constants_.dictionary(dimension.name, key.values);
  std::int64_t last = static_cast<std::int64_t>(key.values.size()) - 1;
  for (const IntegerKey::Member &member : key.members)
    if (std::optional<Equality> equality = equalityInScope(given, member.attribute, source.items)) {
      // Only one slot can be right. other + offset = attribute = key + member.offset
      ScopedValue other = scope_.at(equality->other);
      Bound offset = Bound(other.offset) + Bound(equality->offset) - Bound(member.offset);
      std::optional<std::int64_t> folded = offset.toInt64();
      if (!folded)
        continue;
      Operand value = shifted(dimension.name, other.value, *folded);
      Operand slot = builder_.find("slot_" + dimension.name, dictionary, value);
      builder_.when(builder_.in("isListed", slot, 0, last), [&] {
        Operand found = builder_.select(dimension.name, dictionary, slot);
        bindKey(source, given, key, found, [&] { then(slot); });
      });
      return;
    }
  builder_.forRange("slot_" + dimension.name, Operand::immediate(0), Operand::immediate(last),
                    [&](Operand slot) {
                      Operand value = builder_.select(dimension.name, dictionary, slot);
                      bindKey(source, given, key, value, [&] { then(slot); });
                    });
}

/// Runs `then` for each live entry of a sparse source that satisfies the atoms, with its count and
/// all its keys.
void NodeLowering::matchEntries(
    const Source &source, const Conditions &given,
    const std::function<void(Operand, const std::vector<Operand> &)> &then) {
  const ir::Synopsis &synopsis = context_.program.synopses[source.synopsis];
  const std::vector<unsigned> &index = *synopsis.index;
  std::size_t timeAndEnabled = source.shape->timeKeys.size() + source.shape->enabledKeys.size();
  std::vector<Operand> keys(synopsis.keys.size(), Operand::immediate(0));
  std::vector<Operand> lookups;
  for (unsigned key : index) {
    const IntegerKey &integer = source.shape->integerKeys[key - timeAndEnabled];
    Operand value = Operand::immediate(0);
    for (const IntegerKey::Member &member : integer.members)
      if (std::optional<Equality> equality =
              equalityInScope(given, member.attribute, source.items)) {
        ScopedValue other = scope_.at(equality->other);
        Bound offset = Bound(other.offset) + Bound(equality->offset) - Bound(member.offset);
        value = shifted(synopsis.keys[key].name, other.value, offset.clampToInt64());
        break;
      }
    if (!integer.values.empty() || integer.range.isFinite()) // slots are looked up by their slot
      value = builder_.clamp(synopsis.keys[key].name, value, synopsis.keys[key].lo,
                             synopsis.keys[key].hi);
    keys[key] = value;
    lookups.push_back(value);
  }
  builder_.at(source.range);
  builder_.match("n_" + synopsis.name, synopsis, source.synopsis, lookups,
                 [&](const std::vector<Operand> &bound, Operand amount) {
                   std::size_t next = 0;
                   for (unsigned key : synopsis.boundKeys())
                     keys[key] = bound[next++];
                   bindEntry(source, given, 0, keys, [&] {
                     if (!source.shape->threshold)
                       return then(amount, keys);
                     bindThreshold(source, given, amount,
                                   [&] { then(Operand::immediate(1), keys); });
                   });
                 });
}

/// Takes the keys of an entry into scope one after the other.
void NodeLowering::bindEntry(const Source &source, const Conditions &given, std::size_t key,
                             const std::vector<Operand> &keys, const Then &then) {
  if (key == keys.size())
    return then();
  auto next = [&] { bindEntry(source, given, key + 1, keys, then); };
  if (const TimeKey *time = timeKey(source, key)) {
    auto [youngest, oldest] = ages(source, *time);
    builder_.when(builder_.in("isOfAge", keys[key], youngest, oldest),
                  [&] { bindAge(source, *time, keys[key], next); });
  } else if (std::optional<unsigned> exists = enabledKey(source, key)) {
    enabled_.insert_or_assign(*exists, keys[key]);
    if (source.carried[key])
      return next();
    builder_.when(builder_.equal("isEnabled", keys[key], Operand::immediate(1), 0), next);
  } else {
    const IntegerKey &integer = *integerKey(source, key);
    Operand value = keys[key];
    if (!integer.values.empty()) {
      const std::string &name = context_.program.synopses[source.synopsis].keys[key].name;
      value = builder_.select(name, constants_.dictionary(name, integer.values), value);
    }
    bindKey(source, given, integer, value, next);
  }
}

void NodeLowering::bindKey(const Source &source, const Conditions &given, const IntegerKey &key,
                           Operand value, const Then &then) {
  std::vector<AttributeRef> bound;
  for (const IntegerKey::Member &member : key.members) {
    scope_[member.attribute] = {value, member.offset};
    bound.push_back(member.attribute);
  }
  checkAtoms(given, bound, source.items, then);
}

/// Each member stands for a value that is as good for all comparisons to come (Threshold).
void NodeLowering::bindThreshold(const Source &source, const Conditions &given, Operand extreme,
                                 const Then &then) {
  std::vector<AttributeRef> bound;
  for (const IntegerKey::Member &member : source.shape->threshold->members) {
    scope_[member.attribute] = {extreme, member.offset};
    bound.push_back(member.attribute);
  }
  checkAtoms(given, bound, source.items, then);
}

void NodeLowering::bindAge(const Source &source, const TimeKey &key, Operand age,
                           const Then &then) {
  ages_.insert_or_assign(key.node, age);
  nest(source.exists ? ageConditions(source) : std::vector<std::function<Operand()>>{}, 0, then);
}

/// The ages of a node of a child's subtree that this node's row may meet. Limits that only follow
/// from a chain of orders have been checked along the chain, so a saturated age (limit and more)
/// needs no further lower bound.
std::pair<std::int64_t, std::int64_t> NodeLowering::ages(const Source &source,
                                                         const TimeKey &key) const {
  if (source.exists) {
    Bound youngest = source.exists->includesBatch ? Bound(0) : Bound(1);
    Bound oldest = key.limit;
    for (const ExistsTimeAtom &atom : source.exists->timeAtoms)
      if (atom.node == node_ && atom.isUpper)
        youngest = std::max(youngest, -atom.bound);
      else if (atom.node == node_ && !key.isSaturating)
        oldest = std::min(oldest, atom.bound);
    return {std::min(youngest, Bound(key.limit)).clampToInt64(), oldest.clampToInt64()};
  }
  if (!source.isChild)
    return {0, key.limit};
  Bound youngest = std::max(Bound(0), -forest_.bound(key.node, node_));
  Bound oldest = key.isSaturating ? Bound(key.limit)
                                  : std::min(Bound(key.limit), forest_.bound(node_, key.node));
  return {std::min(youngest, Bound(key.limit)).clampToInt64(), oldest.clampToInt64()};
}

} // namespace bough
