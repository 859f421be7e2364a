#pragma once

#include <bough/Annotate.h>

#include <cstdint>
#include <string>

/// What StructIngestTest.cpp feeds to machines.
namespace events {

/// Ends at an odd place, so that nothing in an array of it is aligned.
struct BOUGH_STREAM("s") __attribute__((packed)) Order {
  char mark;
  std::int64_t i;
  std::int16_t a;
};

struct BOUGH_STREAM("t") Tick {
  std::string note;
  std::int8_t b;
  bool isOpen;
  std::uint16_t price; ///< in units of 10^-2
  std::int64_t j;
  std::string more;
};

} // namespace events
