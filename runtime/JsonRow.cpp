#include "runtime/JsonRow.h"

#include "runtime/Names.h"

#include <algorithm>
#include <simdjson.h>

namespace bough {

namespace {

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;

constexpr std::size_t smallestCapacity = 4096;
constexpr std::size_t mostGuesses = 256;

static_assert(simdjson::SIMDJSON_PADDING <= JsonRow::paddingBytes);

std::string_view reasonOf(error_code error) {
  switch (error) {
  case simdjson::INCORRECT_TYPE:
  case simdjson::EMPTY:
    return "it does not begin with '{'";
  case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
    return "it does not end with the object's '}'";
  case simdjson::TRAILING_CONTENT:
    return "something follows the object";
  case simdjson::UTF8_ERROR:
    return "it is not UTF-8";
  case simdjson::UNCLOSED_STRING:
    return "a string is not closed";
  case simdjson::UNESCAPED_CHARS:
    return "a string has a control character";
  case simdjson::STRING_ERROR:
    return "a string has a wrong escape";
  case simdjson::NUMBER_ERROR:
    return "this is no value";
  case simdjson::DEPTH_ERROR:
    return "values are nested more than 64 deep";
  case simdjson::MEMALLOC:
    return "there is no memory for it";
  default:
    return "a comma, a colon or a bracket is missing";
  }
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view withoutDigits(std::string_view text) {
  while (!text.empty() && isDigit(text.front()))
    text.remove_prefix(1);
  return text;
}

/// RFC 8259, section 6.
bool isNumber(std::string_view text) {
  if (text.starts_with('-'))
    text.remove_prefix(1);
  if (text.empty() || !isDigit(text.front()))
    return false;
  text = text.front() == '0' ? text.substr(1) : withoutDigits(text);
  if (text.starts_with('.')) {
    if (text.size() < 2 || !isDigit(text[1]))
      return false;
    text = withoutDigits(text.substr(1));
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+'))
      text.remove_prefix(1);
    if (text.empty() || !isDigit(text.front()))
      return false;
    text = withoutDigits(text);
  }
  return text.empty();
}

/// The text of a value up to what follows it.
std::string_view tokenOf(ondemand::value &value) {
  std::string_view token = value.raw_json_token();
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

error_code checkNested(ondemand::value &value, unsigned depth);

/// Reads a value, and checks all of it. Null, and what is nested, have no text.
error_code readValue(ondemand::value &value, JsonValue &read, unsigned depth) {
  const std::string_view token = tokenOf(value);
  if (token.empty())
    return simdjson::TAPE_ERROR;
  read.begin = token.data();
  read.end = token.data() + token.size();
  read.text = token;
  switch (token.front()) {
  case '"':
    read.kind = JsonValue::Kind::Text;
    return value.get_string().get(read.text);
  case '{':
  case '[':
    read.kind = JsonValue::Kind::Nested;
    return checkNested(value, depth);
  default:
    break;
  }
  read.kind = token == "null" ? JsonValue::Kind::Null : JsonValue::Kind::Scalar;
  const bool isWord = token == "null" || token == "true" || token == "false";
  return isWord || isNumber(token) ? simdjson::SUCCESS : simdjson::NUMBER_ERROR;
}

error_code checkNested(ondemand::value &value, unsigned depth) {
  if (depth == JsonRow::maximumDepth)
    return simdjson::DEPTH_ERROR;
  JsonValue ignored;
  ondemand::json_type type{};
  if (error_code error = value.type().get(type))
    return error;
  if (type == ondemand::json_type::array) {
    ondemand::array array;
    if (error_code error = value.get_array().get(array))
      return error;
    for (auto each : array) {
      ondemand::value element;
      if (error_code error = each.get(element))
        return error;
      if (error_code error = readValue(element, ignored, depth + 1))
        return error;
    }
    return simdjson::SUCCESS;
  }
  ondemand::object object;
  if (error_code error = value.get_object().get(object))
    return error;
  for (auto each : object) {
    ondemand::field field;
    if (error_code error = std::move(each).get(field))
      return error;
    std::string_view key;
    if (error_code error = field.unescaped_key().get(key))
      return error;
    if (error_code error = readValue(field.value(), ignored, depth + 1))
      return error;
  }
  return simdjson::SUCCESS;
}

} // namespace

struct JsonRow::Parser {
  ondemand::parser parser;

  /// Begins a document, of at least its first bytes.
  error_code start(std::string_view line, ondemand::document &document) {
    if (parser.capacity() < line.size())
      if (error_code error = parser.allocate(std::max(2 * line.size(), smallestCapacity)))
        return error;
    return parser.iterate(line.data(), line.size(), line.size() + paddingBytes).get(document);
  }
};

JsonRow::JsonRow() : parser_(std::make_unique<Parser>()) {}
JsonRow::~JsonRow() = default;

std::size_t JsonRow::addName(std::string_view name) {
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (equalNames(members_[i].name, name))
      return i;
  members_.push_back({std::string(name), {}, 0});
  return members_.size() - 1;
}

std::size_t JsonRow::findName(std::size_t position, std::string_view key) {
  if (position < guesses_.size() && guesses_[position].key == key)
    return guesses_[position].name;
  std::size_t name = unknown;
  for (std::size_t i = 0; i < members_.size() && name == unknown; ++i)
    if (equalNames(members_[i].name, key))
      name = i;
  if (position < mostGuesses) {
    guesses_.resize(std::max(guesses_.size(), position + 1));
    guesses_[position].key = key;
    guesses_[position].name = name;
  }
  return name;
}

bool JsonRow::parse(std::string_view line) {
  ++row_;
  const char *at = line.data();
  auto fail = [&](error_code error) {
    fault_ = {reasonOf(error), at, at + 1, 0};
    return false;
  };
  ondemand::document document;
  if (error_code error = parser_->start(line, document))
    return fail(error);
  ondemand::object object;
  if (error_code error = document.get_object().get(object))
    return fail(error);
  std::size_t position = 0;
  for (auto each : object) {
    ondemand::field field;
    if (error_code error = std::move(each).get(field))
      return fail(error);
    at = field.key().raw() - 1; // its quote
    std::string_view key;
    if (error_code error = field.unescaped_key().get(key))
      return fail(error);
    const std::size_t name = findName(position++, key);
    JsonValue value;
    const char *const keyBegin = at;
    const error_code error = readValue(field.value(), value, 1);
    at = value.begin != nullptr ? value.begin : at;
    if (error != simdjson::SUCCESS)
      return fail(error);
    if (name == unknown)
      continue;
    Member &member = members_[name];
    if (member.row == row_) {
      fault_ = {{}, keyBegin, keyBegin + key.size() + 2, name};
      return false;
    }
    member.row = row_;
    member.value = value;
  }
  const char *rest = nullptr;
  if (document.current_location().get(rest) == simdjson::SUCCESS) {
    at = rest;
    return fail(simdjson::TRAILING_CONTENT);
  }
  return true;
}

} // namespace bough
