#pragma once

#include <bough/Annotate.h>
#include <cstdint>
#include <string>

struct BOUGH_STREAM("orders") Order {
  std::string note;
  std::int32_t item;
  std::int16_t customer;
  std::int64_t at;
};

struct BOUGH_STREAM("payments") Payment {
  std::int64_t at;
  BOUGH_COLUMN("amount") std::int32_t cents;
  std::int16_t customer;
};
