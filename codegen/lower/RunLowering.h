#pragma once

#include "analysis/PatternNeeds.h"
#include "codegen/lower/PatternRuns.h"
#include "codegen/lower/RowLowering.h"

namespace bough {

/// Builds the handlers of a pattern. Rows, their conditions and NOTs are in RunRows.cpp, loops over
/// runs and what they know in RunEntries.cpp, what becomes of them in RunSteps.cpp; PatternRuns.cpp
/// puts them together.
class RunLowering : private RowLowering {
public:
  explicit RunLowering(const PatternContext &context);

  // PatternRuns.cpp
  ir::Handler step(unsigned stage);
  ir::Handler exclude(unsigned exists);
  ir::Handler arrival(unsigned stream);
  std::optional<ir::Handler> tick();

private:
  /// A synopsis of runs, or of the rows of a NOT at the beginning.
  struct Table {
    ir::SynopsisId synopsis = 0;
    const std::vector<RunKey> *keys = nullptr;
    bool hasAge = false; ///< of a NOT: an age stands before the keys
    unsigned stage = 0;  ///< of runs
  };
  /// An entry, as its keys (of the IR) and its count.
  using OnEntry = std::function<void(const std::vector<Operand> &, Operand)>;

  // --- PatternRuns.cpp
  void takeAll(unsigned stream);
  void takeFrom(unsigned stage, const std::vector<unsigned> &items,
                std::optional<Operand> opening = std::nullopt);
  Operand openingNumber();
  void openRun(const std::vector<unsigned> &items, std::size_t index);
  void yieldRuns(unsigned stage, const std::vector<unsigned> &items,
                 const std::function<Operand(Operand count)> &value);
  void excludeAt(unsigned stage, unsigned stream);
  std::vector<std::size_t> orderOfKeys(unsigned stage) const;
  void takeOne(unsigned stage, const std::vector<unsigned> &items);
  void takeAs(const Table &table, const std::vector<unsigned> &items, std::size_t index,
              const std::vector<Operand> &entry);
  void dropAll(unsigned reader);
  void countRow();
  std::vector<unsigned> itemsAt(unsigned stage, unsigned stream) const;

  // --- RunRows.cpp
  void bindAs(unsigned item);
  std::vector<std::function<Operand()>> filters(unsigned item);
  std::vector<std::function<Operand()>> conditions(unsigned item, unsigned stage);
  Operand all(const std::vector<std::function<Operand()>> &conditions);
  std::function<Operand()> comparison(const DifferenceAtom &atom);
  bool isAgeKnown(unsigned item) const;
  Operand isAtMost(unsigned item, std::int64_t c);
  Operand isAtLeast(unsigned item, std::int64_t c);
  bool isTaken(unsigned item, unsigned stage) const;
  bool isOfAny(unsigned item) const;
  void excludeRuns(unsigned exists);
  void enterBefore(unsigned exists);
  std::vector<std::function<Operand()>> notConditions(unsigned exists, unsigned stage);
  Operand gapTo(const NotBefore &before, ir::SynopsisId synopsis, unsigned item);

  // --- RunEntries.cpp
  Table stageTable(unsigned stage) const;
  void forEachEntry(const Table &table, unsigned reader, const OnEntry &then);
  void matchEntries(const Table &table, unsigned reader, const OnEntry &then);
  void scanEntries(const Table &table, unsigned reader, std::size_t key, std::vector<Operand> &keys,
                   const OnEntry &then);
  std::optional<Operand> lookedUp(const RunKey &key, unsigned reader);
  void bindEntry(const Table &table, const std::vector<Operand> &keys);
  void bindKey(const RunKey &key, Operand value, unsigned stage);

  // --- RunSteps.cpp
  void advance(unsigned stage, unsigned item, Operand count);
  void enter(unsigned stage, unsigned item, std::size_t key, std::vector<Operand> &keys,
             Operand count);
  void enterNext(const RunKey &key, Operand value, unsigned stage, unsigned item, std::size_t index,
                 std::vector<Operand> &keys, Operand count);
  Operand keyValue(const RunKey &key, unsigned stage, unsigned item);
  Operand attributeValue(const RunKey &key, unsigned item);
  std::optional<Operand> isComplete(unsigned stage);
  void emit(std::optional<unsigned> item, Operand count, std::optional<Operand> time);
  Operand timeOf(unsigned item, std::optional<unsigned> current);
  Operand rowNumber(const RowNumber &number, std::optional<unsigned> current, unsigned stage);
  Operand wasTaken(unsigned item, std::optional<unsigned> current);
  Operand ageOf(unsigned item, std::optional<unsigned> current);

  /// What is known of the run at hand, beside the attributes in scope.
  struct Run {
    std::map<unsigned, Operand> ages;  ///< of rows, by item
    std::map<unsigned, Operand> times; ///< timestamps, by item: where ages count rows
    std::optional<Operand> opened, position, number, taken;
    std::map<unsigned, Operand> distinct, gaps;
    std::map<unsigned, Operand> partition, wasTaken; ///< by item
    std::map<std::pair<unsigned, unsigned>, Operand> numbers;
  };

  const PatternContext &context_;
  const Pattern &pattern_;
  const PatternShape &shape_;
  const PatternSteps &steps_;
  std::vector<Operand> parameters_; ///< the columns of the row at hand
  std::optional<Operand> rowNumber_;
  Run run_;
};

} // namespace bough
