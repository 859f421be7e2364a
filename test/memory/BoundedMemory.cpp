// Feeds rows to a program's standard input and compares its memory early and late:
//
//   bough-memory-test EARLY-ROWS ALL-ROWS GROWTH-KIB PROGRAM ARGUMENT...
//
// The rows are `account,size,ts` as test/memory/Inputs/orders.sql declares them, four to a second.
// The program's results are dropped; its standard error is passed on to standard output.

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr std::uint64_t rowsPerSecond = 4;

struct Child {
  pid_t id = -1;
  int input = -1; ///< the end of the pipe to write to
};

std::optional<Child> start(char **command) {
  int ends[2];
  if (pipe(ends) != 0)
    return std::nullopt;
  pid_t id = fork();
  if (id < 0)
    return std::nullopt;
  if (id == 0) {
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    if (std::freopen("/dev/null", "w", stdout) == nullptr)
      _exit(126);
    execvp(command[0], command);
    fmt::print(stderr, "cannot run {}: {}\n", command[0], std::strerror(errno));
    _exit(127);
  }
  close(ends[0]);
  return Child{id, ends[1]};
}

bool writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return false;
    text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return true;
}

/// Rows with the numbers first .. last - 1.
bool writeRows(int file, std::uint64_t first, std::uint64_t last, std::uint64_t &random) {
  std::string text;
  for (std::uint64_t row = first; row < last; ++row) {
    random = random * 6364136223846793005 + 1442695040888963407;
    fmt::format_to(std::back_inserter(text), FMT_STRING("{},{},{}\n"), (random >> 40) % 64,
                   (random >> 50) % 16, row / rowsPerSecond);
    if (text.size() > 60000 || row + 1 == last) {
      if (!writeAll(file, text))
        return false;
      text.clear();
    }
  }
  return true;
}

/// Waits until the child has taken everything from the pipe and had time to work on it.
bool settle(int file) {
  for (int i = 0; i < 3000; ++i) {
    int waiting = 0;
    if (ioctl(file, FIONREAD, &waiting) != 0)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(waiting == 0 ? 300 : 10));
    if (waiting == 0)
      return true;
  }
  return false;
}

/// A line of /proc/ID/status in KiB; 0 when there is none.
std::uint64_t memory(pid_t id, std::string_view field) {
  std::ifstream status(fmt::format("/proc/{}/status", id));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field))
      return std::strtoull(line.c_str() + field.size() + 1, nullptr, 10);
  return 0;
}

int fail(std::string_view message) {
  fmt::print(stderr, "bough-memory-test: {}\n", message);
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 5)
    return fail("usage: bough-memory-test EARLY-ROWS ALL-ROWS GROWTH-KIB PROGRAM ARGUMENT...");
  std::uint64_t earlyRows = std::strtoull(argv[1], nullptr, 10);
  std::uint64_t allRows = std::strtoull(argv[2], nullptr, 10);
  std::uint64_t allowed = std::strtoull(argv[3], nullptr, 10);
  std::signal(SIGPIPE, SIG_IGN);

  std::optional<Child> child = start(argv + 4);
  if (!child)
    return fail("cannot start the program");
  std::uint64_t random = 1;
  if (!writeAll(child->input, "account,size,ts\n") ||
      !writeRows(child->input, 0, earlyRows, random) || !settle(child->input))
    return fail("the program does not take its input");
  std::uint64_t early = memory(child->id, "VmRSS:");
  std::uint64_t earlyPeak = memory(child->id, "VmHWM:");
  if (!writeRows(child->input, earlyRows, allRows, random) || !settle(child->input))
    return fail("the program stopped taking its input");
  std::uint64_t late = memory(child->id, "VmRSS:");
  std::uint64_t latePeak = memory(child->id, "VmHWM:");
  close(child->input);
  int status = 0;
  waitpid(child->id, &status, 0);

  fmt::print(stderr, "after {} rows: {} KiB, peak {} KiB; after {} rows: {} KiB, peak {} KiB\n",
             earlyRows, early, earlyPeak, allRows, late, latePeak);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return fail("the program failed");
  if (early == 0 || late == 0)
    return fail("no numbers in /proc");
  if (late > early + allowed || latePeak > earlyPeak + allowed)
    return fail(fmt::format("memory grew by more than {} KiB", allowed));
  return 0;
}
