#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Buffered writing to a file descriptor. After a failure nothing more is written.
class OutputFile {
public:
  enum class State {
    Good,
    Closed, ///< the reader of the pipe has gone
    Failed  ///< `reason` says why
  };

  /// Standard output, say; does not close the descriptor.
  explicit OutputFile(int descriptor);
  /// A file of that name, which loses what it held. Failed when it cannot be opened.
  explicit OutputFile(const std::string &path);
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  void write(std::string_view text);
  void write(char c) {
    if (used_ == buffer_.size())
      flush();
    buffer_[used_++] = c;
  }
  void writeNumber(std::int64_t number);
  void writeNumber(std::uint64_t number);
  /// False when the state is not Good afterwards.
  bool flush();

  State state() const { return state_; }
  bool isGood() const { return state_ == State::Good; }
  const std::string &reason() const { return reason_; }
  const std::string &path() const { return path_; } ///< empty for a descriptor

private:
  std::string path_;
  int descriptor_;
  State state_ = State::Good;
  std::string reason_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

} // namespace bough
