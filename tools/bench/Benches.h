#pragma once

namespace bough::bench {

/// Registers the benchmarks of ingest: names example/<entry>/<shape>/<engine>.
void addIngestBenches();
/// Registers the benchmarks of the emitted header with rows one by one: names
/// example/rows/<shape>/<engine>.
void addRowsBenches();
/// Registers the benchmarks of patterns, by the number of runs that are open: names
/// pattern/<shape>/<number>-open/<engine>.
void addPatternBenches();
/// Registers the benchmarks of load shedders, and of the pane's key: names shed/<shedder>/<form>
/// and shed/key/<number>-types/<how>.
void addShedBenches();
/// Registers the benchmarks from CSV files to CSV: names csv/<engine>.
void addCsvBenches();
/// Registers the benchmarks of compilation, one for each part.
void addCompileBenches();
/// Registers the benchmarks of both criteria on queries of growing size: names
/// criteria/<size>/<how>.
void addCriteriaBenches();

} // namespace bough::bench
