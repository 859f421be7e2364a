#pragma once

#include "analysis/SeedGraph.h"
#include "analysis/SeedPreprocessing.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// The conditions of the seed's Theorem 1 (C1 to C5, for bags) and Theorem 2 (D1 to D3, for sets),
/// as restated in analysis/README.md.
enum class SeedCondition { C1, C2, C3, C4, C5, D1, D2, D3 };

/// "C1"
std::string_view toString(SeedCondition condition);
/// What it demands, in a few words.
std::string_view describe(SeedCondition condition);
/// The conditions of Theorem 1, or with `isDistinct` of Theorem 2, in order.
std::vector<SeedCondition> seedConditions(bool isDistinct);

/// A comparison x - y <= c (x = y + c when `isEquality`) in P+ between attributes of two streams.
struct SeedJoin {
  unsigned x = 0; ///< nodes of Closure::integers
  unsigned y = 0;
  Bound c;
  bool isEquality = false;
  /// Why it is redundant, if it is: 0 for a constant between the two, or the attribute between
  /// them.
  std::optional<unsigned> between;
};

/// MaxRef and MinRef of one stream in classes of attributes that are equal up to constants.
struct SeedReferences {
  std::vector<std::vector<unsigned>> maxRef;
  std::vector<std::vector<unsigned>> minRef;
};

/// A class of equal attributes, by one of them, whose greatest or least value is kept.
struct SeedThreshold {
  unsigned node = 0;
  bool isMax = false;
};

/// One way to break a condition: what it is about.
struct SeedFault {
  SeedCondition condition = SeedCondition::C1;
  unsigned stream = 0;
  std::optional<unsigned> otherStream;        ///< C2
  std::optional<unsigned> node;               ///< the attribute; none for a timestamp
  std::optional<unsigned> partner;            ///< C2, C5, D2: the attribute it is compared with
  std::optional<unsigned> output;             ///< C3, C4, D1: index into Branch::outputs
  std::vector<SeedThreshold> thresholds = {}; ///< D3: two or more
};

/// The conditions on one query, given what its selection implies: P+, or the P+ of an LTO query,
/// which differs by the orders it adds. All bounds are closed and not contradictory, with nodes as
/// in Closure::integers.
class SeedConditions {
public:
  SeedConditions(const Plan &plan, const SeedQuery &query, const SeedGraph &graph);

  /// An attribute with a lower and an upper bound; of a finite stream or static relation, or equal
  /// to one of a finite stream up to a constant.
  bool isBounded(unsigned node, const DifferenceBounds &bounds) const;
  /// All comparisons between streams in P+, with an equality once.
  std::vector<SeedJoin> joins(const DifferenceBounds &bounds) const;
  /// By stream.
  std::vector<SeedReferences> references(const DifferenceBounds &bounds) const;

  /// All faults. Whoever breaks a condition in an LTO query has broken it, or shares the blame with
  /// one who has, in every query that the LTO query is derived from: boundedness and
  /// redundancy are never lost when predicates are added. So a query without faults
  /// has no LTO query with one.
  std::vector<SeedFault> faults(const DifferenceBounds &bounds) const;
  /// A fault of the same condition, stream, attribute or output, if there is one. Of D3: whether
  /// all of its thresholds are there.
  std::optional<SeedFault> find(SeedFault fault, const DifferenceBounds &bounds) const;

  /// What has to be kept with rows of a stream besides bounded attributes (D3).
  std::vector<SeedThreshold> thresholds(unsigned stream, const DifferenceBounds &bounds) const;

private:
  /// The streams whose thresholds are kept together with those of a stream (D3).
  struct Scope {
    std::vector<bool> has; ///< by stream
    /// Whether thresholds against streams of the scope count as well.
    bool isWhole = false;
  };
  Scope scopeOf(unsigned stream) const;
  bool isRelatedInTime(unsigned a, unsigned b) const;

  std::optional<unsigned> between(unsigned x, unsigned y, const DifferenceBounds &bounds) const;
  bool isFaultyOutput(unsigned output, const DifferenceBounds &bounds) const;
  std::optional<SeedFault> joinFault(unsigned node, const DifferenceBounds &bounds) const;
  std::optional<SeedFault> placeFault(unsigned s, unsigned t, const DifferenceBounds &bounds,
                                      const DifferenceBounds &permitted) const;
  /// What P+ would be if only the comparisons that C2 permits were there.
  DifferenceBounds permittedPart(const DifferenceBounds &bounds) const;
  bool isThreshold(unsigned stream, SeedThreshold threshold, const DifferenceBounds &bounds) const;

  bool isKept(unsigned node) const { return graph_.vertices[query_.streamOfNode[node]].isKept; }

  const Plan &plan_;
  const Branch &branch_;
  const SeedQuery &query_;
  const SeedGraph &graph_;
  std::vector<Scope> scopes_; ///< by stream
};

} // namespace bough
