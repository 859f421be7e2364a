#pragma once

#include "test/differential/Model.h"

#include <string>

namespace bough::differential {

/// Declarations and queries as Bough reads them.
std::string boughSql(const CaseModel &model);
/// One SELECT over tables of the streams' names, with columns t (the result's time, in ticks of
/// CaseModel::unit()), the query's columns c0, c1, ... and count.
std::string sqliteSql(const CaseModel &model, const QueryModel &query);
/// The rows of one stream or table as a CSV file with a header.
std::string csv(const CaseModel &model, unsigned stream);
/// The rows of all streams in the order of their arrival, as one CSV file whose column `kind` names
/// the stream. Columns of one name are one column.
std::string arrivalCsv(const CaseModel &model);

} // namespace bough::differential
