#include "frontend/syntax/RowSequences.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

using Element = RowMatch::Element;

bool isSame(const Element *a, const Element *b) {
  return equalIgnoringCase(a->variable.name, b->variable.name);
}

std::string nameOf(const Element &element) { return spellName(element.variable.name); }

class SequenceFinder {
public:
  SequenceFinder(const RowMatch &match, DiagnosticEngine &diagnostics)
      : elements_(match.elements), patternRange_(match.patternRange), diagnostics_(diagnostics) {
    for (const Element &element : elements_)
      if (element.isGap && gap_ == nullptr)
        gap_ = &element;
  }

  std::vector<RowSequence> find() {
    if (!checkGaps() || !findBeginnings() || !checkEmpty() || !checkPrefixes())
      return {};
    for (RowSequence &sequence : sequences_)
      for (const Element *element = gap_; element != nullptr && element != end(); ++element)
        sequence.push_back(element);
    return std::move(sequences_);
  }

private:
  const Element *end() const { return elements_.data() + elements_.size(); }

  bool refuseGap(const Element &gap, std::string_view where, std::string note) {
    diagnostics_.report(diag::rowGapPlace, gap.range, nameOf(gap), where)
        .notes.push_back({std::move(note), {}});
    return false;
  }

  bool checkGaps() {
    const Element *previous = nullptr;
    bool isBehind = false;
    for (const Element &element : elements_) {
      const bool isBehindGap = previous != nullptr && previous->isGap;
      if (element.isGap && previous == nullptr)
        return refuseGap(element, "at the beginning of the pattern", "leave it out");
      if (element.isGap && isBehindGap)
        return refuseGap(element, "behind another gap", "leave it out");
      if (isBehind && element.isOptional) {
        diagnostics_.report(diag::rowRepetitionBehindGap, element.range, nameOf(element))
            .notes.push_back({"the gap is here", gap_->range});
        return false;
      }
      if (isBehind && !element.isGap && !isBehindGap) {
        diagnostics_.report(diag::rowGroupBehindGap, element.range, nameOf(element),
                            nameOf(*previous));
        return false;
      }
      isBehind |= element.isGap;
      previous = &element;
    }
    return !previous->isGap || refuseGap(*previous, "at the end of the pattern", "leave it out");
  }

  /// The sequences up to the first gap.
  bool findBeginnings() {
    sequences_ = {{}};
    for (const Element *element = elements_.data(); element != end() && element != gap_;
         ++element) {
      std::vector<RowSequence> longer;
      auto add = [&](const RowSequence &sequence) {
        auto isKnown = [&](const RowSequence &other) {
          return std::equal(sequence.begin(), sequence.end(), other.begin(), other.end(), isSame);
        };
        if (std::none_of(longer.begin(), longer.end(), isKnown))
          longer.push_back(sequence);
      };
      for (const RowSequence &sequence : sequences_) {
        RowSequence with = sequence;
        with.push_back(element);
        add(with);
        if (element->isOptional)
          add(sequence);
      }
      sequences_ = std::move(longer);
      if (sequences_.size() <= limits::branches)
        continue;
      diagnostics_.report(diag::tooMany, element->range, "sequences of variables in a row pattern",
                          limits::branches);
      return false;
    }
    return true;
  }

  bool checkEmpty() {
    auto isEmpty = [](const RowSequence &sequence) { return sequence.empty(); };
    if (std::none_of(sequences_.begin(), sequences_.end(), isEmpty))
      return true;
    if (gap_ != nullptr)
      return refuseGap(*gap_, "at the beginning of the pattern",
                       "all variables before it may be left out");
    diagnostics_.report(diag::rowPatternEmpty, patternRange_);
    return false;
  }

  bool checkPrefixes() {
    for (const RowSequence &sequence : sequences_)
      for (const RowSequence &other : sequences_)
        if (sequence.size() < other.size() &&
            std::equal(sequence.begin(), sequence.end(), other.begin(), isSame)) {
          reportPrefix(*sequence.back(), *other[sequence.size()]);
          return false;
        }
    return true;
  }

  void reportPrefix(const Element &last, const Element &next) {
    Diagnostic &error = diagnostics_.report(diag::rowMayEnd, next.range, nameOf(last),
                                            gap_ != nullptr ? "skip rows" : "end", nameOf(next));
    if (gap_ != nullptr)
      error.notes.push_back({"the gap is here", gap_->range});
    error.notes.push_back(
        {fmt::format("write a variable behind '{}' that its condition excludes", nameOf(next)),
         {}});
  }

  const std::vector<Element> &elements_;
  SourceRange patternRange_;
  DiagnosticEngine &diagnostics_;
  const Element *gap_ = nullptr; ///< the first one
  std::vector<RowSequence> sequences_;
};

} // namespace

std::vector<RowSequence> findSequences(const RowMatch &match, DiagnosticEngine &diagnostics) {
  return SequenceFinder(match, diagnostics).find();
}

std::string spell(const RowSequence &sequence) {
  std::string text;
  for (const Element *element : sequence)
    text += (text.empty() ? "" : " ") + nameOf(*element) + (element->isGap ? "*?" : "");
  return text;
}

} // namespace bough
