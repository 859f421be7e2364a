#include "tools/bough/RejectionOptions.h"

#include "tools/bough/Duration.h"
#include "tools/bough/ReadSource.h"

#include <algorithm>

namespace bough::tool {

namespace {

constexpr std::int64_t longestSkew = std::int64_t{1} << 62; ///< nanoseconds

/// In machine ticks, rounded down: times are whole ticks.
std::int64_t ticksOf(std::int64_t nanoseconds, std::int64_t ticksPerDay) {
  constexpr std::int64_t nanosecondsPerDay = 86'400'000'000'000;
  const __int128 ticks = static_cast<__int128>(nanoseconds) * ticksPerDay / nanosecondsPerDay;
  return static_cast<std::int64_t>(
      std::min<__int128>(ticks, std::numeric_limits<std::int64_t>::max()));
}

} // namespace

void addRejectionOptions(CLI::App &command, RejectionOptions &options) {
  command
      .add_option(
          "--late", options.late,
          "What becomes of a row behind the watermark: stop (default), drop, or FILE, which "
          "gets such rows")
      ->option_text("stop|drop|FILE");
  command
      .add_option("--bad", options.bad,
                  "What becomes of a row that is malformed or has a value that its column does not "
                  "allow: stop (default), skip, or FILE, which gets such rows")
      ->option_text("stop|skip|FILE");
  command
      .add_option(
          "--max-future-skew", options.maxFutureSkew,
          "A row is bad when its timestamp is further ahead of the largest one of its input "
          "so far: 1h, 5min, 2s, 500ms")
      ->option_text("DURATION");
}

/// What --late or --bad says; `word` leaves rows out without writing them.
bool Rejections::choose(const char *option, const std::string &value, const char *word,
                        const char *otherWord, const std::vector<std::string> &paths,
                        RejectedRows::Choice &choice, DiagnosticEngine &diagnostics) {
  auto refuse = [&](std::string_view reason) {
    diagnostics.reportIn(nullptr, diag::rejectionUnusable, {}, option, value, reason);
    return false;
  };
  choice.stops = value == "stop";
  if (choice.stops || value == word)
    return true;
  if (value.empty() || value == "-" || value == otherWord)
    return refuse(fmt::format("the choices are stop, {}, or a file, such as ./{}", word,
                              value.empty() || value == "-" ? "rows.csv" : value));
  for (const File &other : files_)
    if (other.file->path() == value || isSameFile(value, other.file->path())) {
      choice.file = other.file.get();
      return true;
    }
  for (const std::string &path : paths)
    if (isSameFile(value, path))
      return refuse("the command uses this file already");
  files_.push_back({option, std::make_unique<OutputFile>(value)});
  choice.file = files_.back().file.get();
  return choice.file->isGood() || refuse(choice.file->reason());
}

std::unique_ptr<Rejections> Rejections::make(const RejectionOptions &options,
                                             const MachineSchema &schema, bool isProgram,
                                             const std::vector<std::string> &paths,
                                             DiagnosticEngine &diagnostics) {
  auto made = std::make_unique<Rejections>();
  RejectedRows::Options rows;
  if (!options.maxFutureSkew.empty()) {
    const std::optional<std::int64_t> skew = parseDuration(options.maxFutureSkew, longestSkew);
    const char *reason = !skew       ? "this is no length of time, such as 1h, 5min, 2s or 500ms"
                         : isProgram ? "a program of the IR does not say the unit of its times"
                                     : nullptr;
    if (reason != nullptr) {
      diagnostics.reportIn(nullptr, diag::rejectionUnusable, {}, "max-future-skew",
                           options.maxFutureSkew, reason);
      return nullptr;
    }
    rows.maxFutureSkew = ticksOf(*skew, schema.time.ticksPerDay);
  }
  if (!made->choose("late", options.late, "drop", "skip", paths, rows.late, diagnostics) ||
      !made->choose("bad", options.bad, "skip", "drop", paths, rows.bad, diagnostics))
    return nullptr;
  made->rows_.emplace(schema, rows);
  return made;
}

std::vector<std::string> Rejections::paths() const {
  std::vector<std::string> paths;
  for (const File &each : files_)
    paths.push_back(each.file->path());
  return paths;
}

bool Rejections::finish(DiagnosticEngine &diagnostics) {
  bool isGood = true;
  for (const File &each : files_)
    if (!each.file->flush()) {
      diagnostics.reportIn(nullptr, diag::rejectionUnusable, {}, each.option, each.file->path(),
                           each.file->reason().empty() ? "its reader has gone"
                                                       : each.file->reason());
      isGood = false;
    }
  return isGood;
}

} // namespace bough::tool
