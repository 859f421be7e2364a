#include "runtime/shedding/ShedModelFile.h"

#include "runtime/shedding/Crc32.h"
#include "runtime/shedding/ShedModelContent.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace bough {

namespace {

constexpr std::string_view magic = "BOUGHSHD";
constexpr std::size_t sizeAt = 12;    ///< behind the version
constexpr std::size_t headBytes = 20; ///< magic, version and size
constexpr std::size_t checksumBytes = 4;

/// Whether a file of so many bytes can be a model, by its first bytes.
bool checkHead(std::string_view head, std::uint64_t bytes, std::string_view name,
               DiagnosticEngine &diagnostics) {
  if (head.substr(0, magic.size()) != magic) {
    diagnostics.reportIn(nullptr, diag::notAShedModel, {}, name);
    return false;
  }
  ByteReader reader(head.substr(magic.size()), magic.size());
  const auto version = reader.integer<std::uint32_t>();
  if (!reader.hasFailed() && version != shedModelVersion) {
    diagnostics.reportIn(nullptr, diag::shedModelOfOtherVersion, {}, name, version,
                         shedModelVersion);
    return false;
  }
  const auto size = reader.integer<std::uint64_t>();
  if (reader.hasFailed() || size != bytes || size < headBytes + checksumBytes) {
    diagnostics.reportIn(nullptr, diag::shedModelOfWrongSize, {}, name, bytes,
                         std::max<std::uint64_t>(size, headBytes + checksumBytes));
    return false;
  }
  return true;
}

} // namespace

std::string shedModelBytes(const ShedModel &model) {
  ByteWriter writer;
  writer.bytes(magic);
  writer.integer<std::uint32_t>(shedModelVersion);
  writer.integer<std::uint64_t>(0);
  writeShedModelContent(model, writer);
  ByteWriter size;
  size.integer<std::uint64_t>(writer.all().size() + checksumBytes);
  writer.all().replace(sizeAt, sizeof(std::uint64_t), size.all());
  writer.integer<std::uint32_t>(crc32(writer.all()));
  return std::move(writer.all());
}

std::optional<ShedModel> parseShedModel(std::string_view bytes, std::string_view name,
                                        std::uint64_t query, DiagnosticEngine &diagnostics) {
  if (!checkHead(bytes.substr(0, headBytes), bytes.size(), name, diagnostics))
    return std::nullopt;
  const std::string_view checked = bytes.substr(0, bytes.size() - checksumBytes);
  const auto expected = ByteReader(bytes.substr(checked.size()), 0).integer<std::uint32_t>();
  if (crc32(checked) != expected) {
    diagnostics.reportIn(nullptr, diag::shedModelDamaged, {}, name, crc32(checked), expected);
    return std::nullopt;
  }
  ByteReader reader(checked.substr(headBytes), headBytes);
  std::optional<ShedModel> model = readShedModelContent(reader);
  if (!model) {
    diagnostics.reportIn(nullptr, diag::shedModelMalformed, {}, name, reader.failedAt(),
                         reader.reason());
    return std::nullopt;
  }
  if (model->query != query) {
    diagnostics.reportIn(nullptr, diag::shedModelOfOtherQuery, {}, name, model->query, query);
    return std::nullopt;
  }
  return model;
}

bool writeShedModel(const ShedModel &model, const std::string &path,
                    DiagnosticEngine &diagnostics) {
  const std::string bytes = shedModelBytes(model);
  const std::string part = path + ".part";
  errno = 0;
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file.fail() && std::rename(part.c_str(), path.c_str()) == 0)
    return true;
  diagnostics.reportIn(nullptr, diag::shedModelNotWritten, {}, path, std::strerror(errno));
  std::remove(part.c_str());
  return false;
}

std::optional<ShedModel> readShedModel(const std::string &path, std::uint64_t query,
                                       DiagnosticEngine &diagnostics) {
  errno = 0;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto end = file.tellg();
  std::string bytes(headBytes, '\0');
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.bad() || end < 0) {
    diagnostics.reportIn(nullptr, diag::shedModelNotReadable, {}, path, std::strerror(errno));
    return std::nullopt;
  }
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  const auto size = static_cast<std::uint64_t>(end);
  if (!checkHead(bytes, size, path, diagnostics)) // before anything of that size is allocated
    return std::nullopt;
  bytes.resize(size);
  file.read(bytes.data() + headBytes, static_cast<std::streamsize>(size - headBytes));
  bytes.resize(headBytes + static_cast<std::size_t>(file.gcount()));
  return parseShedModel(bytes, path, query, diagnostics);
}

} // namespace bough
