#pragma once

#include "codegen/lower/ForestContext.h"
#include "codegen/lower/RowLowering.h"

#include <functional>
#include <set>

namespace bough {

/// Builds one handler of a forest (design note 3.3). The parts are in files of their own: rows and
/// their filters (NodeRows), comparisons (NodeConditions), loops over synopses (NodeSources),
/// tables and EXISTS (NodeStatics), entries and results (NodeResults); NodePass puts them together.
class NodeLowering : private RowLowering {
public:
  explicit NodeLowering(const ForestContext &context);

  // NodePass.cpp
  ir::Handler rowPass(unsigned node);
  ir::Handler pushPass(unsigned item, ir::BufferId buffer);
  ir::Handler batchPass(unsigned node, const std::vector<ir::BufferId> &buffers);
  ir::Handler existsPass(unsigned place);
  ir::Handler betweenPass(unsigned place);

  /// Attributes of an item that something after its own filters reads, as columns.
  std::vector<unsigned> bufferedColumns(unsigned item) const;

private:
  /// Conditions between items that hold together: those of the branch, or of an EXISTS.
  struct Conditions {
    const Closure *closure;
    std::vector<const Predicate *> predicates;
    /// Of an EXISTS: what the closure implies about the branch's own items need not hold in a row
    /// of the branch, so that all its atoms are checked as they are.
    bool isOfExists = false;
  };
  /// x = other + offset in every result.
  struct Equality {
    AttributeRef other;
    std::int64_t offset = 0;
  };
  /// A synopsis that is joined. Carried keys are still needed after it is joined; over the others
  /// its values are summed up. The order of keys is that of ir::Synopsis::keys.
  struct Source {
    const SynopsisShape *shape = nullptr;
    ir::SynopsisId synopsis = 0;
    std::optional<unsigned> node; ///< none: the rows of an EXISTS
    bool isChild = true;          ///< else another root, read as it is now
    std::set<unsigned> items;     ///< including tables that were joined there
    std::vector<bool> carried;
    bool carriesThreshold = false;
    const ExistsPlace *exists = nullptr;
    SourceRange range;
  };
  /// A key position of a source: the time keys, then the enabled keys, then the integer keys.
  const TimeKey *timeKey(const Source &source, std::size_t key) const;
  std::optional<unsigned> enabledKey(const Source &source, std::size_t key) const;
  const IntegerKey *integerKey(const Source &source, std::size_t key) const;

  // --- NodeRows.cpp: rows, filters, items of one timestamp
  bool mustCheckTime(unsigned item, const Closure &closure) const;
  void filter(unsigned item, const Conditions &conditions, const Then &then);
  void joinItems(std::size_t index, const std::vector<ir::BufferId> &buffers);

  // --- NodeConditions.cpp
  std::optional<Equality> equalityInScope(const Conditions &conditions, AttributeRef x,
                                          const std::set<unsigned> &owners) const;
  void checkAtoms(const Conditions &conditions, const std::vector<AttributeRef> &bound,
                  const std::set<unsigned> &owners, const Then &then);
  Operand compareEqual(AttributeRef x, const Equality &equality);

  // --- NodeSources.cpp
  void joinSources();
  void joinSource(std::size_t index, Operand count);
  Source nodeSource(unsigned node, bool isChild) const;
  Source existsSource(std::size_t place) const;
  void chooseCarriedKeys(std::size_t index);
  bool isNeededAfter(AttributeRef x, std::size_t index) const;
  bool isAgeNeededAfter(unsigned node, std::size_t index) const;
  void loopOverSource(const Source &source, const Conditions &conditions,
                      const std::function<void(Operand)> &then);
  Operand sumOverLocalKeys(const Source &source, const Conditions &conditions,
                           std::vector<Operand> keys);
  void loopOverKeys(const Source &source, const Conditions &conditions, bool carried,
                    std::size_t key, std::vector<Operand> &keys, const Then &then);
  void loopOverIntegers(const Source &source, const Conditions &conditions, const IntegerKey &key,
                        const ir::SynopsisKey &dimension, const std::function<void(Operand)> &then);
  void matchEntries(const Source &source, const Conditions &conditions,
                    const std::function<void(Operand, const std::vector<Operand> &)> &then);
  void bindEntry(const Source &source, const Conditions &conditions, std::size_t key,
                 const std::vector<Operand> &keys, const Then &then);
  void bindKey(const Source &source, const Conditions &conditions, const IntegerKey &key,
               Operand value, const Then &then);
  void bindThreshold(const Source &source, const Conditions &conditions, Operand extreme,
                     const Then &then);
  void bindAge(const Source &source, const TimeKey &key, Operand age, const Then &then);
  std::pair<std::int64_t, std::int64_t> ages(const Source &source, const TimeKey &key) const;

  // --- NodeStatics.cpp
  void joinTables(std::optional<unsigned> node, std::size_t index, Operand count,
                  const std::function<void(Operand)> &then);
  void scanTable(unsigned item, const Conditions &conditions, const Then &then);
  void checkExists(std::optional<unsigned> node, std::size_t index, const Then &then);
  void betweenEntries(const ExistsPlace &place);
  Operand anyRow(std::size_t place);
  Conditions conditionsOf(const ExistsPlace &place) const;
  std::vector<std::function<Operand()>> ageConditions(const Source &source);

  // --- NodeResults.cpp
  void enterOwn(Operand count);
  void enter(const SynopsisShape &shape, ir::SynopsisId synopsis, std::optional<unsigned> node,
             Operand count);
  void keyOperands(const SynopsisShape &shape, ir::SynopsisId synopsis, std::size_t index,
                   std::vector<Operand> &keys, const Then &then);
  const IntegerKey::Member &bestMember(const IntegerKey &key) const;
  void putThreshold(const SynopsisShape &shape, ir::SynopsisId synopsis,
                    const std::vector<Operand> &keys);
  void emit(Operand count);
  void emitOnce(const std::vector<Operand> &columns, Operand count);
  Operand outputValue(const OutputExpression &output);
  Operand timestampOf(unsigned item);

  bool isRoot() const { return !forest_.nodes[node_].parent.has_value(); }
  bool isInOutput(AttributeRef x) const;
  bool isTimeInOutput(unsigned node) const;

  const ForestContext &context_;
  const Closure &closure_;
  const Forest &forest_;
  Conditions conditions_; ///< of the branch
  unsigned node_ = 0;
  std::map<unsigned, Operand> ages_;    ///< by node, or TimeKey::ofExists
  std::map<unsigned, Operand> enabled_; ///< carried marks, by index into Branch::exists
  /// While entries are marked: the position of that key, which is 0 in them.
  std::optional<std::size_t> marked_;
  std::vector<Source> sources_;
  std::size_t childCount_ = 0;
};

} // namespace bough
