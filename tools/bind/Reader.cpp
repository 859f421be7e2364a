#include "tools/bind/Reader.h"

#include "runtime/Names.h"
#include "tools/bind/Headers.h"
#include "tools/bind/RecordFields.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <map>

namespace bough::bind {

namespace {

/// The texts of Clang's files as sources of Bough's diagnostics.
class Places {
public:
  /// The main file is shown by the name that it was given.
  explicit Places(std::string mainFile) : mainFile_(std::move(mainFile)) {}

  struct Place {
    std::shared_ptr<const Source> source; ///< null for what is in no file
    SourceRange range;
  };

  /// The token at a place; where a macro put it, that of the macro's name.
  Place of(const clang::SourceManager &manager, const clang::LangOptions &language,
           clang::SourceLocation location) {
    location = manager.getFileLoc(location);
    if (location.isInvalid())
      return {};
    auto [file, offset] = manager.getDecomposedLoc(location);
    std::shared_ptr<const Source> &source = sources_[file.getHashValue()];
    if (source == nullptr)
      source = std::make_shared<const Source>(
          file == manager.getMainFileID() ? mainFile_ : manager.getFilename(location).str(),
          manager.getBufferData(file).str());
    const unsigned length =
        std::max(1U, clang::Lexer::MeasureTokenLength(location, manager, language));
    return {source, {offset, offset + length}};
  }

private:
  std::string mainFile_;
  std::map<unsigned, std::shared_ptr<const Source>> sources_;
};

/// Takes what Clang says about a header as diagnostics of Bough.
class Messages final : public clang::DiagnosticConsumer {
public:
  Messages(Places &places, DiagnosticEngine &diagnostics)
      : places_(places), diagnostics_(diagnostics) {}

  void BeginSourceFile(const clang::LangOptions &language,
                       const clang::Preprocessor * /*preprocessor*/) override {
    language_ = language;
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    // Warnings are those of the user's compiler; notes are mostly about other files.
    if (level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    Places::Place place;
    if (info.hasSourceManager())
      place = places_.of(info.getSourceManager(), language_, info.getLocation());
    diagnostics_.reportIn(place.source, diag::headerNotCompiled, place.range, text.str().str());
  }

private:
  Places &places_;
  DiagnosticEngine &diagnostics_;
  clang::LangOptions language_;
};

/// Bits of the signed integers that a column's type is about.
unsigned bitsOf(const MachineColumn &column) {
  switch (column.format.kind) {
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Key:
    return column.type.starts_with("SMALLINT") ? 16 : column.type.starts_with("INT") ? 32 : 64;
  case CellFormat::Kind::Date:
    return 32;
  case CellFormat::Kind::Decimal: {
    unsigned digits = 18;
    const std::size_t begin = column.type.find('(') + 1;
    std::from_chars(column.type.data() + begin, column.type.data() + column.type.size(), digits);
    return digits <= 4 ? 16 : digits <= 9 ? 32 : 64;
  }
  case CellFormat::Kind::Boolean:
  case CellFormat::Kind::Time:
  case CellFormat::Kind::Text:
    break;
  }
  return 64;
}

class Matcher {
public:
  Matcher(clang::ASTContext &context, const MachineSchema &schema, const BindRequest &request,
          Places &places, DiagnosticEngine &diagnostics)
      : context_(context), schema_(schema), request_(request), places_(places),
        diagnostics_(diagnostics) {}

  void run();
  emit::Binding take() { return std::move(binding_); }

private:
  void bind(const clang::TagDecl &tag);
  bool isBindable(const clang::TagDecl &tag);
  const MachineStream *findStream(const clang::TagDecl &tag, const std::string &name);
  void bindColumn(const MachineColumn &column, const clang::CXXRecordDecl &record,
                  const std::vector<RecordField> &fields, emit::StructBinding &bound);
  bool isReadable(const RecordField &field);
  bool hasType(const MachineColumn &column, const clang::FieldDecl &field,
               emit::FieldBinding &bound);
  template <typename... Args>
  Diagnostic &report(const clang::NamedDecl &at, const DiagnosticKind<Args...> &kind,
                     const std::type_identity_t<Args> &...args) {
    Places::Place place =
        places_.of(context_.getSourceManager(), context_.getLangOpts(), at.getLocation());
    return diagnostics_.reportIn(place.source, kind, place.range, args...);
  }
  /// Adds a note when it is in the same file.
  void note(Diagnostic &diagnostic, const clang::NamedDecl &at, const std::string &text) {
    Places::Place place =
        places_.of(context_.getSourceManager(), context_.getLangOpts(), at.getLocation());
    if (place.source == diagnostic.source)
      diagnostic.notes.push_back({text, place.range});
  }

  clang::ASTContext &context_;
  const MachineSchema &schema_;
  const BindRequest &request_;
  Places &places_;
  DiagnosticEngine &diagnostics_;
  emit::Binding binding_;
  std::map<std::string, const clang::TagDecl *> boundBy_; ///< by stream
};

void Matcher::run() {
  const std::vector<const clang::TagDecl *> marked = markedRecords(context_);
  if (marked.empty())
    diagnostics_.reportIn(nullptr, diag::nothingBound, {}, request_.header);
  for (const clang::TagDecl *tag : marked)
    bind(*tag);
}

bool Matcher::isBindable(const clang::TagDecl &tag) {
  const char *reason = nullptr;
  auto isHidden = [](const clang::Decl *decl) {
    return decl->getAccess() == clang::AS_private || decl->getAccess() == clang::AS_protected;
  };
  bool isPublic = !isHidden(&tag);
  for (const clang::DeclContext *outer = tag.getDeclContext(); outer->isRecord();
       outer = outer->getParent())
    isPublic = isPublic && !isHidden(llvm::cast<clang::Decl>(outer));
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(&tag);
  if (record == nullptr)
    reason = "no struct";
  else if (record->isUnion())
    reason = "a union";
  else if (record->isDependentContext())
    reason = "a template, which has no layout";
  else if (record->getDefinition() == nullptr)
    reason = "declared, but not defined";
  else if (record->isInAnonymousNamespace())
    reason = "in a namespace without a name";
  else if (!isPublic)
    reason = "not public in the class around it";
  else if (record->getNumVBases() > 0)
    reason = "a class with virtual bases";
  if (reason != nullptr)
    report(tag, diag::structNotBindable, tag.getNameAsString(), reason);
  return reason == nullptr;
}

const MachineStream *Matcher::findStream(const clang::TagDecl &tag, const std::string &name) {
  std::vector<std::string> names;
  std::string hint;
  for (const MachineStream &stream : schema_.streams) {
    if (equalNames(stream.name, name)) {
      if (stream.hasTimestamp())
        return &stream;
      hint = "; it is a table";
    }
    if (stream.hasTimestamp())
      names.push_back(stream.name);
  }
  report(tag, diag::boundStreamUnknown, name, hint.empty() ? suggestName(name, names) : hint);
  return nullptr;
}

void Matcher::bind(const clang::TagDecl &tag) {
  if (!isBindable(tag))
    return;
  const MachineStream *stream = findStream(tag, markOf(tag, "stream"));
  if (stream == nullptr)
    return;
  if (auto [first, isFirst] = boundBy_.emplace(stream->name, &tag); !isFirst) {
    note(report(tag, diag::streamBoundTwice, stream->name), *first->second, "first bound here");
    return;
  }
  const auto &record = llvm::cast<clang::CXXRecordDecl>(tag);
  const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
  const std::vector<RecordField> fields = fieldsOf(context_, record);
  emit::StructBinding bound;
  bound.stream = stream->name;
  llvm::raw_string_ostream qualified(bound.structName);
  // With the arguments, where it is a specialisation.
  record.getNameForDiagnostic(qualified, context_.getPrintingPolicy(), /*Qualified=*/true);
  qualified.flush();
  bound.header = request_.header;
  bound.size = static_cast<std::uint64_t>(layout.getSize().getQuantity());
  bound.alignment = static_cast<std::uint64_t>(layout.getAlignment().getQuantity());
  for (const MachineColumn &column : stream->columns)
    bindColumn(column, record, fields, bound);
  std::vector<std::string> columns;
  for (const MachineColumn &column : stream->columns)
    columns.push_back(column.name);
  for (const RecordField &field : fields)
    if (!field.column.empty() &&
        std::none_of(columns.begin(), columns.end(),
                     [&](const std::string &name) { return equalNames(name, field.column); }))
      report(*field.field, diag::boundColumnUnknown, stream->name, field.column,
             suggestName(field.column, columns));
  binding_.structs.push_back(std::move(bound));
}

/// The field that a mark gives to the column, else the one of its name.
void Matcher::bindColumn(const MachineColumn &column, const clang::CXXRecordDecl &record,
                         const std::vector<RecordField> &fields, emit::StructBinding &bound) {
  const RecordField *found = nullptr;
  for (const RecordField &field : fields) {
    const std::string name = field.column.empty() ? field.field->getNameAsString() : field.column;
    if (!equalNames(name, column.name))
      continue;
    if (found != nullptr) {
      note(report(*field.field, diag::columnBoundTwice, column.name), *found->field,
           "first bound here");
      return;
    }
    found = &field;
  }
  if (found == nullptr) {
    report(record, diag::fieldMissing, record.getNameAsString(), column.name, column.type);
    return;
  }
  emit::FieldBinding result;
  result.column = column.name;
  result.field = found->field->getNameAsString();
  result.offset = found->offset;
  if (isReadable(*found) && hasType(column, *found->field, result))
    bound.fields.push_back(std::move(result));
}

bool Matcher::isReadable(const RecordField &field) {
  const char *reason = nullptr;
  if (field.field->isBitField())
    reason = "a bit-field";
  else if (field.field->getType()->isReferenceType())
    reason = "a reference";
  else if (!field.isPublic)
    reason = "not public";
  if (reason != nullptr)
    report(*field.field, diag::fieldNotReadable, field.field->getNameAsString(), reason);
  return reason == nullptr;
}

bool Matcher::hasType(const MachineColumn &column, const clang::FieldDecl &field,
                      emit::FieldBinding &bound) {
  const std::string name = field.getNameAsString(), shown = field.getType().getAsString();
  clang::QualType type = field.getType().getCanonicalType();
  if (const auto *enumeration = type->getAs<clang::EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  const bool isBool = type->isBooleanType();
  const bool isInteger = !type.isNull() && type->isIntegerType() && !isBool &&
                         !type->isWideCharType() && !type->isChar8Type() && !type->isChar16Type() &&
                         !type->isChar32Type() && !type->isBitIntType();
  const bool isForBool = column.format.kind == CellFormat::Kind::Boolean;
  if (type.isVolatileQualified() || (isForBool ? !isBool : !isInteger)) {
    report(field, diag::fieldOfWrongType, name, shown, column.name, column.type);
    return false;
  }
  const auto bits = static_cast<unsigned>(context_.getTypeSize(type));
  const bool isUnsigned = type->isUnsignedIntegerType();
  if (!isBool && (isUnsigned ? bits >= bitsOf(column) : bits > bitsOf(column))) {
    report(field, diag::fieldNarrowed, name, shown, column.name, column.type);
    return false;
  }
  bound.bytes = bits / 8;
  bound.kind = isBool       ? emit::FieldKind::Bool
               : isUnsigned ? emit::FieldKind::Unsigned
                            : emit::FieldKind::Signed;
  return true;
}

} // namespace

std::optional<emit::Binding> Reader::read(const MachineSchema &schema, const BindRequest &request,
                                          DiagnosticEngine &diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  if (std::ifstream file(request.header);
      !file || file.peek() == std::ifstream::traits_type::eof()) {
    diagnostics.reportIn(nullptr, diag::cannotRead, {}, request.header,
                         !file ? std::strerror(errno) : "it is empty");
    return std::nullopt;
  }
  Places places(request.header);
  Messages messages(places, diagnostics);
  std::vector<std::string> arguments{"-xc++", "-std=c++20"};
  arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());
  emit::Binding binding;
  const bool isRead =
      readHeader(request.header, arguments, &messages, [&](clang::ASTContext &context) {
        Matcher matcher(context, schema, request, places, diagnostics);
        matcher.run();
        binding = matcher.take();
      });
  if (!isRead && diagnostics.errorCount() == before)
    diagnostics.reportIn(nullptr, diag::headerNotCompiled, {},
                         "cannot read '" + request.header + "'");
  if (diagnostics.errorCount() != before)
    return std::nullopt;
  return binding;
}

} // namespace bough::bind
