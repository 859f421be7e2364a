#include "tools/bench/Benches.h"
#include "tools/bench/RatioReporter.h"

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  bough::bench::addIngestBenches();
  bough::bench::addRowsBenches();
  bough::bench::addPatternBenches();
  bough::bench::addShedBenches();
  bough::bench::addCsvBenches();
  bough::bench::addCompileBenches();
  bough::bench::addCriteriaBenches();
  bough::bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}
