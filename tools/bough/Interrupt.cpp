#include "tools/bough/Interrupt.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

namespace bough::tool {

namespace {

std::atomic<int> interruptDescriptor = -1;
std::atomic<int> signalSeen = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a handler of signals may not wait");

void handleInterrupt(int signal) {
  constexpr int signalled = 128;
  const int kept = errno;
  int none = 0;
  if (!signalSeen.compare_exchange_strong(none, signal))
    ::_exit(signalled + signal);
  const eventfd_t one = 1;
  // An eventfd takes it at once; there is nobody to tell if not.
  [[maybe_unused]] const ssize_t written = ::write(interruptDescriptor, &one, sizeof one);
  errno = kept;
}

} // namespace

int watchInterrupts() {
  interruptDescriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (interruptDescriptor < 0)
    return -1;
  struct sigaction action{};
  action.sa_handler = handleInterrupt;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM}) {
    // What the caller lets a background process ignore stays ignored.
    struct sigaction before{};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      ::sigaction(signal, &action, nullptr);
  }
  return interruptDescriptor;
}

int interruptSignal() { return signalSeen; }

} // namespace bough::tool
