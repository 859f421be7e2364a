#pragma once

#include "frontend/sema/Arithmetic.h"
#include "frontend/sema/BindContext.h"

namespace bough {

/// An element of a select list.
struct BoundOutput {
  LinearForm form;
  std::string name;
  Type type;                               ///< as this SELECT alone gives it
  std::optional<RowNumber> rowNumber = {}; ///< then the form says nothing
  /// COUNT(x), OutputExpression::taken: the item; then the form says nothing.
  std::optional<unsigned> taken = {};
  bool hasOwnScale = false; ///< ResultColumn::hasOwnScale
};

/// Finds the result columns of a query from the select lists of its SELECTs.
class ResultBinder {
public:
  /// `query` is its index in Plan::queries.
  ResultBinder(unsigned query, const BindContext &context, DiagnosticEngine &diagnostics)
      : query_(query), context_(context), diagnostics_(diagnostics) {}

  /// Adds the list of the next SELECT; false, and reported, when its columns are not those of the
  /// first one.
  bool add(const std::vector<BoundOutput> &outputs);
  /// After all were added: the columns, with their domains.
  std::vector<ResultColumn> columns();
  /// Brings the form to the cells of its column: codes of strings, units of DECIMALs. False, and
  /// reported, when that does not fit.
  bool toCells(LinearForm &form, const ResultColumn &column, const Scope &scope) const;

private:
  struct Combined {
    std::string name;
    Type type;
    ValueKind kind = ValueKind::Number;
    std::optional<unsigned> domain; ///< of a Code
    bool isConstant = true;         ///< in all SELECTs
    bool isDecimal = false;
    SourceRange range; ///< in the first SELECT
    bool isRowNumber = false;
    bool hasOwnScale = false; ///< of a SELECT of groups, which is the only one
  };
  bool combine(Combined &column, const BoundOutput &output) const;
  bool combineCodes(Combined &column, const BoundOutput &output) const;
  /// Divides by 10^digits, exactly: the form's values are multiples of it.
  bool divideByPower(LinearForm &form, unsigned digits, const Scope &scope) const;

  unsigned query_;
  const BindContext &context_;
  DiagnosticEngine &diagnostics_;
  std::vector<Combined> columns_;
  bool hasFirst_ = false;
};

} // namespace bough
