#pragma once

#include <fmt/format.h>
#include <string>
#include <utility>

namespace bough {

/// Builds indented text, two spaces a level; every printer of the compiler writes through it.
class TextWriter {
public:
  /// One whole line at the present indentation.
  template <typename... Args> void line(fmt::format_string<Args...> format, Args &&...args) {
    lineText(fmt::format(format, std::forward<Args>(args)...));
  }
  void lineText(std::string_view text) {
    if (!text.empty())
      text_.append(2 * depth_, ' ').append(text);
    text_ += '\n';
  }
  void indent() { ++depth_; }
  void dedent() { --depth_; }
  std::string take() { return std::move(text_); }

  /// Indents for the length of a scope.
  class Indented {
  public:
    explicit Indented(TextWriter &writer) : writer_(writer) { writer_.indent(); }
    ~Indented() { writer_.dedent(); }
    Indented(const Indented &) = delete;
    Indented &operator=(const Indented &) = delete;

  private:
    TextWriter &writer_;
  };

private:
  std::string text_;
  std::size_t depth_ = 0;
};

} // namespace bough
