#include "runtime/RowAccounts.h"

namespace bough {

bool checkAccounts(const RowAccounts &accounts, DiagnosticEngine &diagnostics) {
  if (accounts.balance())
    return true;
  const std::uint64_t known =
      accounts.used + accounts.bad + accounts.late + accounts.shed + accounts.skipped;
  diagnostics.reportIn(nullptr, diag::rowsUnaccounted, {}, accounts.read, known, accounts.used,
                       accounts.bad, accounts.late, accounts.shed, accounts.skipped);
  return false;
}

} // namespace bough
