#include "codegen/cpp/StatePrinter.h"

#include <fmt/format.h>
#include <limits>

namespace bough::cpp {

std::string literal(std::int64_t number) {
  if (number == std::numeric_limits<std::int64_t>::min())
    return "std::numeric_limits<std::int64_t>::min()";
  if (number == std::numeric_limits<std::int64_t>::max())
    return "std::numeric_limits<std::int64_t>::max()";
  return std::to_string(number);
}

std::string offsetAssertion(const std::string &type, const std::string &member,
                            std::uint64_t offset) {
  return fmt::format("static_assert(offsetof({}, {}) == {}, \"layout\");\n", type, member, offset);
}

std::string commentedMember(const std::string &declaration, const std::string &comment) {
  constexpr std::size_t longestLine = 90; // of 100, less indentation and the comment's sign
  if (comment.empty())
    return declaration + ";\n";
  if (declaration.size() + comment.size() > longestLine)
    return fmt::format("/// {}.\n{};\n", comment, declaration);
  return fmt::format("{}; ///< {}\n", declaration, comment);
}

std::string indexOf(const Expression &key, std::int64_t lo) {
  if (lo == 0)
    return key.text;
  std::string left = operandOf(key, Binding::Additive);
  if (lo < 0 && lo != std::numeric_limits<std::int64_t>::min())
    return fmt::format("{} + {}", left, literal(-lo));
  return fmt::format("{} - {}", left, literal(lo));
}

std::string keyTexts(const ir::Synopsis &synopsis) {
  std::string text;
  for (const ir::SynopsisKey &key : synopsis.keys) {
    text += text.empty() ? "" : ", ";
    switch (key.kind) {
    case ir::KeyKind::Dense:
      text += fmt::format("{} in {}..{}", key.name, key.lo, key.hi);
      break;
    case ir::KeyKind::Expiring:
      text += fmt::format("{} age 0..{}", key.name, key.hi);
      break;
    case ir::KeyKind::Saturating:
      text += fmt::format("{} age 0..{} and more", key.name, key.hi);
      break;
    case ir::KeyKind::Any:
      text += fmt::format("{} any", key.name);
      break;
    }
  }
  return text;
}

// --- the type ----------------------------------------------------------------------------------

std::string StatePrinter::description(ir::SynopsisId id) const {
  const ir::Synopsis &declared = synopsis(id);
  std::string what = declared.comment.empty() ? declared.name : declared.comment;
  std::string keys = keyTexts(declared);
  std::string value;
  switch (declared.value) {
  case ir::ValueKind::Count:
    value = "how many";
    break;
  case ir::ValueKind::Flag:
    value = "whether there is one";
    break;
  case ir::ValueKind::Min:
    value = "the smallest";
    break;
  case ir::ValueKind::Max:
    value = "the largest";
    break;
  case ir::ValueKind::Sum:
    value = "the sum";
    break;
  }
  return fmt::format("{}: {}{}{}", what, value, keys.empty() ? "" : " for each ", keys);
}

std::string StatePrinter::memberTypes() const {
  std::string text;
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
    if (isPlain(id))
      continue;
    text += fmt::format("\n/// {}.\n", description(id));
    text += synopsis(id).isSparse() ? entriesType(prepared_, id, helpers_)
                                    : windowType(prepared_, id, helpers_);
  }
  for (ir::BufferId id = 0; id < program_.buffers.size(); ++id) {
    const ir::Buffer &buffer = program_.buffers[id];
    const emit::PreparedRow &row = prepared_.buffers[id];
    bool hasRows = buffer.capacity > 0 && !buffer.columns.empty();
    if (hasRows) {
      text += fmt::format("\n/// What is kept of a row of {} in its batch.\nstruct {} {{\n",
                          program_.streams[buffer.stream].name, row.type);
      for (const std::string &column : row.columns)
        text += fmt::format("std::int64_t {};\n", column);
      text += "};\n";
    }
    text += fmt::format("\n/// Rows of {} with the time of the batch.\nstruct {} {{\n"
                        "std::uint64_t size;\n",
                        program_.streams[buffer.stream].name, prepared_.bufferTypes[id]);
    if (hasRows)
      text += fmt::format("{} rows[{}];\n", row.type, buffer.capacity);
    text += "};\n";
  }
  return text;
}

std::string StatePrinter::stateType() const {
  std::string text =
      fmt::format("struct alignas({}) State {{\nHeader header;\n", ir::stateAlignment);
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
    const emit::PreparedSynopsis &named = prepared_.synopses[id];
    if (!isPlain(id)) {
      text += fmt::format("{} {};\n", named.type, named.member);
      continue;
    }
    std::string declaration = "std::uint64_t ";
    if (synopsis(id).value == ir::ValueKind::Flag)
      declaration = "alignas(8) std::uint8_t ";
    if (synopsis(id).value == ir::ValueKind::Sum) {
      declaration = "detail::Wide ";
      helpers_.insert(Helper::Wide);
    }
    declaration += named.member;
    for (const ir::KeyLayout &key : layout_.synopses[id].keys)
      declaration += fmt::format("[{}]", key.slots);
    text += commentedMember(declaration, description(id));
  }
  for (ir::BufferId id = 0; id < program_.buffers.size(); ++id)
    text += fmt::format("{} {};\n", prepared_.bufferTypes[id], prepared_.buffers[id].name);
  return text + "};\n";
}

std::string StatePrinter::assertions() const {
  std::string text = fmt::format("static_assert(sizeof(State) == {}, \"layout\");\n"
                                 "static_assert(std::is_trivially_copyable_v<State>, "
                                 "\"a checkpoint is a copy\");\n",
                                 layout_.bytes);
  text += offsetAssertion("State", "header", 0);
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
    text += offsetAssertion("State", prepared_.synopses[id].member, layout_.synopses[id].offset);
    if (!isPlain(id))
      text += synopsis(id).isSparse() ? entriesAssertions(prepared_, id)
                                      : windowAssertions(prepared_, id);
  }
  for (ir::BufferId id = 0; id < program_.buffers.size(); ++id) {
    text += offsetAssertion("State", prepared_.buffers[id].name, layout_.buffers[id].offset);
    text += fmt::format("static_assert(sizeof({}) == {}, \"layout\");\n", prepared_.bufferTypes[id],
                        layout_.buffers[id].bytes);
  }
  return text;
}

std::string StatePrinter::initialisation() const {
  std::string text;
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id)
    if (synopsis(id).isSparse())
      text += fmt::format("{}.clock = -1;\n", member(id));
  return text;
}

// --- ops ---------------------------------------------------------------------------------------

std::string StatePrinter::plainCell(ir::SynopsisId id, const Keys &keys) const {
  std::string text = member(id);
  for (std::size_t i = 0; i < keys.size(); ++i)
    text += '[' + indexOf(keys[i], synopsis(id).keys[i].lo) + ']';
  return text;
}

std::string StatePrinter::call(ir::SynopsisId id, const std::string &function,
                               const Keys &arguments) const {
  std::string list;
  for (const Expression &argument : arguments)
    list += (list.empty() ? "" : ", ") + argument.text;
  return fmt::format("{}.{}({})", member(id), function, list);
}

Expression StatePrinter::load(ir::SynopsisId id, const Keys &keys) const {
  return {isPlain(id) ? plainCell(id, keys) : call(id, "load", keys)};
}

Expression StatePrinter::total(ir::SynopsisId id, const Keys &keys) const {
  return {call(id, "total", keys)};
}

Expression StatePrinter::extreme(ir::SynopsisId id, const Keys &keys) const {
  return {call(id, "extremeAt", keys)};
}

Expression StatePrinter::amount(ir::SynopsisId id, const Keys &keys) const {
  return {plainCell(id, keys)};
}

std::string StatePrinter::accumulate(ir::SynopsisId id, const Keys &keys,
                                     const Expression &wide) const {
  helpers_.insert(Helper::Accumulate);
  return fmt::format("accumulate({}, {})", plainCell(id, keys), wide.text);
}

std::string StatePrinter::bump(ir::SynopsisId id, const Keys &keys, const Expression &count,
                               bool isSome) const {
  if (isPlain(id) && synopsis(id).value == ir::ValueKind::Count) {
    helpers_.insert(Helper::Add);
    return fmt::format("add({}, {});", plainCell(id, keys), count.text);
  }
  if (isPlain(id))
    return fmt::format("{}{} = 1;",
                       isSome ? ""
                              : fmt::format("if ({} != 0) ", operandOf(count, Binding::Additive)),
                       plainCell(id, keys));
  Keys arguments = keys;
  arguments.push_back(count);
  return call(id, "bump", arguments) + (synopsis(id).isSparse() ? "" : ";");
}

std::string StatePrinter::put(ir::SynopsisId id, const Keys &keys, const Expression &x) const {
  Keys arguments = keys;
  arguments.push_back(x);
  return call(id, "put", arguments) + (synopsis(id).isSparse() ? "" : ";");
}

std::string StatePrinter::clear(ir::SynopsisId id, const Keys &keys) const {
  return isPlain(id) ? plainCell(id, keys) + " = 0;" : call(id, "clear", keys) + ';';
}

std::string StatePrinter::take(ir::SynopsisId id, const Keys &keys, const Expression &count) const {
  helpers_.insert(Helper::Take);
  if (isPlain(id))
    return fmt::format("take({}, {});", plainCell(id, keys), count.text);
  Keys arguments = keys;
  arguments.push_back(count);
  return call(id, "take", arguments) + ';';
}

std::string StatePrinter::ageTo(ir::SynopsisId id, const Expression &clock) const {
  return call(id, "age",
              {{fmt::format("std::max<std::int64_t>({}.clock, {})", member(id), clock.text)}}) +
         ';';
}

std::string StatePrinter::age(ir::SynopsisId id) const {
  return call(id, "age", {{synopsis(id).isSparse() ? "now" : "elapsed"}}) + ';';
}

} // namespace bough::cpp
