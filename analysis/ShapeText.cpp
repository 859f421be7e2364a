#include "analysis/ShapeText.h"

#include <fmt/format.h>

namespace bough {

std::string timestampName(const Plan &plan, const Branch &branch, unsigned item) {
  return attributeName(plan, branch, {item, plan.stream(branch, item).timestampColumn});
}

std::string nodeNames(const Plan &plan, const Branch &branch, const ForestNode &node) {
  std::string names;
  for (unsigned item : node.items)
    names += (names.empty() ? "" : " = ") + timestampName(plan, branch, item);
  return names;
}

namespace {

std::string keyText(const Plan &plan, const Branch &branch, const IntegerKey &key) {
  std::string text = fmt::format(
      "{} in {}", attributeName(plan, branch, key.members.front().attribute), toString(key.range));
  for (std::size_t i = 1; i < key.members.size(); ++i) {
    text += fmt::format(" = {}", attributeName(plan, branch, key.members[i].attribute));
    if (key.members[i].offset != 0)
      text += fmt::format("{:+}", -Bound(key.members[i].offset).clampToInt64());
  }
  return text;
}

std::string valueText(const Plan &plan, const Branch &branch, const SynopsisShape &shape) {
  if (shape.value == SynopsisValue::Count)
    return "a counter";
  if (!shape.threshold)
    return "whether there is one";
  bool isMinimum = shape.value == SynopsisValue::Minimum;
  std::string members;
  for (const IntegerKey::Member &member : shape.threshold->members) {
    members += (members.empty() ? "" : ", ") + attributeName(plan, branch, member.attribute);
    if (member.offset != 0)
      members += fmt::format("{:+}", -Bound(member.offset).clampToInt64());
    if (!shape.threshold->partner)
      break; // the others are equal to it
  }
  if (shape.threshold->members.size() > 1 && shape.threshold->partner)
    members = fmt::format("{}({})", isMinimum ? "max" : "min", members);
  return fmt::format("the {} {}", isMinimum ? "least" : "greatest", members);
}

} // namespace

std::string shapeText(const Plan &plan, const Branch &branch, const ShapedForest &shaped,
                      const SynopsisShape &shape) {
  std::string keys;
  auto add = [&](const std::string &key) { keys += (keys.empty() ? "" : ", ") + key; };
  for (const TimeKey &key : shape.timeKeys)
    add(fmt::format("age{} in 0..{}{}",
                    key.node == TimeKey::ofExists
                        ? ""
                        : " of " +
                              timestampName(plan, branch, shaped.forest.nodes[key.node].items[0]),
                    key.limit, key.isSaturating ? "+" : ""));
  for (unsigned exists : shape.enabledKeys)
    add(fmt::format("whether {} has come", branch.exists[exists].item.alias));
  for (const IntegerKey &key : shape.integerKeys)
    add(keyText(plan, branch, key));
  std::string text =
      fmt::format("keeps {}{}", valueText(plan, branch, shape), keys.empty() ? "" : " per " + keys);
  if (shape.capacity)
    text += fmt::format(", at most {} entries", *shape.capacity);
  return text;
}

} // namespace bough
