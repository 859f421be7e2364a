#pragma once

#include "test/unit/EngineRun.h"

#include <gtest/gtest.h>

namespace bough::test {

/// Two runs agree in everything that can be seen: results and their order, status, where an error
/// was, and each byte of the state.
inline void expectEqual(const Outcome &expected, const Outcome &seen, const std::string &what) {
  ASSERT_EQ(expected.results, seen.results) << what;
  ASSERT_EQ(expected.status, seen.status) << what;
  ASSERT_EQ(std::memcmp(&expected.header, &seen.header, sizeof expected.header), 0) << what;
  ASSERT_EQ(expected.state, seen.state) << what;
}

} // namespace bough::test
