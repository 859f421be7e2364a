#include "tools/bough/QueryOptions.h"

#include <charconv>
#include <string_view>

namespace bough::tool {

void addQueryOptions(CLI::App &command, QueryOptions &options) {
  command
      .add_option("-t,--table", options.tables,
                  "TABLE=FILE: the rows of a table, from a CSV file, or from an SQLite database as "
                  "FILE.db or FILE.db:NAME; repeat for each table")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--rate", options.rates,
                  "STREAM.RATE=N in place of the declaration: max_per_timestamp, max_per_second or "
                  "max_rows; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void addMaxBytes(CLI::App &command, std::optional<std::uint64_t> &maxBytes) {
  command.add_option_function<std::string>(
      "--max-bytes",
      [&maxBytes](const std::string &text) {
        std::uint64_t value = 0;
        const char *end = text.data() + text.size();
        auto [stop, error] = std::from_chars(text.data(), end, value);
        constexpr std::string_view suffixes = "kMG";
        std::size_t suffix = stop + 1 == end ? suffixes.find(*stop) : std::string_view::npos;
        bool isGood = error == std::errc() && (stop == end || suffix != std::string_view::npos);
        for (std::size_t i = 0; isGood && stop != end && i <= suffix; ++i)
          isGood = !__builtin_mul_overflow(value, std::uint64_t{1024}, &value);
        if (!isGood)
          throw CLI::ValidationError("--max-bytes",
                                     text + " is no number of bytes such as 4096, 64k, 10M or 2G");
        maxBytes = value;
      },
      "Reject a query that keeps more than this; k, M and G are multiples by 1024");
}

bool refuseQueryOptions(const QueryOptions &options, const std::string &program,
                        DiagnosticEngine &diagnostics) {
  if (options.tables.empty() && options.rates.empty())
    return true;
  diagnostics.reportIn(nullptr, diag::optionNeedsSql, {},
                       options.tables.empty() ? "--rate" : "--table", program);
  return false;
}

} // namespace bough::tool
