#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class DiagnosticConsumer;
} // namespace clang

namespace bough::bind {

/// Has Clang read a header, with arguments such as -std=c++20, and calls `use` with what it
/// declares unless there were errors. Messages go to `consumer`; null: to standard error. The file
/// bough/Annotate.h is always found. False after an error, one that `use` reports included.
bool readHeader(const std::string &path, const std::vector<std::string> &arguments,
                clang::DiagnosticConsumer *consumer,
                const std::function<void(clang::ASTContext &)> &use);

} // namespace bough::bind
