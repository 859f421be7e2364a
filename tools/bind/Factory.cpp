#include "tools/bind/Factory.h"

#include "tools/bind/Reader.h"

extern "C" __attribute__((visibility("default"))) bough::BindReader *boughBindReader() {
  static auto *reader = new bough::bind::Reader;
  return reader;
}
