#include "tools/bind/AbiCheck.h"

#include "codegen/llvm/AbiTable.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/Diagnostic.h>

#include <map>
#include <vector>

namespace bough::bind {

namespace {

using emit::abi::Type;

struct StructRow {
  const char *name;
  std::uint64_t bytes;
};
struct FieldRow {
  const char *structName;
  const char *name;
  std::uint64_t offset;
  Type type;
};
struct FunctionRow {
  const char *name;
  Type result;
  std::vector<Type> parameters;
};
struct ConstantRow {
  const char *name;
  std::int64_t value;
};

constexpr StructRow structRows[] = {
#define BOUGH_ABI_STRUCT(NAME) {#NAME, sizeof(::NAME)},
#include "codegen/llvm/AbiTable.def"
};
constexpr FieldRow fieldRows[] = {
#define BOUGH_ABI_FIELD(STRUCT, NAME, TYPE)                                                        \
  {#STRUCT, #NAME, emit::abi::STRUCT::NAME.offset, Type::TYPE},
#include "codegen/llvm/AbiTable.def"
};
constexpr ConstantRow constantRows[] = {
#define BOUGH_ABI_CONSTANT(NAME) {#NAME, NAME},
#include "codegen/llvm/AbiTable.def"
};

std::vector<FunctionRow> functionRows() {
  using enum Type;
  return {
#define BOUGH_ABI_FUNCTION(NAME, RESULT, ...) {#NAME, RESULT, {__VA_ARGS__}},
#include "codegen/llvm/AbiTable.def"
  };
}

const char *describe(Type type) {
  switch (type) {
  case Type::Void:
    return "void";
  case Type::Word:
    return "a 64-bit integer";
  case Type::HalfWord:
    return "a 32-bit integer";
  case Type::Words:
    return "a pointer to 64-bit integers";
  case Type::HalfWords:
    return "a pointer to 32-bit integers";
  case Type::WordArrays:
    return "a pointer to pointers to 64-bit integers";
  case Type::Bytes:
    return "a pointer to void";
  case Type::Struct:
    return "a pointer to a struct";
  case Type::Function:
    return "a pointer to a function";
  }
  return "";
}

class AbiCheck {
public:
  AbiCheck(clang::ASTContext &context, const std::string &prefix)
      : context_(context), prefix_(prefix), isObject_(prefix != "bough") {}

  void run();

private:
  void collect();
  void checkStruct(const StructRow &row);
  void checkFunction(const FunctionRow &row);
  void checkConstants();
  /// The type of a function pointer, or of a function of an object's header.
  const clang::FunctionProtoType *functionType(const FunctionRow &row, clang::SourceLocation &at,
                                               std::string &name);
  bool isOf(clang::QualType type, Type expected) const;
  bool isWord(clang::QualType type, unsigned bits) const {
    return type->isIntegralOrEnumerationType() && context_.getTypeSize(type) == bits;
  }
  std::string renamed(const std::string &name) const;
  void error(clang::SourceLocation at, const std::string &message) {
    clang::DiagnosticsEngine &engine = context_.getDiagnostics();
    engine.Report(at, engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << message;
  }

  clang::ASTContext &context_;
  std::string prefix_;
  bool isObject_;
  std::map<std::string, const clang::RecordDecl *> structs_;
  std::map<std::string, const clang::TypedefNameDecl *> typedefs_;
  std::map<std::string, const clang::FunctionDecl *> functions_;
  std::map<std::string, const clang::EnumConstantDecl *> constants_;
};

std::string AbiCheck::renamed(const std::string &name) const {
  std::string start = prefix_;
  if (name.starts_with("BOUGH"))
    for (char &c : start)
      c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return start + name.substr(std::string("bough").size());
}

void AbiCheck::collect() {
  std::vector<const clang::DeclContext *> contexts{context_.getTranslationUnitDecl()};
  while (!contexts.empty()) {
    const clang::DeclContext *own = contexts.back();
    contexts.pop_back();
    for (const clang::Decl *each : own->decls()) {
      if (const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(each))
        contexts.push_back(linkage);
      if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(each);
          record != nullptr && record->isCompleteDefinition())
        structs_[record->getNameAsString()] = record;
      if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(each))
        typedefs_[alias->getNameAsString()] = alias;
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(each))
        functions_[function->getNameAsString()] = function;
      if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(each))
        for (const clang::EnumConstantDecl *constant : enumeration->enumerators())
          constants_[constant->getNameAsString()] = constant;
    }
  }
}

bool AbiCheck::isOf(clang::QualType type, Type expected) const {
  type = type.getCanonicalType();
  if (expected == Type::Void)
    return type->isVoidType();
  if (expected == Type::Word || expected == Type::HalfWord)
    return isWord(type, expected == Type::Word ? 64 : 32);
  if (!type->isPointerType())
    return false;
  const clang::QualType pointee = type->getPointeeType();
  switch (expected) {
  case Type::Words:
    return isWord(pointee, 64);
  case Type::HalfWords:
    return isWord(pointee, 32);
  case Type::WordArrays:
    return pointee->isPointerType() && isWord(pointee->getPointeeType(), 64);
  case Type::Bytes: // objects have headers with structs for states and rows
    return pointee->isVoidType() || (isObject_ && pointee->isRecordType());
  case Type::Struct:
    return pointee->isRecordType();
  case Type::Function:
    return pointee->isFunctionType();
  case Type::Void:
  case Type::Word:
  case Type::HalfWord:
    break;
  }
  return false;
}

void AbiCheck::checkStruct(const StructRow &row) {
  const std::string name = renamed(row.name);
  const auto found = structs_.find(name);
  if (found == structs_.end()) {
    error({}, "there is no struct '" + name + "', which the emitter uses");
    return;
  }
  const clang::RecordDecl *record = found->second;
  const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(record);
  for (const FieldRow &expected : fieldRows) {
    if (std::string_view(expected.structName) != row.name)
      continue;
    const clang::FieldDecl *field = nullptr;
    for (const clang::FieldDecl *each : record->fields())
      if (each->getName() == expected.name)
        field = each;
    if (field == nullptr) {
      error(record->getLocation(),
            "struct '" + name + "' has no field '" + expected.name + "', which the emitter uses");
      continue;
    }
    const std::uint64_t offset = layout.getFieldOffset(field->getFieldIndex()) / 8;
    if (offset != expected.offset)
      error(field->getLocation(), "field '" + name + "." + expected.name + "' is at offset " +
                                      std::to_string(offset) + ", and at " +
                                      std::to_string(expected.offset) + " for the emitter");
    if (!isOf(field->getType(), expected.type))
      error(field->getLocation(), "field '" + name + "." + expected.name + "' is '" +
                                      field->getType().getAsString() + "', and " +
                                      describe(expected.type) + " for the emitter");
  }
  const auto bytes = static_cast<std::uint64_t>(layout.getSize().getQuantity());
  if (bytes != row.bytes)
    error(record->getLocation(), "struct '" + name + "' has " + std::to_string(bytes) +
                                     " bytes, and " + std::to_string(row.bytes) +
                                     " for the emitter");
}

const clang::FunctionProtoType *
AbiCheck::functionType(const FunctionRow &row, clang::SourceLocation &at, std::string &name) {
  name = row.name;
  clang::QualType type;
  if (!isObject_) {
    if (auto found = typedefs_.find(name); found != typedefs_.end()) {
      at = found->second->getLocation();
      type = found->second->getUnderlyingType();
      if (type->isPointerType())
        type = type->getPointeeType();
    }
  } else {
    name = renamed(name.substr(0, name.size() - std::string("_fn").size()));
    if (auto found = functions_.find(name); found != functions_.end()) {
      at = found->second->getLocation();
      type = found->second->getType();
    }
  }
  return type.isNull() ? nullptr : type->getAs<clang::FunctionProtoType>();
}

void AbiCheck::checkFunction(const FunctionRow &row) {
  // Their names depend on the query.
  if (isObject_ && (std::string_view(row.name) == "bough_row_fn" ||
                    std::string_view(row.name) == "bough_flush_fn"))
    return;
  clang::SourceLocation at;
  std::string name;
  const clang::FunctionProtoType *type = functionType(row, at, name);
  if (type == nullptr) {
    error(at, "there is no function type '" + name + "', which the emitter uses");
    return;
  }
  if (!isOf(type->getReturnType(), row.result))
    error(at, "'" + name + "' returns '" + type->getReturnType().getAsString() + "', and " +
                  describe(row.result) + " for the emitter");
  if (type->getNumParams() != row.parameters.size()) {
    error(at, "'" + name + "' has " + std::to_string(type->getNumParams()) + " parameters, and " +
                  std::to_string(row.parameters.size()) + " for the emitter");
    return;
  }
  for (unsigned i = 0; i < row.parameters.size(); ++i)
    if (!isOf(type->getParamType(i), row.parameters[i]))
      error(at, "parameter " + std::to_string(i + 1) + " of '" + name + "' is '" +
                    type->getParamType(i).getAsString() + "', and " + describe(row.parameters[i]) +
                    " for the emitter");
}

void AbiCheck::checkConstants() {
  std::map<std::string, std::int64_t> expected;
  for (const ConstantRow &row : constantRows)
    expected[renamed(row.name)] = row.value;
  for (const auto &[name, value] : expected) {
    const auto found = constants_.find(name);
    if (found == constants_.end()) {
      error({}, "there is no constant '" + name + "', which the emitter uses");
      continue;
    }
    const std::int64_t actual = found->second->getInitVal().getExtValue();
    if (actual != value)
      error(found->second->getLocation(), "'" + name + "' is " + std::to_string(actual) + ", and " +
                                              std::to_string(value) + " for the emitter");
  }
  for (const auto &[name, constant] : constants_)
    if (!isObject_ && !expected.contains(name))
      error(constant->getLocation(), "'" + name + "' is unknown to the emitter");
}

void AbiCheck::run() {
  collect();
  for (const StructRow &row : structRows)
    checkStruct(row);
  for (const FunctionRow &row : functionRows())
    checkFunction(row);
  checkConstants();
}

} // namespace

void checkAbi(clang::ASTContext &context, const std::string &prefix) {
  AbiCheck(context, prefix).run();
}

} // namespace bough::bind
