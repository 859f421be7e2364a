#include "codegen/cpp/StatePrinter.h"
#include "codegen/emit/Identifiers.h"

#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// A sparse synopsis as a struct: its parts, what the helpers ask of it, and its ops.
class EntriesPrinter {
public:
  EntriesPrinter(const emit::Prepared &prepared, ir::SynopsisId id, Helpers &helpers)
      : synopsis_(prepared.program->synopses[id]), layout_(prepared.layout->synopses[id]),
        sparse_(*layout_.sparse), prepared_(prepared.synopses[id]), helpers_(helpers) {
    emit::Scope names;
    for (const char *name :
         {"clock",   "live",    "fresh",     "free",   "buckets",   "indexBuckets", "indexLinks",
          "heap",    "entries", "capacity",  "isAged", "isIndexed", "link",         "isNew",
          "x",       "more",    "now",       "into",   "from",      "keys",         "entry",
          "stored",  "load",    "extremeAt", "bump",   "put",       "clear",        "age",
          "firstOf", "value",   "kept",      "detail", "take",      "less"})
      names.reserve(name);
    for (const std::string &key : prepared_.keys)
      parameters_.push_back(names.unique(key));
  }

  std::string type();
  std::string assertions() const;

private:
  bool hasValue() const { return synopsis_.value != ir::ValueKind::Flag; }
  bool hasKeys() const { return !synopsis_.keys.empty(); }
  std::string valueType() const {
    return synopsis_.keepsExtremes() ? "std::int64_t" : "std::uint64_t";
  }
  const char *furthest() const {
    return synopsis_.value == ir::ValueKind::Min ? "std::min" : "std::max";
  }
  std::string parameters(const std::string &last) const {
    std::string text;
    for (const std::string &parameter : parameters_)
      text += (text.empty() ? "" : ", ") + ("std::int64_t " + parameter);
    if (!last.empty())
      text += (text.empty() ? "" : ", ") + last;
    return text;
  }
  std::string arguments() const {
    std::string text;
    for (const std::string &parameter : parameters_)
      text += (text.empty() ? "" : ", ") + parameter;
    return text;
  }

  std::string parts() const;
  std::string keyFunctions() const;
  std::string hash(const std::string &name, const std::vector<unsigned> &keys,
                   std::uint64_t buckets) const;
  std::string timeFunctions();
  std::string storedFunction() const;
  std::string ops();

  const ir::Synopsis &synopsis_;
  const ir::SynopsisLayout &layout_;
  const ir::SparseLayout &sparse_;
  const emit::PreparedSynopsis &prepared_;
  Helpers &helpers_;
  std::vector<std::string> parameters_; ///< by key
};

std::string EntriesPrinter::parts() const {
  std::string text = "/// As they are stored: of an age its timestamp.\nstruct Keys {\n";
  for (const std::string &key : prepared_.keys)
    text += fmt::format("std::int64_t {};\n", key);
  text += "};\nstruct Entry {\n";
  if (hasKeys())
    text += "Keys keys;\n";
  if (hasValue())
    text += valueType() + " value;\n";
  text += "detail::Link link; ///< the next one of its bucket, or of the free list\n"
          "std::uint32_t place; ///< 0: not there; else its position in the heap plus 1\n};\n";
  text += fmt::format("static constexpr std::uint64_t capacity = {};\n"
                      "static constexpr bool isAged = {};\n"
                      "static constexpr bool isIndexed = {};\n\n",
                      sparse_.capacity, synopsis_.hasTimeKeys(), synopsis_.index.has_value());
  text += "std::int64_t clock; ///< the timestamp up to which it is aged\n"
          "std::uint64_t live; ///< entries that are there\n"
          "std::uint64_t fresh; ///< entries ever used\n"
          "std::uint64_t free; ///< link to the first of the free ones\n";
  text += fmt::format("alignas(8) detail::Link buckets[{}];\n", sparse_.buckets);
  if (synopsis_.index)
    text += fmt::format("alignas(8) detail::Link indexBuckets[{}];\n"
                        "alignas(8) detail::Link indexLinks[{}];\n",
                        sparse_.indexBuckets, sparse_.capacity);
  if (synopsis_.hasTimeKeys())
    text += fmt::format("alignas(8) std::uint32_t heap[{}]; ///< indices of entries\n",
                        sparse_.capacity);
  return text + fmt::format("alignas(8) Entry entries[{}];\n", sparse_.capacity);
}

std::string EntriesPrinter::hash(const std::string &name, const std::vector<unsigned> &keys,
                                 std::uint64_t buckets) const {
  std::string value = "0x9e3779b97f4a7c15U";
  for (unsigned key : keys)
    value = fmt::format("detail::mix({}, keys.{})", value, prepared_.keys[key]);
  return fmt::format("static std::uint64_t {}(const Keys &{}) noexcept {{\nreturn {} % {};\n}}\n",
                     name, keys.empty() ? "" : "keys", value, buckets);
}

std::string EntriesPrinter::keyFunctions() const {
  std::vector<unsigned> all;
  std::string equal, start = hasKeys() ? "entry.keys = keys;\n" : "";
  for (unsigned i = 0; i < synopsis_.keys.size(); ++i) {
    all.push_back(i);
    equal += fmt::format("{}a.{} == b.{}", equal.empty() ? "" : " && ", prepared_.keys[i],
                         prepared_.keys[i]);
  }
  if (hasValue())
    start += "entry.value = 0;\n";
  std::string text = '\n' + hash("bucketOf", all, sparse_.buckets);
  if (synopsis_.index)
    text += hash("indexBucketOf", *synopsis_.index, sparse_.indexBuckets);
  if (hasKeys())
    text += fmt::format("static const Keys &keysOf(const Entry &entry) noexcept {{ return "
                        "entry.keys; }}\n"
                        "static bool equal(const Keys &a, const Keys &b) noexcept {{\n"
                        "return {};\n}}\n",
                        equal);
  else
    text += "static Keys keysOf(const Entry &) noexcept { return {}; }\n"
            "static bool equal(const Keys &, const Keys &) noexcept { return true; }\n";
  return text + fmt::format("static void start(Entry &{}, const Keys &{}) noexcept {{\n{}}}\n",
                            start.empty() ? "" : "entry", hasKeys() ? "keys" : "", start);
}

std::string EntriesPrinter::timeFunctions() {
  if (!synopsis_.hasTimeKeys())
    return {};
  std::string deadline, expired, saturate;
  for (std::size_t i = 0; i < synopsis_.keys.size(); ++i) {
    const ir::SynopsisKey &key = synopsis_.keys[i];
    const std::string &name = prepared_.keys[i];
    if (key.kind == ir::KeyKind::Expiring) {
      std::string end = fmt::format("detail::later(keys.{}, {})", name, literal(key.hi));
      deadline += fmt::format("earliest = std::min(earliest, {});\n", end);
      expired += fmt::format("{}{} < now", expired.empty() ? "" : " || ", end);
    } else if (key.kind == ir::KeyKind::Saturating) {
      std::string end = fmt::format("detail::later(keys.{}, {})", name, literal(key.hi - 1));
      deadline += fmt::format("if (keys.{} != detail::saturatedTime)\n"
                              "earliest = std::min(earliest, {});\n",
                              name, end);
      saturate += fmt::format("if (keys.{0} != detail::saturatedTime && {1} < now)\n"
                              "keys.{0} = detail::saturatedTime;\n",
                              name, end);
    }
  }
  std::string combine;
  if (synopsis_.value == ir::ValueKind::Count)
    combine = "detail::add(into.value, from.value);\n";
  else if (hasValue())
    combine = fmt::format("into.value = {}(into.value, from.value);\n", furthest());
  if (synopsis_.value == ir::ValueKind::Count)
    helpers_.insert(Helper::Add);
  return fmt::format(
      "\n/// The last timestamp at which an entry is as it is.\n"
      "static std::int64_t deadline(const Keys &keys) noexcept {{\n"
      "std::int64_t earliest = std::numeric_limits<std::int64_t>::max();\n{}return earliest;\n}}\n"
      "static bool isExpired(const Keys &{}, std::int64_t {}) noexcept {{\nreturn {};\n}}\n"
      "static void saturate(Entry &{}, std::int64_t {}) noexcept {{\n{}{}}}\n"
      "static void combine(Entry &{}, const Entry &{}) noexcept {{\n{}}}\n",
      deadline, expired.empty() ? "" : "keys", expired.empty() ? "" : "now",
      expired.empty() ? "false" : expired, saturate.empty() ? "" : "entry",
      saturate.empty() ? "" : "now", saturate.empty() ? "" : "Keys &keys = entry.keys;\n", saturate,
      combine.empty() ? "" : "into", combine.empty() ? "" : "from", combine);
}

std::string EntriesPrinter::storedFunction() const {
  std::string list;
  for (std::size_t i = 0; i < synopsis_.keys.size(); ++i) {
    const ir::SynopsisKey &key = synopsis_.keys[i];
    list += list.empty() ? "" : ", ";
    if (key.kind == ir::KeyKind::Saturating)
      list += fmt::format("{0} == {1} ? detail::saturatedTime : clock - {0}", parameters_[i],
                          literal(key.hi));
    else
      list += (key.isTime() ? "clock - " : "") + parameters_[i];
  }
  return fmt::format("\nKeys stored({}) const noexcept {{ return {{{}}}; }}\n", parameters(""),
                     list);
}

std::string EntriesPrinter::ops() {
  std::string text;
  if (prepared_.isLoaded || prepared_.isExtremeRead || prepared_.isBumped || prepared_.isPut ||
      prepared_.isCleared || prepared_.isTaken)
    text += storedFunction();
  std::string find =
      fmt::format("const detail::Link link = detail::findEntry(*this, stored({}));\n", arguments());
  std::string enter =
      fmt::format("bool isNew = false;\n"
                  "const detail::Link link = detail::enterEntry(*this, stored({}), isNew);\n"
                  "if (link == 0)\nreturn false;\n",
                  arguments());
  if (prepared_.isLoaded)
    text += fmt::format("\nstd::uint64_t load({}) const noexcept {{\n{}return link == 0 ? 0 : "
                        "{};\n}}\n",
                        parameters(""), find,
                        synopsis_.value == ir::ValueKind::Count ? "entries[link - 1].value" : "1");
  if (prepared_.isExtremeRead)
    text += fmt::format("\n/// 0 when there is none.\n"
                        "std::int64_t extremeAt({}) const noexcept {{\n{}return link == 0 ? 0 : "
                        "entries[link - 1].value;\n}}\n",
                        parameters(""), find);
  if (prepared_.isBumped) {
    text += fmt::format("\n/// False when there is no room.\nbool bump({}) noexcept {{\n"
                        "if (more == 0)\nreturn true;\n{}",
                        parameters("std::uint64_t more"), enter);
    if (hasValue()) {
      helpers_.insert(Helper::Add);
      text += "detail::add(entries[link - 1].value, more);\n";
    }
    text += "return true;\n}\n";
  }
  if (prepared_.isPut)
    text += fmt::format("\n/// False when there is no room.\nbool put({}) noexcept {{\n{}"
                        "std::int64_t &kept = entries[link - 1].value;\n"
                        "kept = isNew ? x : {}(kept, x);\nreturn true;\n}}\n",
                        parameters("std::int64_t x"), enter, furthest());
  if (prepared_.isCleared)
    text += fmt::format("\nvoid clear({}) noexcept {{ detail::clearEntry(*this, stored({})); }}\n",
                        parameters(""), arguments());
  if (prepared_.isTaken) {
    helpers_.insert(Helper::Take);
    text +=
        fmt::format("\nvoid take({}) noexcept {{\n{}if (link == 0)\nreturn;\n"
                    "detail::take(entries[link - 1].value, less);\n"
                    "if (entries[link - 1].value == 0)\ndetail::removeEntry(*this, link);\n}}\n",
                    parameters("std::uint64_t less"), find);
  }
  if (prepared_.isAged)
    text += "\nvoid age(std::int64_t now) noexcept { detail::advanceEntries(*this, now); }\n";
  return text;
}

std::string EntriesPrinter::type() {
  helpers_.insert(Helper::Sparse);
  std::string text = fmt::format("struct {} {{\n", prepared_.type);
  text += parts() + keyFunctions() + timeFunctions() + ops();
  return text + "};\n";
}

std::string EntriesPrinter::assertions() const {
  const std::string &type = prepared_.type;
  std::string text =
      fmt::format("static_assert(sizeof({}) == {}, \"layout\");\n", type, layout_.bytes);
  auto assertOffset = [&](const std::string &member, std::uint64_t offset) {
    text += offsetAssertion(type, member, offset - layout_.offset);
  };
  assertOffset("clock", sparse_.clockOffset);
  assertOffset("live", sparse_.liveOffset);
  assertOffset("fresh", sparse_.freshOffset);
  assertOffset("free", sparse_.freeOffset);
  assertOffset("buckets", sparse_.bucketsOffset);
  if (synopsis_.index) {
    assertOffset("indexBuckets", sparse_.indexBucketsOffset);
    assertOffset("indexLinks", sparse_.indexLinksOffset);
  }
  if (synopsis_.hasTimeKeys())
    assertOffset("heap", sparse_.heapOffset);
  assertOffset("entries", sparse_.entriesOffset);
  text += fmt::format("static_assert(sizeof({}::Entry) == {}, \"layout\");\n", type,
                      sparse_.entryBytes);
  if (hasValue())
    text += offsetAssertion(type + "::Entry", "value", sparse_.valueOffset);
  text += offsetAssertion(type + "::Entry", "link", sparse_.linkOffset);
  return text + offsetAssertion(type + "::Entry", "place", sparse_.placeOffset);
}

} // namespace

std::string entriesType(const emit::Prepared &prepared, ir::SynopsisId id, Helpers &helpers) {
  return EntriesPrinter(prepared, id, helpers).type();
}

std::string entriesAssertions(const emit::Prepared &prepared, ir::SynopsisId id) {
  Helpers helpers;
  return EntriesPrinter(prepared, id, helpers).assertions();
}

} // namespace bough::cpp
