#pragma once

#include "runtime/shedding/ByteReader.h"
#include "runtime/shedding/ByteWriter.h"
#include "runtime/shedding/ShedModel.h"

namespace bough {

/// What is between the head of a model file and its checksum, from the query's hash on.
void writeShedModelContent(const ShedModel &model, ByteWriter &writer);
/// Nothing, after a failure of the reader, when the bytes are no model without a fault.
std::optional<ShedModel> readShedModelContent(ByteReader &reader);

} // namespace bough
