#pragma once

#include "test/differential/Model.h"

#include <string>

namespace bough::differential {

/// The declarations and the query as Bough reads them.
std::string boughSql(const CaseModel &model);
/// One statement over tables of the streams' names that evaluates the query by definition: columns
/// `t` (the largest timestamp of the combination), `c0`, `c1`, ... and the multiplicity.
/// Timestamps are in ticks of CaseModel::unit(). A sum beyond 64 bits comes out as a real number.
std::string sqliteSql(const CaseModel &model);
/// The rows of one stream as CSV with a header.
std::string csv(const CaseModel &model, unsigned stream);

} // namespace bough::differential
