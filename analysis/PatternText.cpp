#include "analysis/PatternText.h"

#include "analysis/PatternNeeds.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace bough {

namespace {

class AutomatonMaker {
public:
  AutomatonMaker(const Plan &plan, const Branch &branch, const PatternShape &shape)
      : plan_(plan), branch_(branch), shape_(shape), steps_(shape.steps) {}

  Automaton make() {
    for (unsigned stage = 0; stage <= steps_.stages(); ++stage)
      automaton_.states.push_back({nameOf(stage), keptAt(stage)});
    const bool waits = branch_.pattern->endsWithNot();
    if (waits)
      automaton_.states.push_back({"match", ""});
    for (unsigned stage = 0; stage < steps_.stages(); ++stage)
      for (unsigned item : steps_.steps[stage].items)
        automaton_.transitions.push_back(
            {stage, stage + 1, branch_.items[item].alias, conditionsOf(item, stage), false});
    if (waits)
      automaton_.transitions.push_back(
          {steps_.stages(), steps_.stages() + 1, "end of the window", "", false});
    for (unsigned exists = 0; exists < branch_.exists.size(); ++exists)
      automaton_.transitions.push_back({steps_.stageOfNot[exists], 0,
                                        "NOT " + branch_.exists[exists].item.alias,
                                        conditionsOfNot(exists), true});
    return std::move(automaton_);
  }

private:
  std::string nameOf(unsigned stage) const {
    if (stage == 0)
      return "start";
    if (stage == steps_.stages() && !branch_.pattern->endsWithNot())
      return "match";
    const PatternStep &last = steps_.steps[stage - 1];
    std::vector<std::string> names;
    for (unsigned item : last.items)
      names.push_back(branch_.items[item].alias);
    const bool isOne = names.size() == 1 && last.taken == 0 && last.endsElement;
    return isOne ? "after " + names.front()
                 : fmt::format("after {} of {}", last.taken + 1, fmt::join(names, ", "));
  }

  std::string keptAt(unsigned stage) const {
    if (!shape_.stages[stage])
      return "";
    std::vector<std::string> keys;
    for (const RunKey &key : shape_.stages[stage]->keys)
      keys.push_back(keyText(key));
    std::string text =
        keys.empty() ? "a counter" : fmt::format("a counter per {}", fmt::join(keys, ", "));
    if (const auto &capacity = shape_.stages[stage]->capacity)
      text += fmt::format(", at most {} entries", *capacity);
    return text;
  }

  std::string keyText(const RunKey &key) const {
    const std::string name = keyName(plan_, branch_, key);
    if (key.isClock())
      return fmt::format("{}{} in 0..{}{}", key.kind == RunKey::Kind::Position ? "" : "age of ",
                         name, key.limit, key.isSaturating ? "+" : "");
    if (key.isAny() || key.kind == RunKey::Kind::Taken)
      return name;
    return fmt::format("{} in {}", name, toString(key.range));
  }

  std::string text(SourceRange range) const { return std::string(plan_.source->text(range)); }

  std::string join(const std::vector<DifferenceAtom> &atoms,
                   const std::vector<Predicate> &predicates,
                   const std::function<bool(AttributeRef)> &isKnown, unsigned number) const {
    std::vector<std::string> parts;
    auto add = [&](SourceRange range) {
      std::string part = text(range);
      if (std::find(parts.begin(), parts.end(), part) == parts.end())
        parts.push_back(std::move(part));
    };
    for (const DifferenceAtom &atom : atoms) {
      bool isOwn = false, areKnown = true;
      for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
        if (side) {
          isOwn |= side->item == number;
          areKnown &= side->item == number || isKnown(*side);
        }
      if (isOwn && areKnown)
        add(atom.range);
    }
    for (const Predicate &predicate : predicates) {
      const auto &read = predicate.attributes;
      if (std::any_of(read.begin(), read.end(), [&](AttributeRef x) { return x.item == number; }) &&
          std::all_of(read.begin(), read.end(),
                      [&](AttributeRef x) { return x.item == number || isKnown(x); }))
        add(predicate.range);
    }
    return fmt::format("{}", fmt::join(parts, " AND "));
  }

  std::string conditionsOf(unsigned item, unsigned stage) const {
    return join(
        branch_.atoms, branch_.predicates,
        [&](AttributeRef x) { return steps_.lastStep[x.item] < stage; }, item);
  }
  std::string conditionsOfNot(unsigned exists) const {
    const unsigned number = static_cast<unsigned>(branch_.items.size()) + exists;
    return join(
        branch_.exists[exists].atoms, branch_.exists[exists].predicates,
        [](AttributeRef) { return true; }, number);
  }

  const Plan &plan_;
  const Branch &branch_;
  const PatternShape &shape_;
  const PatternSteps &steps_;
  Automaton automaton_;
};

} // namespace

Automaton automatonOf(const Plan &plan, const Branch &branch, const PatternShape &shape) {
  return AutomatonMaker(plan, branch, shape).make();
}

void writePattern(TextWriter &writer, const Plan &plan, const Branch &branch,
                  const PatternShape &shape) {
  const Automaton automaton = automatonOf(plan, branch, shape);
  for (unsigned state = 0; state < automaton.states.size(); ++state) {
    const Automaton::State &at = automaton.states[state];
    writer.line("{}{}", at.name, at.kept.empty() ? "" : ": keeps " + at.kept);
    TextWriter::Indented indented(writer);
    for (const Automaton::Transition &transition : automaton.transitions) {
      if (transition.from != state)
        continue;
      const std::string condition =
          transition.condition.empty() ? "" : " where " + transition.condition;
      if (transition.drops)
        writer.line("{}{}: {}", transition.row, condition,
                    state == 0 ? "remembered" : "the run ends");
      else
        writer.line("{}{}: {}", transition.row, condition, automaton.states[transition.to].name);
    }
  }
}

} // namespace bough
