#include "runtime/MachineErrors.h"

#include <limits>

namespace bough {

void MachineErrors::report(std::uint64_t status, const bough_state_header &header,
                           DiagnosticEngine &diagnostics) const {
  const SourceRange site{header.site_begin, header.site_end};
  const std::string &query = queryAt(site);
  const std::int64_t time = shownTime(header.error_time);
  std::string stream;
  if (header.error_stream < schema.streams.size())
    stream = fmt::format(" of stream '{}'", schema.streams[header.error_stream].name);
  switch (status) {
  case BOUGH_MULTIPLICITY_OVERFLOW:
    reportOverflow(header.error_time, query, diagnostics);
    return;
  case BOUGH_EXPRESSION_OVERFLOW:
    addRowNote(header,
               diagnostics.reportIn(queryText, diag::expressionOverflow, site, query, time));
    return;
  case BOUGH_BUFFER_FULL:
    addRowNote(header,
               diagnostics.reportIn(queryText, diag::bufferFull, site, query, stream, time));
    return;
  case BOUGH_SYNOPSIS_FULL:
    addRowNote(header, diagnostics.reportIn(queryText, diag::synopsisFull, site, query, time));
    return;
  default:
    addRowNote(header,
               diagnostics.reportIn(queryText, diag::machineRefusedTime, site, query, time));
  }
}

void MachineErrors::reportOverflow(std::int64_t time, unsigned query,
                                   DiagnosticEngine &diagnostics) const {
  reportOverflow(time, nameOf(schema.queries[query]), diagnostics);
}

/// Engines find this in different places, some of them only when the sink adds up equal rows, so
/// the message names neither a place in the query nor a row.
void MachineErrors::reportOverflow(std::int64_t time, const std::string &query,
                                   DiagnosticEngine &diagnostics) const {
  diagnostics.reportIn(queryText, diag::multiplicityTooLarge, {}, query, shownTime(time));
}

const std::string &MachineErrors::nameOf(const MachineQuery &query) const {
  return query.name.empty() ? queryName : query.name;
}

/// The name of the query that a machine's error is about.
const std::string &MachineErrors::queryAt(SourceRange site) const {
  for (const MachineQuery &query : schema.queries)
    if (schema.queries.size() == 1 ||
        (query.range.begin <= site.begin && site.end <= query.range.end && !site.isNowhere()))
      return nameOf(query);
  return queryName;
}

std::int64_t MachineErrors::shownTime(std::int64_t time) const {
  return static_cast<std::int64_t>(time + schema.zero);
}

/// Says which input row was at hand, when the machine knows.
void MachineErrors::addRowNote(const bough_state_header &header, Diagnostic &diagnostic) const {
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  if (header.error_row == none)
    return;
  std::string place = describeRow(header.error_stream, header.error_row);
  if (!place.empty())
    diagnostic.notes.push_back({fmt::format("the row at hand is {}", place), SourceRange{}});
}

} // namespace bough
