#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/shedding/ShedModel.h"

namespace bough {

/// The format of model files. All integers are little-endian:
///
///     8 bytes  "BOUGHSHD"
///     u32      version, 1
///     u64      bytes of the whole file
///     u64      query;  u32 kind;  u64 seed
///     ...      features, statistics, content, distribution, in the order of ShedModelFile.cpp
///     u32      CRC-32 of all bytes before it
constexpr std::uint32_t shedModelVersion = 1;

/// A model without a fault.
std::string shedModelBytes(const ShedModel &model);

/// Reads the bytes of a file of that name. Reports, and returns nothing, when they are no model, of
/// a newer version, of the wrong length, damaged, malformed, or of another query than `query`. What
/// is allocated is in proportion to the bytes.
std::optional<ShedModel> parseShedModel(std::string_view bytes, std::string_view name,
                                        std::uint64_t query, DiagnosticEngine &diagnostics);

/// Writes a file in whole or, with a report, not at all.
bool writeShedModel(const ShedModel &model, const std::string &path, DiagnosticEngine &diagnostics);
/// As parseShedModel; also reports a file that cannot be read.
std::optional<ShedModel> readShedModel(const std::string &path, std::uint64_t query,
                                       DiagnosticEngine &diagnostics);

} // namespace bough
