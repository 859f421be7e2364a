#pragma once

#include "codegen/cpp/Expression.h"
#include "codegen/cpp/Helpers.h"
#include "codegen/emit/Prepare.h"

#include <string>
#include <vector>

namespace bough::cpp {

/// An integer of 64 bits as a literal.
std::string literal(std::int64_t number);

/// Prints the synopses and buffers as members of a struct State with the layout of
/// codegen/ir/Layout.h, and how they are reached from `state`. Notes the helpers that they need.
class StatePrinter {
public:
  StatePrinter(const emit::Prepared &prepared, Helpers &helpers)
      : prepared_(prepared), program_(*prepared.program), layout_(*prepared.layout),
        helpers_(helpers) {}

  /// The types of the members that are no plain arrays.
  std::string memberTypes() const;
  /// struct State, without what proves its layout.
  std::string stateType() const;
  /// static_asserts for the sizes and the offset of each member.
  std::string assertions() const;
  /// The statements that prepare a state whose bytes are all 0.
  std::string initialisation() const;

  using Keys = std::vector<Expression>;
  Expression load(ir::SynopsisId id, const Keys &keys) const;
  Expression total(ir::SynopsisId id, const Keys &keys) const;
  Expression extreme(ir::SynopsisId id, const Keys &keys) const;
  Expression amount(ir::SynopsisId id, const Keys &keys) const;
  /// A condition: whether the sum fits.
  std::string accumulate(ir::SynopsisId id, const Keys &keys, const Expression &wide) const;
  /// Statements. Of sparse synopses a condition: whether there was room.
  std::string bump(ir::SynopsisId id, const Keys &keys, const Expression &count, bool isSome) const;
  std::string put(ir::SynopsisId id, const Keys &keys, const Expression &x) const;
  std::string clear(ir::SynopsisId id, const Keys &keys) const;
  std::string take(ir::SynopsisId id, const Keys &keys, const Expression &count) const;
  std::string age(ir::SynopsisId id) const;
  std::string ageTo(ir::SynopsisId id, const Expression &clock) const;
  /// Whether the synopsis is a plain array or counter, reached without a function.
  bool isPlain(ir::SynopsisId id) const { return prepared_.synopses[id].type.empty(); }

private:
  const ir::Synopsis &synopsis(ir::SynopsisId id) const { return program_.synopses[id]; }
  std::string member(ir::SynopsisId id) const { return "state." + prepared_.synopses[id].member; }
  std::string plainCell(ir::SynopsisId id, const Keys &keys) const;
  std::string call(ir::SynopsisId id, const std::string &function, const Keys &arguments) const;
  std::string description(ir::SynopsisId id) const;

  const emit::Prepared &prepared_;
  const ir::Program &program_;
  const ir::Layout &layout_;
  Helpers &helpers_;
};

/// The type of a dense synopsis with time keys or extremes, with the functions that the program
/// needs.
std::string windowType(const emit::Prepared &prepared, ir::SynopsisId id, Helpers &helpers);
/// The type of a sparse synopsis.
std::string entriesType(const emit::Prepared &prepared, ir::SynopsisId id, Helpers &helpers);
/// static_asserts about the members of such types.
std::string windowAssertions(const emit::Prepared &prepared, ir::SynopsisId id);
std::string entriesAssertions(const emit::Prepared &prepared, ir::SynopsisId id);

/// static_assert(offsetof(type, member) == offset), on a line.
std::string offsetAssertion(const std::string &type, const std::string &member,
                            std::uint64_t offset);
/// A member with a comment behind it, or above it when that would be too long.
std::string commentedMember(const std::string &declaration, const std::string &comment);
/// "key - lo", the index of a dense key.
std::string indexOf(const Expression &key, std::int64_t lo);
/// "j age 0..10, b in 1..4", for comments.
std::string keyTexts(const ir::Synopsis &synopsis);

} // namespace bough::cpp
