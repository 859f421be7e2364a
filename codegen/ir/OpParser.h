#pragma once

#include "codegen/ir/Program.h"
#include "codegen/ir/TokenCursor.h"

#include <map>
#include <optional>
#include <set>

namespace bough::ir {

/// The part of the parser that reads the ops of a handler; Parser.cpp reads what is around them.
///
/// Recursive descent, one statement at a time. A function that returns false or nothing has
/// reported why; the statement is then skipped (recover), and parsing goes on after it.
class OpParser : protected TokenCursor {
protected:
  using TokenCursor::TokenCursor;
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  /// Skips the statement that begins at token `start` and could not be parsed: the rest of its
  /// line, and its regions, whose ops are still checked. Names on the skipped line count as known
  /// from here on, so that one mistake is reported once.
  void recover(std::size_t start);
  /// The ops up to and with the closing brace; the opening one has been taken.
  bool parseRegion(Region &region);

  /// The @name of something declared before.
  std::optional<std::uint32_t> expectKnownName(std::string_view kind, const Names &names);
  /// `i64` or `time`.
  std::optional<ValueType> parseIntegerType();
  /// `(%x, %y)`
  std::optional<std::vector<Token>> parseVariableNames();
  ValueId define(const Token &name, ValueType type);
  /// Names without a type, of which there are too many, are integers.
  std::vector<ValueId> defineAll(const std::vector<Token> &names,
                                 const std::vector<ValueType> &types);
  void checkNumber(SourceRange begin, std::string_view name, std::size_t expected,
                   std::string_view what, std::size_t given);

  bool areDeclarationsWhole_ = true; ///< else columns and keys may be missing

  Program program_;
  Names streams_, results_, tables_, dictionaries_, synopses_, buffers_;

  Handler handler_; ///< the one being parsed
  Names values_;
  std::set<std::string, std::less<>> skippedNames_;

private:
  using Node = decltype(Op::node);

  /// The text of an op before its regions.
  struct Head {
    SourceRange begin;
    std::optional<SourceRange> range; ///< set where the head ends
  };
  /// A synopsis and the operands in the brackets behind it.
  struct Place {
    SynopsisId synopsis;
    std::vector<Operand> keys;
  };

  std::optional<Op> parseOp();
  static void setResult(Op &op, ValueId id);
  bool endHead(Head &head);
  bool parseBracedRegion(Region &region) { return expectSign("{") && parseRegion(region); }

  std::optional<Node> parseValueNode(Head &head);
  std::optional<Node> parseArithmeticNode();
  std::optional<Node> parseWideNode();
  std::optional<Node> parseStatementNode(Head &head);

  std::optional<Operand> parseOperand();
  std::optional<std::vector<Operand>> parseOperands(std::string_view open, std::string_view close);
  std::optional<Place> parsePlace();
  std::optional<std::int64_t> parseRangeEnd(bool isLower);

  template <typename Unary> std::optional<Node> parseUnary();
  template <typename Binary> std::optional<Node> parseBinary();
  template <typename Division> std::optional<Node> parseDivision();
  template <typename Comparison> std::optional<Node> parseComparison();
  template <typename Range> std::optional<Node> parseRange();
  template <typename Lookup> std::optional<Node> parseLookup();
  template <typename Read> std::optional<Node> parseRead();
  template <typename Change> std::optional<Node> parseChange();
  template <typename Reduction> std::optional<Node> parseReduction(Head &head);
  std::optional<Node> parseClear();
  std::optional<Node> parsePush();
  std::optional<Node> parseEmit();
  std::optional<Node> parseReset();
  std::optional<Node> parseAge();
  std::optional<Node> parseWhen(Head &head);
  std::optional<Node> parseFor(Head &head);
  std::optional<Node> parseEach(Head &head);
  std::optional<Node> parseEachRow(Head &head, SourceRange begin, const std::vector<Token> &names);
  std::optional<Node> parseScan(Head &head, SourceRange begin, const std::vector<Token> &names);
  std::optional<Node> parseMatch(Head &head);
  std::optional<Node> parseExpire(Head &head);

  unsigned depth_ = 0;
};

} // namespace bough::ir
