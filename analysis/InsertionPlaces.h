#pragma once

#include "frontend/basic/Source.h"
#include "frontend/syntax/Ast.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Text to be inserted before the byte at `offset` of a source.
struct Insertion {
  std::uint32_t offset = 0;
  std::string text;
  friend bool operator==(const Insertion &, const Insertion &) = default;
};

/// The text with all insertions, which are ascending by offset.
std::string insertAll(std::string_view text, const std::vector<Insertion> &insertions);

/// Finds where the parts of an SQL file can be extended, by its syntax tree.
class InsertionPlaces {
public:
  /// The source is free of errors.
  explicit InsertionPlaces(const Source &source);

  /// Conditions, to hold besides those of a SELECT: the one with this range, or the one inside the
  /// EXISTS that lies in this range. Nothing when there is no such SELECT.
  std::vector<Insertion> conditions(SourceRange select,
                                    const std::vector<std::string> &conditions) const;
  /// Expressions at the end of the SELECT's list.
  std::vector<Insertion> resultColumns(SourceRange select,
                                       const std::vector<std::string> &columns) const;
  /// A clause at the end of the SELECT.
  std::vector<Insertion> clause(SourceRange select, const std::string &text) const;
  /// A CHECK or KEYS of a column, by the range of the column's name.
  std::vector<Insertion> afterType(SourceRange column, const std::string &constraint) const;
  /// name = value in WITH (...), by the range of the stream's name.
  std::vector<Insertion> options(SourceRange stream, const std::vector<std::string> &options) const;

private:
  const ast::Select *findSelect(SourceRange range) const;

  ast::Script script_;
};

} // namespace bough
