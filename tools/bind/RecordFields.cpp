#include "tools/bind/RecordFields.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>

namespace bough::bind {

std::string markOf(const clang::Decl &declaration, std::string_view kind) {
  const std::string start = "bough." + std::string(kind) + ":";
  for (const auto *mark : declaration.specific_attrs<clang::AnnotateAttr>())
    if (mark->getAnnotation().starts_with(start))
      return mark->getAnnotation().substr(start.size()).str();
  return {};
}

namespace {

void addFields(clang::ASTContext &context, const clang::CXXRecordDecl &record, std::uint64_t offset,
               bool isPublic, std::vector<RecordField> &fields) {
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&record);
  for (const clang::CXXBaseSpecifier &base : record.bases()) {
    const clang::CXXRecordDecl *own = base.getType()->getAsCXXRecordDecl();
    addFields(context, *own,
              offset + static_cast<std::uint64_t>(layout.getBaseClassOffset(own).getQuantity()),
              isPublic && base.getAccessSpecifier() == clang::AS_public, fields);
  }
  for (const clang::FieldDecl *field : record.fields()) {
    const std::uint64_t at = offset + layout.getFieldOffset(field->getFieldIndex()) / 8;
    const bool isOpen = isPublic && field->getAccess() != clang::AS_private &&
                        field->getAccess() != clang::AS_protected;
    if (field->isAnonymousStructOrUnion())
      addFields(context, *field->getType()->getAsCXXRecordDecl(), at, isOpen, fields);
    else if (field->getIdentifier() != nullptr)
      fields.push_back({field, at, markOf(*field, "column"), isOpen});
  }
}

} // namespace

std::vector<RecordField> fieldsOf(clang::ASTContext &context, const clang::CXXRecordDecl &record) {
  std::vector<RecordField> fields;
  addFields(context, record, 0, true, fields);
  return fields;
}

namespace {

void addMarked(const clang::DeclContext &declarations,
               std::vector<const clang::TagDecl *> &records) {
  for (const clang::Decl *each : declarations.decls()) {
    if (const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(each))
      each = pattern->getTemplatedDecl();
    if (const auto *record = llvm::dyn_cast<clang::TagDecl>(each))
      if (!markOf(*record, "stream").empty() &&
          (record->isThisDeclarationADefinition() || record->getDefinition() == nullptr))
        records.push_back(record);
    // Namespaces, extern "C" and classes; a class's own name is no definition.
    if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(each);
        inner != nullptr && !llvm::isa<clang::FunctionDecl>(each))
      addMarked(*inner, records);
  }
}

} // namespace

std::vector<const clang::TagDecl *> markedRecords(clang::ASTContext &context) {
  std::vector<const clang::TagDecl *> records;
  addMarked(*context.getTranslationUnitDecl(), records);
  return records;
}

} // namespace bough::bind
