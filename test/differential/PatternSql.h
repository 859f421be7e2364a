#pragma once

#include "test/differential/Model.h"

#include <string>

namespace bough::differential {

/// "SELECT ... FROM PATTERN (...) ..." of a SELECT that has a pattern.
std::string boughPattern(const CaseModel &model, const BranchModel &branch);

/// Its matches as joins, for SQLite, with the columns t, c0, c1, ...; rows of the streams have
/// their number in the pattern in a column `numberColumn`. A run of MATCH NEXT takes the earliest
/// row of those that it could take. Matches that wait for the end of their window are given out
/// when a row is later.
std::string sqlitePattern(const CaseModel &model, const BranchModel &branch);
/// Whether these are the pattern's results, and not just more: which runs take the rows of an ANY,
/// or rows that serve one run only, is not said in SQL.
bool isSaidInSql(const PatternModel &pattern);

/// "n0" for the first SELECT of the case.
std::string numberColumn(std::size_t branch);
/// Whether the pattern of a SELECT reads the stream: its rows have numbers.
bool reads(const BranchModel &branch, unsigned stream);

} // namespace bough::differential
