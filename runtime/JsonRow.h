#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// The value of a member.
struct JsonValue {
  enum class Kind {
    Text,
    Scalar, ///< a number, true or false: `text` as it is written
    Null,
    Nested ///< an object or an array: `text` is its first character
  };
  Kind kind = Kind::Null;
  std::string_view text; ///< of a string what it stands for, without quotes and escapes
  const char *begin = nullptr, *end = nullptr; ///< in the line; with quotes
};

/// Parses objects of JSON and keeps the members of some names. All of an object is checked, also
/// what is not kept. Allocates nothing but for longer lines.
class JsonRow {
public:
  /// Deepest nesting of values.
  static constexpr unsigned maximumDepth = 64;
  /// Behind a line as many bytes have to be readable.
  static constexpr std::size_t paddingBytes = 64;

  JsonRow();
  ~JsonRow();
  JsonRow(const JsonRow &) = delete;
  JsonRow &operator=(const JsonRow &) = delete;

  /// The index of a name, which is new or has one without regard to case.
  std::size_t addName(std::string_view name);

  const std::string &nameOf(std::size_t name) const { return members_[name].name; }

  /// Parses a line with one object. False after a fault.
  bool parse(std::string_view line);
  /// Of the last object; null when it has no such member. Texts are valid until the next one.
  const JsonValue *find(std::size_t name) const {
    return members_[name].row == row_ ? &members_[name].value : nullptr;
  }

  struct Fault {
    std::string_view reason; ///< empty for a member of a name that is there twice
    const char *begin = nullptr, *end = nullptr;
    std::size_t name = 0; ///< of that member
  };
  const Fault &fault() const { return fault_; }

private:
  struct Parser; // of simdjson, whose header is large
  struct Member {
    std::string name;
    JsonValue value;
    std::uint64_t row = 0; ///< that had it last
  };
  static constexpr std::size_t unknown = static_cast<std::size_t>(-1);
  /// The key of the n-th member of the last objects, and which name it is: most objects are alike.
  struct Guess {
    std::string key;
    std::size_t name = unknown;
  };

  std::size_t findName(std::size_t position, std::string_view key);

  std::unique_ptr<Parser> parser_;
  std::vector<Member> members_;
  std::vector<Guess> guesses_;
  std::uint64_t row_ = 0;
  Fault fault_;
};

} // namespace bough
