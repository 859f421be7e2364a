#pragma once

#include "test/differential/Model.h"

#include <memory>
#include <optional>
#include <string>

struct sqlite3;

namespace bough::differential {

/// Evaluation by definition with SQLite: all rows in tables, result time = largest timestamp of the
/// combination; without duplicates the first time at which the row occurs. Of patterns all matches.
class Oracle {
public:
  Oracle();
  ~Oracle();
  Oracle(const Oracle &) = delete;
  Oracle &operator=(const Oracle &) = delete;

  /// Empty when SQLite refuses; `error()` then says why. For queries that `isExact` says no to,
  /// every result is among these, and may come less often.
  std::optional<Outcome> evaluate(const CaseModel &model);
  static bool isExact(const CaseModel &model, const QueryModel &query);
  const std::string &error() const { return error_; }

private:
  bool execute(const std::string &sql);
  bool load(const CaseModel &model);
  bool evaluate(const CaseModel &model, unsigned query, Outcome &outcome);

  sqlite3 *database_ = nullptr;
  std::string error_;
};

} // namespace bough::differential
