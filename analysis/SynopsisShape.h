#pragma once

#include "analysis/TimeOrder.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

/// An integer key of a synopsis. Attributes of the subtree that are always equal up to a constant
/// share one key.
struct IntegerKey {
  struct Member {
    AttributeRef attribute;
    std::int64_t offset = 0; ///< attribute = key + offset
  };
  std::vector<Member> members; ///< the first one names the key; its offset is 0
  /// Key values are clamped to it (design note 3.2). Not finite only in a sparse synopsis, whose
  /// entries hold any value.
  Interval range;
  /// When the key has few values, far apart: all of them, ascending; the synopsis then has a slot
  /// for each. Never clamped.
  std::vector<std::int64_t> values = {};

  bool isAny() const { return values.empty() && !range.isFinite(); }
};

/// The age of a node of the subtree, as of now.
struct TimeKey {
  static constexpr unsigned ofExists = ~0u;
  unsigned node = 0;         ///< or `ofExists`, in the synopsis of an EXISTS
  bool isSaturating = false; ///< else entries expire when their age passes `limit`
  std::int64_t limit = 0;    ///< largest age that is told apart
};

/// What a synopsis keeps of each combination of its keys (design note 3.2).
enum class SynopsisValue {
  Count,   ///< bags: how often
  Flag,    ///< sets: whether there is one
  Minimum, ///< sets: the least threshold; for atoms x <= y + c
  Maximum, ///< sets: the greatest threshold; for atoms y <= x + c
};

/// The attributes whose comparisons with later rows need an extreme value only (design note 2.3).
/// The threshold is, for Minimum, max(attribute - offset) over the members, and the least one is
/// kept; for Maximum it is min(attribute - offset), and the greatest is kept.
struct Threshold {
  std::vector<IntegerKey::Member> members;
  /// Without it, all members are equal up to constants: attribute = threshold + offset. With it,
  /// they are compared with this attribute alone: Minimum holds when threshold <= partner, Maximum
  /// when partner <= threshold.
  std::optional<AttributeRef> partner;
};

/// What a node keeps between batches (design note 3.2): a value for every combination of keys.
struct SynopsisShape {
  SynopsisValue value = SynopsisValue::Count;
  std::optional<Threshold> threshold; ///< of Minimum and Maximum
  std::vector<TimeKey> timeKeys;
  /// Indices into Branch::exists: each gives a key that is 1 once a row of it has come, else 0
  /// (design note 3.5).
  std::vector<unsigned> enabledKeys;
  std::vector<IntegerKey> integerKeys;
  /// Most entries that are live at once: a sparse synopsis. Without it there is a slot for each
  /// combination of keys.
  std::optional<std::int64_t> capacity;

  /// The key that holds an attribute, with the attribute's offset from it.
  struct Place {
    unsigned key = 0;
    std::int64_t offset = 0;
  };
  std::optional<Place> find(AttributeRef attribute) const;
};

/// A time constraint between the row of an EXISTS and a node that does not follow from the order of
/// the nodes and from its place: t - t_node <= bound if it is an upper one, else t_node - t <=
/// bound.
struct ExistsTimeAtom {
  unsigned node = 0;
  bool isUpper = false;
  Bound bound;
};

/// Where an EXISTS is decided (design note 3.5).
struct ExistsPlace {
  enum class Kind {
    Table,  ///< among the rows of a table
    Look,   ///< among the rows so far, in a synopsis of its own
    Remove, ///< NOT EXISTS between two positions: its rows remove entries that they rule out
    Enable, ///< EXISTS between two positions: its rows mark the entries that they admit
  };
  unsigned index = 0; ///< into Branch::exists
  Kind kind = Kind::Look;
  /// The node whose pass decides it, which has all that it reads; without one, the emission.
  std::optional<unsigned> node;
  bool includesBatch = false; ///< rows of the batch at hand count, else only those of earlier ones
  std::vector<ExistsTimeAtom> timeAtoms; ///< beyond its order before `node`
  SynopsisShape shape;                   ///< of Look
  /// Of Remove and Enable: the nodes whose entries are concerned, from the lower position upwards;
  /// and whether rows of the lower position's own batch are concerned too.
  std::vector<unsigned> path;
  bool includesLowerBatch = false;
};

/// A forest with the shape of every kept node; the single root of a forest keeps nothing.
struct ShapedForest {
  Forest forest;
  std::vector<std::optional<SynopsisShape>> shapes; ///< by node
  /// By item, for tables: the node whose pass joins its rows; without one, the emission.
  std::vector<std::optional<unsigned>> tableNodes;
  std::vector<ExistsPlace> exists; ///< those that no closure decides
  /// An EXISTS is false in this order of the timestamps: there is nothing to evaluate.
  bool isEmpty = false;
};

struct Rejection;

/// What one branch gives to the shaping of its forests.
struct BranchContext {
  const Plan &plan;
  unsigned index = 0; ///< of the branch
  const Branch &branch;
  const Closure &closure;
  const std::vector<Closure> &exists; ///< by index into Branch::exists
};

/// Chooses keys, clamps, thresholds and time keys of a forest, for bags or sets (design notes 2.3
/// and 3.2). What cannot be kept in bounded memory is appended to `rejections`. Errors: a rate that
/// is needed and not declared. Empty after either.
std::optional<ShapedForest> shapeForest(const BranchContext &context, Forest forest,
                                        std::vector<Rejection> &rejections,
                                        DiagnosticEngine &diagnostics);

} // namespace bough
