#include "codegen/ir/Accesses.h"
#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/VerifierParts.h"

namespace bough::ir {

namespace {

class PassVerifier {
public:
  PassVerifier(const Program &program, DiagnosticEngine &diagnostics)
      : program_(program), diagnostics_(diagnostics), ages_(program.synopses.size()),
        clocks_(program.synopses.size()), resets_(program.buffers.size()),
        filledBefore_(program.synopses.size()), pushes_(program.buffers.size()),
        pushedBefore_(program.buffers.size()) {}

  void run() {
    bool isAfterTicks = false, isAfterArrivals = false;
    for (const Handler &handler : program_.handlers) {
      if (handler.trigger == Trigger::Tick && isAfterTicks)
        diagnostics_.report(diag::irTickOrder, firstRange(handler));
      if (handler.trigger == Trigger::Arrival && isAfterArrivals)
        diagnostics_.report(diag::irArrivalOrder, firstRange(handler));
      else if (goesByArrival(handler.trigger) && isAfterArrivals)
        diagnostics_.report(diag::irEntryOrder, firstRange(handler), spelling(handler.trigger));
      isAfterTicks |= handler.trigger != Trigger::Tick;
      isAfterArrivals |= isPass(handler);
      forEachOp(handler.body, [&](const Op &op) {
        if (const auto *age = std::get_if<Age>(&op.node))
          ++(age->to ? clocks_ : ages_)[age->synopsis];
        if (const auto *expire = std::get_if<Expire>(&op.node))
          ++ages_[expire->synopsis];
        if (const auto *reset = std::get_if<Reset>(&op.node))
          ++resets_[reset->buffer];
        if (const auto *push = std::get_if<Push>(&op.node))
          ++pushes_[push->buffer];
      });
    }
    checkTicks();
    for (const Handler &handler : program_.handlers)
      checkAccesses(handler);
    checkEntries();
  }

private:
  static SourceRange firstRange(const Handler &handler) {
    return handler.body.ops.empty() ? SourceRange{} : handler.body.ops.front().range;
  }

  void checkTicks() {
    for (std::size_t i = 0; i < ages_.size(); ++i) {
      const Synopsis &synopsis = program_.synopses[i];
      std::size_t expected = synopsis.hasTimeKeys() && clocks_[i] == 0 ? 1 : 0;
      if (ages_[i] != 0 && clocks_[i] != 0)
        diagnostics_.report(diag::irTwoClocks, {}, synopsis.name);
      else if (ages_[i] != expected)
        diagnostics_.report(diag::irNotOnceInTick, {}, "synopsis", synopsis.name, "aged", ages_[i],
                            expected);
    }
    for (std::size_t i = 0; i < resets_.size(); ++i)
      if (resets_[i] != 1)
        diagnostics_.report(diag::irNotOnceInTick, {}, "buffer", program_.buffers[i].name, "reset",
                            resets_[i], std::size_t(1));
  }

  /// What entry handlers keep has no ages and is theirs alone.
  void checkEntries() {
    std::vector<bool> isEntered(program_.synopses.size());
    auto forEachTouch = [&](bool inEntry, const auto &visit) {
      for (const Handler &handler : program_.handlers)
        if ((handler.trigger == Trigger::Entry) == inEntry)
          forEachOp(handler.body, [&](const Op &op) {
            if (std::optional<SynopsisId> id = synopsisOf(op))
              visit(*id, handler, op);
          });
    };
    forEachTouch(true, [&](SynopsisId id, const Handler &handler, const Op &op) {
      isEntered[id] = true;
      if (program_.synopses[id].hasTimeKeys())
        failEntry(id, "has time keys", handler, op);
    });
    forEachTouch(false, [&](SynopsisId id, const Handler &handler, const Op &op) {
      if (isEntered[id])
        failEntry(id, "belongs to 'on entry' handlers", handler, op);
    });
  }
  void failEntry(SynopsisId id, std::string_view why, const Handler &handler, const Op &op) {
    diagnostics_.report(diag::irEntrySynopsis, op.range, program_.synopses[id].name, why,
                        print(program_, handler, op));
  }

  /// Readers before writers among the passes, of synopses and, the other way round, of buffers.
  void checkAccesses(const Handler &handler) {
    std::vector<bool> filledHere(program_.synopses.size());
    forEachOp(handler.body, [&](const Op &op) {
      if (writesSynopsis(op) && isPass(handler))
        filledHere[*synopsisOf(op)] = true;
    });
    forEachOp(handler.body, [&](const Op &op) {
      if (readsSynopsis(op) && isPass(handler))
        checkLoad(handler, op, *synopsisOf(op), filledHere[*synopsisOf(op)]);
      if (const auto *each = std::get_if<Each>(&op.node))
        checkRead(handler, op, each->buffer);
    });
    for (std::size_t i = 0; i < filledHere.size(); ++i)
      filledBefore_[i] = filledBefore_[i] || filledHere[i];
    forEachOp(handler.body, [&](const Op &op) {
      if (const auto *push = std::get_if<Push>(&op.node))
        ++pushedBefore_[push->buffer];
    });
  }

  void checkLoad(const Handler &handler, const Op &op, SynopsisId id, bool isFilledHere) {
    const Synopsis &synopsis = program_.synopses[id];
    if (synopsis.current)
      return;
    if (filledBefore_[id])
      diagnostics_.report(diag::irWriterBeforeReader, op.range, synopsis.name,
                          print(program_, handler, op));
    if (isFilledHere)
      diagnostics_.report(diag::irReadAndWritten, op.range, synopsis.name,
                          print(program_, handler, op));
  }

  void checkRead(const Handler &handler, const Op &op, BufferId id) {
    std::string_view why;
    if (pushes_[id] == 0)
      why = "nothing pushes to it";
    else if (pushedBefore_[id] != pushes_[id])
      why = "pushed to by a later handler";
    else
      return;
    diagnostics_.report(diag::irBufferOrder, op.range, program_.buffers[id].name, why,
                        print(program_, handler, op));
  }

  const Program &program_;
  DiagnosticEngine &diagnostics_;
  std::vector<std::size_t> ages_;         ///< how often, by synopsis: in `on tick`
  std::vector<std::size_t> clocks_;       ///< how often, by synopsis: to a clock of its own
  std::vector<std::size_t> resets_;       ///< how often, by buffer
  std::vector<bool> filledBefore_;        ///< by synopsis: by an earlier handler
  std::vector<std::size_t> pushes_;       ///< by buffer: ops in the whole program
  std::vector<std::size_t> pushedBefore_; ///< by buffer: ops in earlier handlers
};

} // namespace

void verifyPasses(const Program &program, DiagnosticEngine &diagnostics) {
  PassVerifier(program, diagnostics).run();
}

} // namespace bough::ir
