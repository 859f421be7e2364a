#include "codegen/cpp/OpPrinter.h"

#include "codegen/ir/OpInfo.h"

#include <fmt/format.h>

// The part of OpPrinter for ops with regions that give order to others.

namespace bough::cpp {

/// The only op of a region that is a statement, if it is a guard of the same line of SQL.
const ir::Op *OpPrinter::onlyGuard(const ir::Region &region, SourceRange range) const {
  const ir::Op *only = nullptr;
  for (const ir::Op &each : region.ops) {
    std::optional<ir::ValueId> result = ir::resultOf(each);
    if (facts(each).isDead || (result && decided_->isInlined[*result]))
      continue;
    if (only != nullptr || !std::holds_alternative<ir::When>(each.node))
      return nullptr;
    only = &each;
  }
  if (only == nullptr || !std::get<ir::When>(only->node).otherwise.ops.empty())
    return nullptr;
  bool isSameLine =
      source_ == nullptr || only->range.isNowhere() || range.isNowhere() ||
      source_->position(only->range.begin).line == source_->position(range.begin).line;
  return isSameLine ? only : nullptr;
}

/// Guards that stand directly inside each other are one condition.
void OpPrinter::when(const ir::Op &op, const ir::When &node) {
  Expression condition = truth(node.condition);
  const ir::When *innermost = &node;
  if (node.otherwise.ops.empty())
    while (const ir::Op *inner = onlyGuard(innermost->then, op.range)) {
      const auto *next = &std::get<ir::When>(inner->node);
      if (emit::compareSameValue(definition(innermost->condition), definition(next->condition)))
        break;
      innermost = next;
      condition = binary(condition, "&&", truth(innermost->condition), Binding::And);
    }
  block(fmt::format("if ({})", condition.text), innermost->then);
  if (!node.otherwise.ops.empty())
    block("else", node.otherwise);
}

void OpPrinter::loop(const ir::Op &op, const ir::For &node) {
  std::string lo = integer(node.lo).text, hi = integer(node.hi).text;
  const std::string &variable = name(node.variable);
  if (facts(op).endsBelowMaximum) {
    block(fmt::format("for (std::int64_t {0} = {1}; {0} <= {2}; ++{0})", variable, lo, hi),
          node.body);
    return;
  }
  // The end may be the largest integer, beyond which nothing counts.
  std::string more = fmt::format("isMore{}", ++loops_);
  block(fmt::format("for (std::int64_t {0} = {1}, {3} = {0} <= {2}; {3} != 0; {3} = {0} < {2}, {0} "
                    "+= {3})",
                    variable, lo, hi, more),
        node.body);
}

void OpPrinter::each(const ir::Each &node) {
  const emit::PreparedRow &named = prepared_.buffers[node.buffer];
  std::string index = fmt::format("index{}", ++loops_), first;
  for (std::size_t i = 0; i < node.columns.size(); ++i)
    if (decided_->isUsed[node.columns[i]])
      first += fmt::format("const std::int64_t {} = state.{}.rows[{}].{};\n", name(node.columns[i]),
                           named.name, index, named.columns[i]);
  block(fmt::format("for (std::uint64_t {0} = 0; {0} < state.{1}.size; ++{0})", index, named.name),
        node.body, first);
}

void OpPrinter::scan(const ir::Scan &node) {
  const emit::PreparedRow &table = prepared_.tables[node.table];
  std::string row = fmt::format("row{}", ++loops_), first;
  for (std::size_t i = 0; i < node.columns.size(); ++i)
    if (decided_->isUsed[node.columns[i]])
      first += fmt::format("const std::int64_t {} = {}->{};\n", name(node.columns[i]), row,
                           table.columns[node.keys.size() + i]);
  std::string begin = fmt::format("std::begin({})", table.name);
  std::string going = fmt::format("{} != std::end({})", row, table.name);
  if (!node.keys.empty()) {
    // Rows ascend, so those that begin with the keys stand together.
    std::string held, wanted;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      std::string key = integer(node.keys[i]).text;
      held += (i == 0 ? "" : ", ") + ("each." + table.columns[i]);
      wanted += (i == 0 ? "" : ", ") + key;
      going += fmt::format(" && {}->{} == {}", row, table.columns[i],
                           operandOf(integer(node.keys[i]), Binding::Additive));
    }
    std::string less =
        node.keys.size() == 1
            ? fmt::format("{} < {}", held, operandOf(integer(node.keys[0]), Binding::Additive))
            : fmt::format("std::make_tuple({}) < std::make_tuple({})", held, wanted);
    begin =
        fmt::format("std::partition_point({}, std::end({}), [&](const {} &each) {{ return {}; }})",
                    begin, table.name, table.type, less);
  }
  block(fmt::format("for (const {} *{} = {}; {}; ++{})", table.type, row, begin, going, row),
        node.body, first);
}

void OpPrinter::match(const ir::Match &node) {
  const ir::Synopsis &synopsis = program_.synopses[node.synopsis];
  const emit::PreparedSynopsis &named = prepared_.synopses[node.synopsis];
  std::string table = "state." + named.member, number = std::to_string(++loops_);
  std::string link = "link" + number, next = "next" + number, entry = "entry" + number;
  std::string keys, differs = fmt::format("{}.place == 0", entry);
  for (std::size_t i = 0; i < named.keys.size(); ++i) {
    std::string key = "0";
    for (std::size_t at = 0; at < node.keys.size(); ++at)
      if ((*synopsis.index)[at] == i) {
        key = integer(node.keys[at]).text;
        differs += fmt::format(" || {}.keys.{} != {}", entry, named.keys[i],
                               operandOf(integer(node.keys[at]), Binding::Additive));
      }
    keys += (i == 0 ? "" : ", ") + key;
  }
  std::string first = fmt::format("{} = {}.indexLinks[{} - 1];\n"
                                  "const {}::Entry &{} = {}.entries[{} - 1];\n"
                                  "if ({})\ncontinue; // of other keys, or gone\n",
                                  next, table, link, named.type, entry, table, link, differs);
  std::vector<unsigned> bound = synopsis.boundKeys();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (!decided_->isUsed[node.columns[i]])
      continue;
    const ir::SynopsisKey &key = synopsis.keys[bound[i]];
    std::string value = fmt::format("{}.keys.{}", entry, named.keys[bound[i]]);
    std::string age = fmt::format("{}.clock - {}", table, value);
    if (key.kind == ir::KeyKind::Saturating)
      value = fmt::format("{} == saturatedTime ? {} : {}", value, literal(key.hi), age);
    else if (key.isTime())
      value = age;
    first += fmt::format("const std::int64_t {} = {};\n", name(node.columns[i]), value);
  }
  if (decided_->isUsed[node.value])
    first += fmt::format("const {} {} = {};\n", typeOf(handler_->values[node.value].type),
                         name(node.value),
                         synopsis.value == ir::ValueKind::Flag ? "1" : entry + ".value");
  std::string head =
      fmt::format("{}.indexBuckets[{}::indexBucketOf({{{}}})]", table, named.type, keys);
  block(fmt::format("for (Link {0} = {1}, {2} = 0; {0} != 0; {0} = {2})", link, head, next),
        node.body, first);
}

void OpPrinter::expire(const ir::Expire &node) {
  const ir::Synopsis &synopsis = program_.synopses[node.synopsis];
  const emit::PreparedSynopsis &named = prepared_.synopses[node.synopsis];
  std::string table = "state." + named.member, number = std::to_string(++loops_);
  std::string link = "link" + number, entry = "entry" + number;
  std::string first = fmt::format("const Link {} = {}.heap[0] + 1;\n", link, table);
  std::string bound;
  for (std::size_t i = 0; i < node.columns.size(); ++i) {
    if (!decided_->isUsed[node.columns[i]])
      continue;
    std::string value = fmt::format("{}.keys.{}", entry, named.keys[i]);
    if (synopsis.keys[i].isTime()) {
      helpers_.insert(Helper::DifferenceOf);
      value = fmt::format("differenceOf(now, {})", value);
    }
    bound += fmt::format("const std::int64_t {} = {};\n", name(node.columns[i]), value);
  }
  if (decided_->isUsed[node.value])
    bound += fmt::format("const std::uint64_t {} = {}.value;\n", name(node.value), entry);
  if (!bound.empty())
    first +=
        fmt::format("const {}::Entry &{} = {}.entries[{} - 1];\n", named.type, entry, table, link);
  first += bound + fmt::format("removeEntry({}, {});\n", table, link);
  line(fmt::format("{}.clock = now;", table));
  block(fmt::format("while ({0}.live != 0 && deadlineAt({0}, 0) < now)", table), node.body, first);
}

} // namespace bough::cpp
