#include "analysis/Repairs.h"

#include "analysis/RepairCandidates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace bough {

namespace {

constexpr unsigned maximumTrials = 16;
/// So many more for changes of everything, where nothing else helps.
constexpr unsigned maximumStrongTrials = 8;
/// Of these so many may be spent on single changes when there are several rejections.
constexpr unsigned maximumSingleTrials = 10;
/// Repairs that are proposed for one rejection, each of another kind.
constexpr unsigned maximumRepairs = 2;
/// A repair that needs more than this is none.
constexpr std::uint64_t maximumBytes = std::uint64_t{1} << 30;
/// Rejections that are looked at.
constexpr std::size_t maximumRejections = 8;

class RepairFinder {
public:
  RepairFinder(const Plan &plan, const Analysis &analysis, const TryText &tryText)
      : plan_(plan), analysis_(analysis), tryText_(tryText), places_(*plan.source),
        warnings_(contradictions(analysis)) {
    std::size_t count = std::min(analysis.rejections.size(), maximumRejections);
    for (std::size_t i = 0; i < count; ++i)
      candidates_.push_back(repairCandidates(plan, analysis, analysis.rejections[i]));
  }

  std::vector<Repair> find() {
    trySingles();
    if (candidates_.size() > 1 && repairs_.empty())
      tryTogether();
    if (repairs_.empty())
      tryStrongest();
    return std::move(repairs_);
  }

private:
  /// SELECTs that never give a result are reported by a warning each.
  std::size_t contradictions(const Analysis &analysis) const {
    std::set<std::uint32_t> possible, impossible;
    for (std::size_t i = 0; i < plan_.branches.size(); ++i)
      (analysis.closures[i].isContradictory ? impossible : possible)
          .insert(plan_.branches[i].range.begin);
    std::erase_if(impossible, [&](std::uint32_t select) { return possible.count(select) != 0; });
    return impossible.size();
  }

  void trySingles() {
    for (unsigned r = 0; r < candidates_.size(); ++r) {
      unsigned found = 0;
      for (const Change &candidate : candidates_[r]) {
        if (found == maximumRepairs || (candidates_.size() > 1 && trials_ >= maximumSingleTrials))
          break;
        // A condition does what a CHECK does; the last timestamp changes what is asked.
        bool isFallback =
            candidate.kind == Change::Kind::Predicate || candidate.kind == Change::Kind::RootTime;
        if (isFallback && found > 0)
          break;
        found += tryChange(candidate, {r}) ? 1 : 0;
      }
    }
  }

  /// One change for each rejection, preferably all of one kind.
  void tryTogether() {
    using Kind = Change::Kind;
    std::vector<unsigned> all;
    for (unsigned r = 0; r < candidates_.size(); ++r)
      all.push_back(r);
    for (Kind kind : {Kind::Range, Kind::Window, Kind::RootTime, Kind::Predicate}) {
      Change together;
      bool isComplete = true;
      for (const std::vector<Change> &list : candidates_) {
        auto chosen = std::find_if(list.begin(), list.end(),
                                   [&](const Change &candidate) { return candidate.kind == kind; });
        if (chosen == list.end())
          chosen = list.begin();
        isComplete &= chosen != list.end();
        if (chosen != list.end())
          together.merge(*chosen);
      }
      if (isComplete && tryChange(together, all))
        return;
    }
  }

  void tryStrongest() {
    limit_ = trials_ + maximumStrongTrials;
    std::vector<unsigned> all(analysis_.rejections.size());
    std::iota(all.begin(), all.end(), 0U);
    for (const Change &change : strongestChanges(plan_, analysis_))
      if (tryChange(change, all))
        return;
  }

  /// Tries a change; when rates are missing, once more with them. One that was tried for another
  /// rejection gives the same answer, and is not proposed again.
  bool tryChange(const Change &change, const std::vector<unsigned> &rejections) {
    auto [known, isNew] =
        outcomes_.try_emplace(insertAll(plan_.source->text(), change.insertions(places_)), false);
    if (isNew)
      known->second = tryWithRates(change, rejections);
    return known->second;
  }

  bool tryWithRates(Change change, const std::vector<unsigned> &rejections) {
    for (const char *rate : {"max_per_timestamp = 4", "max_rows = 1000", ""}) {
      std::vector<Insertion> insertions = change.insertions(places_);
      if (insertions.empty() || trials_ == limit_)
        return false;
      ++trials_;
      auto source = std::make_shared<const Source>(plan_.source->name(),
                                                   insertAll(plan_.source->text(), insertions));
      Trial trial = tryText_(source);
      if (trial.bytes) {
        if (*trial.bytes > maximumBytes || countContradictions(trial) > warnings_)
          return false;
        repairs_.push_back({std::move(insertions), *trial.bytes, rejections});
        return true;
      }
      if (!addRates(trial, insertions, rate, change))
        return false;
    }
    return false;
  }

  static std::size_t countContradictions(const Trial &trial) {
    return static_cast<std::size_t>(std::count_if(
        trial.diagnostics.begin(), trial.diagnostics.end(), [](const Diagnostic &diagnostic) {
          return diagnostic.code == diag::contradictoryPredicates.code;
        }));
  }

  /// Declares a rate for the streams that lack one; their declarations are in notes of the errors,
  /// in the changed text.
  bool addRates(const Trial &trial, const std::vector<Insertion> &insertions, std::string rate,
                Change &change) const {
    bool isAny = false;
    for (const Diagnostic &diagnostic : trial.diagnostics) {
      if (diagnostic.severity != Severity::Error)
        continue;
      bool isRate = diagnostic.code == diag::missingRate.code ||
                    diagnostic.code == diag::missingMaxPerTimestamp.code;
      if (!isRate || diagnostic.notes.empty() || rate.empty())
        return false;
      std::uint32_t shift = 0;
      for (const Insertion &insertion : insertions)
        if (insertion.offset + shift <= diagnostic.notes.front().range.begin)
          shift += static_cast<std::uint32_t>(insertion.text.size());
      for (const Stream &stream : plan_.catalog.streams)
        if (stream.range.begin + shift == diagnostic.notes.front().range.begin) {
          change.options.push_back({stream.range, rate});
          isAny = true;
        }
    }
    return isAny;
  }

  const Plan &plan_;
  const Analysis &analysis_;
  const TryText &tryText_;
  InsertionPlaces places_;
  std::size_t warnings_;                        ///< SELECTs without results before any change
  std::vector<std::vector<Change>> candidates_; ///< by rejection
  std::map<std::string, bool> outcomes_;        ///< of changed texts, before rates are added
  unsigned trials_ = 0;
  unsigned limit_ = maximumTrials;
  std::vector<Repair> repairs_;
};

} // namespace

std::vector<Repair> findRepairs(const Plan &plan, const Analysis &analysis,
                                const TryText &tryText) {
  return RepairFinder(plan, analysis, tryText).find();
}

} // namespace bough
