#pragma once

#include <set>
#include <string>
#include <string_view>

namespace bough {

/// Makes names that IR text accepts and that are unique within a program.
class Names {
public:
  /// The hint with everything but letters, digits and '_' replaced, and a number if it is taken.
  std::string unique(std::string_view hint);

private:
  std::set<std::string, std::less<>> taken_;
};

/// `hint` as an IR identifier.
std::string identifier(std::string_view hint);
/// The same in capitals: synopses and buffers, as design note 4.1 writes them.
std::string capitals(std::string_view hint);

} // namespace bough
