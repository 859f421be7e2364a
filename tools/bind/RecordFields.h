#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bough::bind {

/// What BOUGH_STREAM or BOUGH_COLUMN says of a declaration; empty without such a mark.
std::string markOf(const clang::Decl &declaration, std::string_view kind);

struct RecordField {
  const clang::FieldDecl *field = nullptr;
  std::uint64_t offset = 0; ///< in bytes from the start of the whole record; not of bit-fields
  std::string column;       ///< of BOUGH_COLUMN; else empty
  bool isPublic = true;
};

/// The fields of a complete record, those of its bases and of anonymous members included, in the
/// order of declaration. Requires that there are no virtual bases.
std::vector<RecordField> fieldsOf(clang::ASTContext &context, const clang::CXXRecordDecl &record);

/// All definitions of a translation unit that are marked BOUGH_STREAM, in order.
std::vector<const clang::TagDecl *> markedRecords(clang::ASTContext &context);

} // namespace bough::bind
