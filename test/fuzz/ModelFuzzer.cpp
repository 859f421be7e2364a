// Any bytes as a file of a model for load shedding, and with length and checksum put right, so that
// what is behind them is read as well: a model without a fault, which is written as it was read, or
// an error.

#include "test/fuzz/Fuzzing.h"

#include "runtime/shedding/Crc32.h"
#include "runtime/shedding/ShedModelFile.h"

#include <cstring>

namespace {

using namespace bough;

void read(const std::string &bytes) {
  std::uint64_t query = 0;
  if (bytes.size() >= 28)
    std::memcpy(&query, bytes.data() + 20, sizeof query);
  DiagnosticEngine diagnostics;
  const std::optional<ShedModel> model = parseShedModel(bytes, "fuzz.model", query, diagnostics);
  fuzz::require(model.has_value() != diagnostics.hasErrors(), "neither a model nor an error");
  if (!model)
    return;
  fuzz::require(!model->fault(), "a model with a fault");
  DiagnosticEngine unexpected;
  const std::optional<ShedModel> again =
      parseShedModel(shedModelBytes(*model), "again.model", query, unexpected);
  fuzz::require(again && shedModelBytes(*again) == shedModelBytes(*model), "not read as written");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char *>(data), size);
  read(bytes);
  if (size < 24)
    return 0;
  const std::uint64_t length = size;
  std::memcpy(bytes.data(), "BOUGHSHD", 8);
  const std::uint32_t version = shedModelVersion;
  std::memcpy(bytes.data() + 8, &version, sizeof version);
  std::memcpy(bytes.data() + 12, &length, sizeof length);
  const std::uint32_t checksum = crc32(std::string_view(bytes).substr(0, size - 4));
  std::memcpy(bytes.data() + size - 4, &checksum, sizeof checksum);
  read(bytes);
  return 0;
}
