#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <functional>
#include <memory>
#include <string>

namespace bough {

/// Turns the errors of a machine into diagnostics in the query's text.
struct MachineErrors {
  const MachineSchema &schema;
  const std::string &queryName;            ///< of a query without a name
  std::shared_ptr<const Source> queryText; ///< that the machine's error sites refer to
  /// Where the row at an index of the machine's last input came from; empty when nobody knows.
  std::function<std::string(std::uint64_t stream, std::uint64_t row)> describeRow;

  /// The error that stopped the machine, a bough_status; the header of its state says where.
  void report(std::uint64_t status, const bough_state_header &header,
              DiagnosticEngine &diagnostics) const;
  /// A row of a query that occurs too often in a batch.
  void reportOverflow(std::int64_t time, unsigned query, DiagnosticEngine &diagnostics) const;

private:
  void reportOverflow(std::int64_t time, const std::string &query,
                      DiagnosticEngine &diagnostics) const;
  const std::string &nameOf(const MachineQuery &query) const;
  const std::string &queryAt(SourceRange site) const;
  std::int64_t shownTime(std::int64_t time) const;
  void addRowNote(const bough_state_header &header, Diagnostic &diagnostic) const;
};

} // namespace bough
