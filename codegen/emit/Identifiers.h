#pragma once

#include <set>
#include <string>
#include <string_view>

namespace bough::emit {

/// Keywords of C and C++, and names that their headers and compilers define as macros.
bool isReserved(std::string_view name);

/// Functions and types of the C library and of POSIX that headers declare outside of namespaces,
/// and `main`: a namespace cannot have their names.
bool isLibraryName(std::string_view name);

/// `hint` as an identifier of C++ in the manner of a variable: letters, digits and '_', no keyword
/// and no name that belongs to the implementation. A point before a word begins a capital
/// ("x.lo" is xLo), one before a number goes ("inRange.2" is inRange2).
std::string identifier(std::string_view hint);
/// The same in the manner of a type: "order_lines" and "orderLines" are OrderLines, "UP_2" is Up2.
std::string typeName(std::string_view hint);
/// The same in lower case, for members: "UP_2" is up_2.
std::string memberName(std::string_view hint);

/// Gives out names that are unique in a scope of C++ and in the scopes around it.
class Scope {
public:
  explicit Scope(const Scope *outer = nullptr) : outer_(outer) {}

  /// The name, or that name with a number when it is taken; takes it.
  std::string unique(const std::string &name);
  void reserve(std::string_view name) { taken_.emplace(name); }

private:
  bool isTaken(const std::string &name) const {
    return taken_.contains(name) || (outer_ != nullptr && outer_->isTaken(name));
  }

  const Scope *outer_;
  std::set<std::string, std::less<>> taken_;
};

} // namespace bough::emit
