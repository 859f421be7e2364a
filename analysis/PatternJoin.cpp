#include "analysis/PatternJoin.h"

namespace bough {

namespace {

class JoinMaker {
public:
  JoinMaker(const Plan &plan, const Branch &branch)
      : plan_(plan), pattern_(*branch.pattern), join_(branch) {
    join_.pattern.reset();
  }

  Branch make() {
    const PatternElement *last = nullptr;
    const PatternElement *first = nullptr;
    for (const PatternElement &element : pattern_.elements) {
      if (element.kind == PatternElement::Kind::Not)
        continue;
      if (last)
        order(*last, element, join_.atoms);
      else
        first = &element;
      last = &element;
    }
    if (pattern_.duration)
      for (unsigned early : first->items)
        for (unsigned late : last->items)
          if (early != late)
            join_.atoms.push_back(
                {timeOf(late), timeOf(early), *pattern_.duration, true, pattern_.range});
    for (std::size_t i = 0; i < pattern_.elements.size(); ++i)
      if (pattern_.elements[i].kind == PatternElement::Kind::Not)
        placeNot(i, *first, *last);
    for (const auto &column : pattern_.partition)
      for (std::size_t number = 1; number < column.size(); ++number) {
        const bool isNot = number >= join_.items.size();
        auto &atoms = isNot ? join_.exists[number - join_.items.size()].atoms : join_.atoms;
        for (const auto &[x, y] :
             {std::pair(column[0], column[number]), std::pair(column[number], column[0])})
          atoms.push_back({x, y, 0, false, pattern_.partitionRange});
      }
    return std::move(join_);
  }

private:
  AttributeRef timeOf(unsigned number) const {
    return {number, plan_.stream(join_, number).timestampColumn};
  }

  /// The rows of one element before those of another.
  void order(const PatternElement &early, const PatternElement &late,
             std::vector<DifferenceAtom> &atoms) const {
    for (unsigned v : early.items)
      for (unsigned w : late.items)
        atoms.push_back({timeOf(v), timeOf(w), -1, true, pattern_.range});
  }

  void placeNot(std::size_t place, const PatternElement &first, const PatternElement &last) {
    const PatternElement &element = pattern_.elements[place];
    std::vector<DifferenceAtom> &atoms =
        join_.exists[element.items.front() - join_.items.size()].atoms;
    for (std::size_t before = place; before-- > 0;)
      if (pattern_.elements[before].kind != PatternElement::Kind::Not) {
        order(pattern_.elements[before], element, atoms);
        break;
      }
    for (std::size_t after = place + 1; after < pattern_.elements.size(); ++after)
      if (pattern_.elements[after].kind != PatternElement::Kind::Not) {
        order(element, pattern_.elements[after], atoms);
        break;
      }
    if (place == 0)
      for (unsigned late : last.items)
        atoms.push_back({timeOf(late), timeOf(element.items.front()), *pattern_.duration, true,
                         pattern_.range});
    if (place + 1 == pattern_.elements.size())
      for (unsigned early : first.items)
        atoms.push_back({timeOf(element.items.front()), timeOf(early), *pattern_.duration, true,
                         pattern_.range});
  }

  const Plan &plan_;
  const Pattern &pattern_;
  Branch join_;
};

} // namespace

Branch patternAsJoin(const Plan &plan, const Branch &branch) {
  return JoinMaker(plan, branch).make();
}

} // namespace bough
