#include "test/differential/Shrink.h"

#include "test/differential/ItemChanges.h"

#include <algorithm>
#include <set>

namespace bough::differential {
namespace {

class Shrinker {
public:
  Shrinker(CaseModel model, Finding &finding, Checker &checker, unsigned attempts)
      : model_(std::move(model)), finding_(finding), checker_(checker), attempts_(attempts) {}

  CaseModel run() {
    bool smaller = true;
    while (smaller && attempts_ > 0) {
      smaller = dropRows(&CaseModel::rows);
      smaller |= dropRows(&CaseModel::tableRows);
      smaller |= dropQueries();
      for (std::size_t b = 0; b < model_.branches.size(); ++b) {
        smaller |= dropConditions([b](CaseModel &model) -> std::vector<Condition> & {
          return model.branches[b].conditions;
        });
        for (std::size_t e = 0; e < model_.branches[b].exists.size(); ++e)
          smaller |= dropConditions([b, e](CaseModel &model) -> std::vector<Condition> & {
            return model.branches[b].exists[e].conditions;
          });
        if (model_.branches[b].pattern) {
          for (const PatternChange &change : patternChanges(model_.branches[b]))
            smaller |= attempt([&](CaseModel &candidate) { return change(candidate.branches[b]); });
          continue;
        }
        smaller |= dropExists(b);
        smaller |= dropItems(b);
      }
      smaller |= dropOutputs();
      smaller |= simplifyDeclarations();
    }
    return std::move(model_);
  }

private:
  /// Takes the changed case over if it still fails in the same way: with wrong results, or with the
  /// same error, and not because the change made no sense.
  template <typename Change> bool attempt(Change change) {
    if (attempts_ == 0)
      return false;
    CaseModel candidate = model_;
    if (!change(candidate))
      return false;
    prune(candidate);
    --attempts_;
    Finding finding = checker_.check(candidate);
    if (finding.failure.empty() || finding.engine.empty() != finding_.engine.empty() ||
        finding.errorCodes != finding_.errorCodes)
      return false;
    model_ = std::move(candidate);
    finding_ = std::move(finding);
    return true;
  }

  /// Ever smaller pieces, from the end, so that positions before the piece stay valid.
  bool dropRows(std::vector<RowModel> CaseModel::*member) {
    bool smaller = false;
    for (std::size_t piece = std::max<std::size_t>(1, (model_.*member).size() / 2);; piece /= 2) {
      for (std::size_t end = (model_.*member).size(); end > 0; end -= std::min(end, piece))
        smaller |= attempt([&](CaseModel &candidate) {
          std::vector<RowModel> &rows = candidate.*member;
          if (end > rows.size())
            return false;
          auto last = rows.begin() + static_cast<std::ptrdiff_t>(end);
          rows.erase(last - static_cast<std::ptrdiff_t>(std::min(end, piece)), last);
          return true;
        });
      if (piece <= 1)
        return smaller;
    }
  }

  /// Queries, and operands of UNION.
  bool dropQueries() {
    bool smaller = false;
    for (std::size_t q = model_.queries.size(); q-- > 0;) {
      smaller |= attempt([&](CaseModel &candidate) {
        bool isLast = candidate.queries.size() == 1;
        if (!isLast)
          eraseAt(candidate.queries, q);
        else
          candidate.queries[0].name.clear();
        return !isLast || !model_.queries[0].name.empty();
      });
      for (std::size_t side = 0; q < model_.queries.size() && side < 2; ++side)
        smaller |= attempt([&](CaseModel &candidate) {
          SetModel &set = candidate.queries[q].set;
          if (set.operands.empty())
            return false;
          SetModel operand = set.operands[side];
          set = std::move(operand);
          return true;
        });
    }
    return smaller;
  }

  template <typename Conditions> bool dropConditions(Conditions conditionsOf) {
    bool smaller = false;
    for (std::size_t p = conditionsOf(model_).size(); p-- > 0;) {
      if (p >= conditionsOf(model_).size())
        continue;
      if (attempt([&](CaseModel &candidate) {
            eraseAt(conditionsOf(candidate), p);
            return true;
          })) {
        smaller = true;
        continue;
      }
      // One operand of AND, OR, NOT instead.
      for (std::size_t side = 0; side < 2; ++side)
        smaller |= attempt([&](CaseModel &candidate) {
          if (p >= conditionsOf(candidate).size())
            return false;
          Condition &condition = conditionsOf(candidate)[p];
          if (side >= condition.operands.size())
            return false;
          Condition operand = condition.operands[side];
          condition = std::move(operand);
          return true;
        });
    }
    return smaller;
  }

  /// Those that no condition asks for any more.
  bool dropExists(std::size_t b) {
    return attempt([&](CaseModel &candidate) {
      BranchModel &branch = candidate.branches[b];
      if (branch.exists.empty())
        return false;
      bool isUsed = false;
      for (const Condition &condition : branch.conditions)
        forEachCondition(condition, [&](const Condition &part) {
          isUsed |= part.kind == Condition::Kind::Exists;
        });
      branch.exists.clear();
      return !isUsed;
    });
  }

  /// Items that nothing reads.
  bool dropItems(std::size_t b) {
    bool smaller = false;
    for (auto item = static_cast<unsigned>(model_.branches[b].items.size()); item-- > 0;)
      smaller |= attempt([&](CaseModel &candidate) {
        BranchModel &branch = candidate.branches[b];
        if (branch.items.size() == 1 || !dropItem(branch, item))
          return false;
        bool hasStream = std::any_of(branch.items.begin(), branch.items.end(),
                                     [&](unsigned s) { return !candidate.streams[s].isTable; });
        return hasStream;
      });
    return smaller;
  }

  /// A column of the result of a query, in all its SELECTs.
  bool dropOutputs() {
    bool smaller = false;
    for (std::size_t q = 0; q < model_.queries.size(); ++q) {
      std::set<unsigned> selects;
      forEachSelect(model_.queries[q].set, [&](unsigned branch) { selects.insert(branch); });
      for (std::size_t o = model_.branches[*selects.begin()].outputs.size(); o-- > 0;)
        smaller |= attempt([&](CaseModel &candidate) {
          for (unsigned select : selects) {
            if (candidate.branches[select].outputs.size() == 1)
              return false;
            eraseAt(candidate.branches[select].outputs, o);
          }
          return true;
        });
    }
    return smaller;
  }

  bool simplifyDeclarations() {
    bool smaller = false;
    for (std::size_t b = 0; b < model_.branches.size(); ++b) {
      smaller |= attempt([&](CaseModel &candidate) {
        return std::exchange(candidate.branches[b].explicitJoins, false);
      });
      smaller |= attempt([&](CaseModel &candidate) {
        return std::exchange(candidate.branches[b].isDistinct, false);
      });
    }
    for (std::size_t s = 0; s < model_.streams.size(); ++s)
      for (auto option : {&StreamModel::maxPerTimestamp, &StreamModel::maxPerSecond,
                          &StreamModel::maxRows, &StreamModel::startsAt, &StreamModel::endsAt})
        smaller |= attempt([&](CaseModel &candidate) {
          return std::exchange(candidate.streams[s].*option, std::nullopt).has_value();
        });
    return smaller;
  }

  CaseModel model_;
  Finding &finding_;
  Checker &checker_;
  unsigned attempts_;
};

} // namespace

CaseModel shrink(CaseModel model, Finding &finding, Checker &checker, unsigned attempts) {
  return Shrinker(std::move(model), finding, checker, attempts).run();
}

} // namespace bough::differential
