#include "frontend/sema/TypeBinder.h"

#include "frontend/sema/Scope.h"
#include "frontend/syntax/Lexer.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>
#include <set>

namespace bough {

namespace {

constexpr std::uint64_t maximumKeys = std::uint64_t{1} << 32;
constexpr std::uint64_t defaultLength = 255;
constexpr std::uint64_t maximumLength = 65535;

struct NamedKind {
  std::string_view name;
  TypeKind kind;
};
constexpr std::array<NamedKind, 13> kinds = {{{"BIGINT", TypeKind::BigInt},
                                              {"BOOL", TypeKind::Boolean},
                                              {"BOOLEAN", TypeKind::Boolean},
                                              {"DATE", TypeKind::Date},
                                              {"DEC", TypeKind::Decimal},
                                              {"DECIMAL", TypeKind::Decimal},
                                              {"ENUM", TypeKind::Enum},
                                              {"INT", TypeKind::Int},
                                              {"INTEGER", TypeKind::Int},
                                              {"NUMERIC", TypeKind::Decimal},
                                              {"SMALLINT", TypeKind::SmallInt},
                                              {"TIMESTAMP", TypeKind::Timestamp},
                                              {"VARCHAR", TypeKind::Varchar}}};

/// An argument as a number; empty for a string, or one that is too large.
std::optional<std::uint64_t> toNumber(const std::string &argument) {
  if (argument.size() > 9 || argument.front() == '\'')
    return std::nullopt;
  std::uint64_t number = 0;
  for (char c : argument)
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  return number;
}

class TypeBinder {
public:
  TypeBinder(const ast::TypeName &name, bool inTable, Catalog &catalog, EnumTable &enums,
             DiagnosticEngine &diagnostics)
      : name_(name), inTable_(inTable), catalog_(catalog), enums_(enums),
        diagnostics_(diagnostics) {}

  std::optional<Type> bind(std::optional<unsigned> &domain);

private:
  bool bindDecimal(Type &type);
  bool bindVarchar(Type &type, std::optional<unsigned> &domain);
  bool bindEnum(std::optional<unsigned> &domain);
  bool bindKeys(Type &type, std::optional<unsigned> &domain);
  std::optional<Type> bindTimestamp();
  bool refuse(SourceRange range, std::string_view what);
  void reportUnknown();

  const ast::TypeName &name_;
  bool inTable_;
  Catalog &catalog_;
  EnumTable &enums_;
  DiagnosticEngine &diagnostics_;
};

bool TypeBinder::refuse(SourceRange range, std::string_view what) {
  diagnostics_.report(diag::typeTakesNo, range, toUpper(name_.name.name), what);
  return false;
}

std::optional<Type> TypeBinder::bind(std::optional<unsigned> &domain) {
  std::string spelled = toUpper(name_.name.name);
  auto found = std::find_if(kinds.begin(), kinds.end(),
                            [&](const NamedKind &candidate) { return candidate.name == spelled; });
  if (found == kinds.end()) {
    reportUnknown();
    return std::nullopt;
  }
  Type type;
  type.kind = found->kind;
  bool isInteger = type.kind == TypeKind::SmallInt || type.kind == TypeKind::Int ||
                   type.kind == TypeKind::BigInt;
  bool hasArguments = type.kind == TypeKind::Decimal || type.kind == TypeKind::Varchar ||
                      type.kind == TypeKind::Enum || type.kind == TypeKind::Timestamp;
  bool isValid = true;
  if (name_.unit && type.kind != TypeKind::Timestamp)
    isValid = refuse(name_.unit->range, "unit");
  else if (!name_.arguments.empty() && !hasArguments)
    isValid = refuse(name_.argumentsRange, "arguments");
  else if (name_.keys && !isInteger && type.kind != TypeKind::Varchar)
    isValid = refuse(name_.range, "KEYS");
  else if (type.kind == TypeKind::Decimal)
    isValid = bindDecimal(type);
  else if (type.kind == TypeKind::Varchar)
    isValid = bindVarchar(type, domain);
  else if (type.kind == TypeKind::Enum)
    isValid = bindEnum(domain);
  else if (name_.keys)
    isValid = bindKeys(type, domain);
  if (!isValid)
    return std::nullopt;
  return type.kind == TypeKind::Timestamp ? bindTimestamp() : type;
}

bool TypeBinder::bindDecimal(Type &type) {
  std::size_t count = name_.arguments.size();
  std::optional<std::uint64_t> precision = count >= 1 ? toNumber(name_.arguments[0]) : std::nullopt;
  std::optional<std::uint64_t> scale = count >= 2 ? toNumber(name_.arguments[1]) : 0;
  if (count > 2 || !precision || !scale || *precision < 1 || *precision > 18 ||
      *scale > *precision) {
    diagnostics_.report(diag::decimalArguments, name_.range);
    return false;
  }
  type.precision = static_cast<unsigned>(*precision);
  type.scale = static_cast<unsigned>(*scale);
  return true;
}

bool TypeBinder::bindVarchar(Type &type, std::optional<unsigned> &domain) {
  std::optional<std::uint64_t> length =
      name_.arguments.empty() ? defaultLength : toNumber(name_.arguments[0]);
  if (name_.arguments.size() > 1 || !length || *length < 1 || *length > maximumLength) {
    diagnostics_.report(diag::varcharLength, name_.argumentsRange, maximumLength);
    return false;
  }
  if (!name_.keys && !inTable_) {
    diagnostics_.report(diag::varcharWithoutKeys, name_.range);
    return false;
  }
  type.length = *length;
  return bindKeys(type, domain);
}

/// A domain of its own, until the column is compared with others.
bool TypeBinder::bindKeys(Type &type, std::optional<unsigned> &domain) {
  if (name_.keys && (*name_.keys < 1 || *name_.keys > maximumKeys)) {
    diagnostics_.report(diag::keysCount, name_.range, maximumKeys);
    return false;
  }
  type.keys = name_.keys;
  domain = static_cast<unsigned>(catalog_.domains.size());
  Domain &created = catalog_.domains.emplace_back();
  created.isText = type.kind == TypeKind::Varchar;
  created.isClosed = inTable_;
  created.declaredKeys = inTable_ ? 0 : *name_.keys;
  created.textBytes = type.length;
  created.range = name_.range;
  return true;
}

/// ENUMs with the same list are one type.
bool TypeBinder::bindEnum(std::optional<unsigned> &domain) {
  Domain created;
  created.isEnum = created.isClosed = true;
  created.range = name_.range;
  std::set<std::string> known;
  for (const std::string &argument : name_.arguments) {
    bool isString = argument.front() == '\'';
    std::string text = isString ? unquote(argument) : argument;
    if (!isString || !known.insert(text).second) {
      diagnostics_.report(diag::enumValues, name_.argumentsRange);
      return false;
    }
    created.textBytes = std::max<std::uint64_t>(created.textBytes, text.size());
    created.texts.push_back(std::move(text));
  }
  if (created.texts.empty()) {
    diagnostics_.report(diag::enumValues, name_.range);
    return false;
  }
  auto number = static_cast<unsigned>(catalog_.domains.size());
  auto [entry, isNew] = enums_.try_emplace(created.texts, number);
  domain = entry->second;
  created.capacity = created.texts.size();
  if (isNew)
    catalog_.domains.push_back(std::move(created));
  return true;
}

std::optional<Type> TypeBinder::bindTimestamp() {
  Type type;
  type.kind = TypeKind::Timestamp;
  if (name_.unit && !name_.arguments.empty()) {
    diagnostics_.report(diag::typeTakesNo, name_.unit->range, "TIMESTAMP with a precision", "unit");
    return std::nullopt;
  }
  if (name_.unit) {
    std::string unit = toUpper(name_.unit->name);
    if (unit == "MINUTE")
      type.unit = TimeUnit::Minute;
    else if (unit == "HOUR")
      type.unit = TimeUnit::Hour;
    else if (unit == "DAY")
      type.unit = TimeUnit::Day;
    else {
      Diagnostic &error =
          diagnostics_.report(diag::timestampUnit, name_.unit->range, spellName(name_.unit->name));
      std::string_view nearest = nearestName(unit, {"MINUTE", "HOUR", "DAY"});
      if (!nearest.empty())
        error.notes.push_back({fmt::format("did you mean {}?", nearest), {}});
      return std::nullopt;
    }
    return type;
  }
  if (name_.arguments.empty())
    return type;
  static constexpr std::array<std::pair<std::string_view, TimeUnit>, 5> precisions = {
      {{"0", TimeUnit::Second},
       {"3", TimeUnit::Millisecond},
       {"6", TimeUnit::Microsecond},
       {"9", TimeUnit::Nanosecond},
       {"12", TimeUnit::Picosecond}}};
  for (auto [precision, unit] : precisions)
    if (name_.arguments.size() == 1 && name_.arguments[0] == precision) {
      type.unit = unit;
      return type;
    }
  diagnostics_.report(diag::timestampPrecision, name_.argumentsRange);
  return std::nullopt;
}

void TypeBinder::reportUnknown() {
  std::vector<std::string_view> names;
  for (const NamedKind &kind : kinds)
    names.push_back(kind.name);
  Diagnostic &error =
      diagnostics_.report(diag::unknownType, name_.name.range, spellName(name_.name.name));
  std::string spelled = toUpper(name_.name.name);
  if (nearestName(spelled, names).empty())
    error.notes.push_back(
        {"the types are BOOLEAN, SMALLINT, INT, BIGINT, DECIMAL, DATE, TIMESTAMP, "
         "ENUM and VARCHAR",
         {}});
  else
    proposeName(error, spelled, names);
}

} // namespace

std::optional<Type> bindType(const ast::TypeName &name, bool inTable, Catalog &catalog,
                             EnumTable &enums, std::optional<unsigned> &domain,
                             DiagnosticEngine &diagnostics) {
  return TypeBinder(name, inTable, catalog, enums, diagnostics).bind(domain);
}

} // namespace bough
