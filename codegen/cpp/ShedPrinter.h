#pragma once

#include "codegen/emit/Prepare.h"

#include <string>

/// What the C++ of a program that sheds load has besides the rest.
namespace bough::cpp {

/// Lines of the usage comment on top.
std::string shedUsage(const emit::Prepared &prepared, const std::string &name);
/// struct Utilities and struct Shedder, laid out as those of runtime/shedding/ShedAbi.h.
std::string shedTypes();
/// Public members of class Machine, and private ones.
std::string shedMembers();
std::string privateShedMembers(const emit::Prepared &prepared);
/// The number that stands for a row of a stream that was shed, in the order of arrivals.
std::uint64_t shedTag(const emit::Prepared &prepared, ir::StreamId stream);

/// Of the shim: the rows of a batch that were taken, or shed; and the body of ingest_mixed behind
/// its parameters. `declaration` is what stands before the name, `sink` makes a Sink.
std::string offeredIterators(const emit::Prepared &prepared);
std::string ingestOffered(const emit::Prepared &prepared, const std::string &declaration,
                          const std::string &place, const std::string &sink);

} // namespace bough::cpp
