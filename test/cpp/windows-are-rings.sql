-- A window is a ring of slots, one for each age, with totals beside it; a batch moves it on.
-- RUN: bough emit %s | FileCheck %s
-- CHECK: struct XWindow {
-- CHECK-NEXT: std::uint64_t x_ts_head; ///< the slot of age 0 of x_ts
-- CHECK-NEXT: std::uint64_t counts[61][64];
-- CHECK-NEXT: detail::Total totals[64]; ///< over all ages
-- CHECK: std::uint64_t x_tsSlot(std::int64_t age) const noexcept {
-- CHECK: return slot <= x_ts_head ? x_ts_head - slot : x_ts_head + 61 - slot;
-- CHECK: void bump(std::int64_t x_ts, std::int64_t x_account, std::uint64_t more) noexcept {
-- CHECK: totals[x_account].add(count - before);
-- CHECK: void age(std::uint64_t elapsed) noexcept {
-- CHECK: totals[i1].subtract(counts[x_ts_head][i1]);
-- CHECK-NEXT: counts[x_ts_head][i1] = 0;
-- CHECK: static_assert(offsetof(XWindow, counts) == 8, "layout");
-- CHECK: inline void tick(State &state, std::int64_t now) noexcept {
-- CHECK: state.x.age(elapsed);
-- CHECK: template <class Sink> bool resultsOfS(State &state, const S &s, Sink &sink) {
-- CHECK: // 28: WHERE x.account = y.account AND x.size = 0 AND y.size = 15
-- CHECK: if (!detail::emit(state, sink, Result{s.account, s.size}, {{.*}}))
-- CHECK: inline void keepX(State &state, const S &s) noexcept {
-- CHECK: state.x.bump(0, s.account, 1);
CREATE STREAM s (
  account INT CHECK (account BETWEEN 0 AND 63),
  size INT CHECK (size BETWEEN 0 AND 15),
  ts TIMESTAMP
);
SELECT x.account, y.size FROM s x, s y
WHERE x.account = y.account AND x.size = 0 AND y.size = 15
  AND x.ts < y.ts AND y.ts <= x.ts + INTERVAL '60' SECOND;
