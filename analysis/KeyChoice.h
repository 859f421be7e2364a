#pragma once

#include "analysis/KeyNeeds.h"

#include <functional>

namespace bough {

/// Chooses the integer keys and the layout of one synopsis (design notes 2.3, 3.2 and 3.4).
class KeyChoice {
public:
  /// `windowOf` gives for an item with keys in the synopsis the largest age of its row at which the
  /// entry can still be read; `nodeOf` the node of its time key.
  KeyChoice(const BranchContext &context, const Closure &closure, bool isSet,
            std::function<Bound(unsigned)> windowOf, std::function<unsigned(unsigned)> nodeOf,
            DiagnosticEngine &diagnostics)
      : context_(context), closure_(closure), isSet_(isSet), windowOf_(std::move(windowOf)),
        nodeOf_(std::move(nodeOf)), diagnostics_(diagnostics) {}

  /// Adds integer keys, and a threshold for sets. What can be neither is appended to `refused`.
  void addKeys(const std::vector<KeyNeed> &needs, SynopsisShape &shape,
               std::vector<KeyNeed> &refused);
  /// Nodes whose entries have to be dropped by age, since they have keys without a range.
  const std::set<unsigned> &expiringNodes() const { return expiring_; }
  /// Decides between slots and entries, once all keys are there, and how many entries. False after
  /// an error: a rate that is needed and not declared, or too large a synopsis.
  bool chooseLayout(SynopsisShape &shape);

private:
  bool isKeptForAWhile(AttributeRef x) const;
  void addToKey(AttributeRef x, Interval range, std::vector<std::int64_t> values,
                SynopsisShape &shape) const;
  std::optional<std::vector<std::int64_t>> fewValues(AttributeRef x, Interval range) const;
  bool checkSize(const SynopsisShape &shape, Bound entries);
  std::optional<Bound> countEntries(const SynopsisShape &shape, bool reports);

  const BranchContext &context_;
  const Closure &closure_;
  bool isSet_;
  std::function<Bound(unsigned)> windowOf_;
  std::function<unsigned(unsigned)> nodeOf_;
  DiagnosticEngine &diagnostics_;
  std::set<unsigned> expiring_;
};

/// Number of values of a key with a range or a list.
Bound sizeOf(const IntegerKey &key);

} // namespace bough
