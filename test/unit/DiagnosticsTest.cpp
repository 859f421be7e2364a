#include "frontend/basic/Diagnostics.h"

#include <gtest/gtest.h>
#include <set>

namespace bough {
namespace {

std::string renderFirst(std::shared_ptr<const Source> source, SourceRange range) {
  DiagnosticEngine diagnostics(std::move(source));
  diagnostics.report(diag::notSupportedYet, range, "DISTINCT");
  return render(diagnostics.all().front(), /*colour=*/false);
}

TEST(Diagnostics, ShowTheLineAndACaretUnderTheRange) {
  auto source = std::make_shared<const Source>("q.sql", "SELECT\n\tDISTINCT a\n");
  EXPECT_EQ(renderFirst(source, {8, 16}),
            "q.sql:2:2: error: DISTINCT is not supported yet [B0401]\n"
            "  \tDISTINCT a\n"
            "  \t^~~~~~~~\n");
}

TEST(Diagnostics, ASourceMayBeOneLineOfALargeFile) {
  auto source = std::make_shared<const Source>("s.csv", "1,x", /*firstLine=*/1000001);
  EXPECT_NE(renderFirst(source, {2, 3}).find("s.csv:1000001:3: error"), std::string::npos);
}

TEST(Diagnostics, ARangeAtTheEndOfTheTextIsShown) {
  auto source = std::make_shared<const Source>("q.sql", "SELECT");
  EXPECT_NE(renderFirst(source, {6, 6}).find("q.sql:1:7: error"), std::string::npos);
}

TEST(Diagnostics, OnlyErrorsCountAsErrors) {
  DiagnosticEngine diagnostics;
  EXPECT_FALSE(diagnostics.hasErrors());
  diagnostics.report(diag::notSupportedYet, {}, "DISTINCT");
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST(Diagnostics, CodesAreUniqueAndExplained) {
  std::set<std::string_view> seen;
#define BOUGH_DIAGNOSTIC(CODE, NAME, SEVERITY, FORMAT, EXPLANATION, ...)                           \
  EXPECT_TRUE(seen.insert(#CODE).second) << #CODE;                                                 \
  EXPECT_FALSE(diagnosticExplanation(#CODE).empty()) << #CODE;
#include "frontend/basic/Diagnostics.def"
}

} // namespace
} // namespace bough
