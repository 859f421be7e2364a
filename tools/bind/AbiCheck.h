#pragma once

#include <string>

namespace clang {
class ASTContext;
}

namespace bough::bind {

/// Compares codegen/llvm/AbiTable.def with a header like runtime/Abi.h: sizes of structs, offsets
/// and types of fields, types of functions, values of constants. Each difference is an error of
/// Clang at its place. `prefix` takes the place of "bough" in all names, for headers of object
/// files; their functions are declared as such.
void checkAbi(clang::ASTContext &context, const std::string &prefix);

} // namespace bough::bind
