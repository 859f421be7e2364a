#pragma once

#include "runtime/RowReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Reads CSV (RFC 4180, runtime/README.md). The header names columns in any order and without
/// regard to case; columns that the stream does not have are ignored.
///
/// Ordinary rows take a fast way without allocation, and without calls for integers. A row that is
/// in any way unusual (quotes, a value out of range, a late timestamp, ...) is parsed again by a
/// careful way, which either accepts it or says exactly what is wrong.
class CsvReader final : public RowReader {
public:
  CsvReader(const InputSpec &spec, const MachineSchema &schema,
            std::vector<Dictionary> &dictionaries);

protected:
  bool begin() override;
  void prepareLanes() override;
  void parseWaitingText() override;
  void failIncomplete(LineBuffer::Refill result) override;

private:
  /// What to do with a field of an ordinary row.
  struct FastField {
    std::int64_t *target = nullptr; ///< the lane's column; null for an ignored field
    std::int64_t lo = 0;
    std::uint64_t span = 0;                ///< hi - lo
    const MachineColumn *column = nullptr; ///< of a field that may be other than an integer
    bool isTime = false;                   ///< an integer in most cases, all the same
  };
  /// A field of the row at hand, without its quotes.
  struct Field {
    const char *begin;
    const char *end;
    bool quoted;
    std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  };

  bool readHeader();
  bool useHeader(const std::vector<std::string> &names);
  bool addLane(unsigned stream, const std::vector<std::string> &names);
  const char *parseOrdinaryRow(const char *p, std::size_t row);
  const char *parseOrdinaryField(const FastField &field, const char *p, std::size_t row);
  RowResult parseRowCarefully();
  RowResult splitRow();
  RowResult parseFields(Lane &lane);
  bool parseField(const Field &field, const MachineStream &stream, unsigned column,
                  ValueRange range, std::int64_t &cell);
  RowResult chooseLane(Lane *&lane);

  const char separator_;
  const std::uint64_t separators_;                     ///< the same in every byte
  std::vector<std::vector<std::size_t>> fieldsOfLane_; ///< per lane: the field of each column
  std::vector<FastField> fastFields_;                  ///< empty for an input of several streams
  std::size_t fieldCount_ = 0;
  std::size_t kindField_ = 0;
  std::vector<Field> fields_; ///< of the row at hand, in the careful way
  std::string unquoted_;      ///< the field at hand, if it has doubled quotes
};

} // namespace bough
