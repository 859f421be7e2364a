#include "codegen/lower/Names.h"

#include <cctype>
#include <fmt/format.h>

namespace bough {

std::string identifier(std::string_view hint) {
  std::string name;
  for (char c : hint) {
    bool isPlain = std::isalnum(static_cast<unsigned char>(c)) && static_cast<signed char>(c) > 0;
    name += isPlain ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())))
    name.insert(name.begin(), '_');
  return name;
}

std::string capitals(std::string_view hint) {
  std::string name = identifier(hint);
  for (char &c : name)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

std::string Names::unique(std::string_view hint) {
  std::string base = identifier(hint);
  std::string name = base;
  for (unsigned n = 2; !taken_.insert(name).second; ++n)
    name = fmt::format("{}_{}", base, n);
  return name;
}

} // namespace bough
