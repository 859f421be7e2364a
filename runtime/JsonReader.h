#pragma once

#include "runtime/JsonRow.h"
#include "runtime/RowReader.h"

#include <string_view>
#include <vector>

namespace bough {

/// Reads JSON lines (runtime/README.md): an object on each line, with a member for each column.
/// Numbers are taken as they are written, never by way of floating point.
class JsonReader final : public RowReader {
public:
  JsonReader(const InputSpec &spec, const MachineSchema &schema,
             std::vector<Dictionary> &dictionaries)
      : RowReader(spec, schema, dictionaries) {}

protected:
  bool begin() override;
  void parseWaitingText() override;
  void failIncomplete(LineBuffer::Refill result) override;

private:
  RowResult takeRow(std::string_view line);
  RowResult parseRow();
  RowResult parseMembers(Lane &lane);
  bool parseMember(const MachineStream &stream, unsigned column, ValueRange range,
                   const JsonValue &value, std::int64_t &cell);
  void failRow();

  JsonRow row_;
  std::vector<std::vector<std::size_t>> namesOfLane_; ///< per lane and column
  std::size_t kindName_ = 0;
};

} // namespace bough
