#pragma once

#include <bough/bough.hpp>

#include <string>
#include <vector>

// Programs of the tests of libbough, and what they need to compare results.

inline constexpr const char *worked =
    "CREATE STREAM s (a INT, i TIMESTAMP);\n"
    "CREATE STREAM t (b INT, j TIMESTAMP);\n"
    "SELECT t.b FROM s, t WHERE s.i > t.j AND t.b BETWEEN 1 AND 4;\n";

inline constexpr const char *typed =
    "CREATE STREAM s (flag BOOLEAN, price DECIMAL(9, 2), day DATE, kind ENUM('buy', 'sell'),\n"
    "  name VARCHAR(8) KEYS 3, code BIGINT KEYS 2, small SMALLINT CHECK (small >= 0),\n"
    "  at TIMESTAMP(3)) WITH (max_per_timestamp = 2);\n"
    "SELECT s.flag, s.price, s.day, s.kind, s.name, s.code, s.small, s.at FROM s;\n";

/// All results as text, a line each.
struct Lines {
  std::string text;
  bough::Callback callback(const bough::CompiledText &compiled) {
    std::vector<std::vector<bough_column_info>> columns;
    for (std::size_t r = 0; r < compiled.results(); ++r)
      columns.push_back(compiled.resultColumns(r));
    return [this, columns](const bough::Result &row) {
      text += std::to_string(row.time()) + ":";
      for (std::size_t c = 0; c < row.size(); ++c)
        text +=
            " " + (columns[row.result()][c].type == BOUGH_TEXT ? std::string(row.text(c))
                                                               : std::to_string(row.integer(c)));
      text += " x" + std::to_string(row.count()) + "\n";
      return true;
    };
  }
};
