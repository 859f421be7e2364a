#pragma once

#include "runtime/Runner.h"

#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

/// Runs of a machine that gives back its input, to test what is around a machine.
namespace bough {

/// Gives each row of its only stream to results; `emit` is called for each.
class EchoMachine final : public Machine {
public:
  using Emit = std::function<void(bough_sink *, std::int64_t time, const std::int64_t *row)>;
  EchoMachine(const MachineSchema &schema, Emit emit = {})
      : schema_(schema), emit_(std::move(emit)) {}

  std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
  void init(void *state) override { *static_cast<bough_state_header *>(state) = {}; }
  std::uint64_t ingestBlock(void *, const bough_columns *streams, bough_sink *sink) override {
    std::vector<std::int64_t> row(schema_.streams[0].columns.size());
    for (std::uint64_t i = 0; i < streams[0].rows; ++i) {
      for (std::size_t c = 0; c < row.size(); ++c)
        row[c] = streams[0].columns[c][i];
      std::int64_t time = row[schema_.streams[0].timestampColumn];
      if (emit_)
        emit_(sink, time, row.data());
      else
        put(sink, time, 0, row.data(), row.size(), 1);
    }
    return BOUGH_OK;
  }
  std::uint64_t ingestMixed(void *, const bough_tagged_rows *, bough_sink *) override {
    return BOUGH_NO_ENTRY;
  }

  static void put(bough_sink *sink, std::int64_t time, std::uint32_t result,
                  const std::int64_t *cells, std::size_t columns, std::uint64_t count) {
    if (sink->used == sink->capacity)
      sink->flush(sink);
    sink->times[sink->used] = time;
    sink->results[sink->used] = result;
    sink->counts[sink->used] = count;
    std::copy_n(cells, columns, sink->rows + sink->used * columns);
    ++sink->used;
  }

private:
  const MachineSchema &schema_;
  Emit emit_;
};

/// A schema of one stream, and one query that gives back its columns.
inline MachineSchema echoSchema(std::vector<MachineColumn> columns, unsigned timestampColumn) {
  MachineSchema schema;
  MachineStream stream;
  stream.name = "s";
  stream.columns = std::move(columns);
  stream.timestampColumn = timestampColumn;
  MachineQuery query;
  for (const MachineColumn &column : stream.columns)
    query.columns.push_back({column.name, column.isTime, 1, column.format});
  schema.streams.push_back(std::move(stream));
  schema.queries.push_back(std::move(query));
  schema.results.push_back({});
  return schema;
}

struct EchoResult {
  std::string output;
  std::string errors;
};

inline EchoResult runEcho(const MachineSchema &schema, const std::string &csv,
                          RunOptions options = {}, EchoMachine::Emit emit = {}) {
  const std::string folder = ::testing::TempDir() + "bough-echo-" + std::to_string(::getpid());
  const std::string input = folder + ".in.csv", output = folder + ".out.csv";
  std::ofstream(input, std::ios::binary) << csv;
  EchoMachine machine(schema, std::move(emit));
  InputSpec spec;
  spec.path = input;
  options.queryName = "q";
  DiagnosticEngine diagnostics;
  {
    OutputFile file(output);
    std::vector<QueryOutput> outputs(schema.queries.size(), {&file, schema.queries.size() > 1});
    runMachine(machine, schema, {spec}, options, outputs, diagnostics);
  }
  std::ostringstream text;
  text << std::ifstream(output, std::ios::binary).rdbuf();
  std::remove(input.c_str());
  std::remove(output.c_str());
  std::string errors = diagnostics.renderAll(false);
  for (std::size_t at; (at = errors.find(input)) != std::string::npos;)
    errors.replace(at, input.size(), "s.csv");
  return {text.str(), errors};
}

} // namespace bough
