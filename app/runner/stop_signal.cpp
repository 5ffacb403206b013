#include "app/runner/stop_signal.h"

#include <csignal>

namespace firstsplit::runner {
namespace {

volatile std::sig_atomic_t received = 0;

}  // namespace

void watchStopSignals() {
    struct sigaction action {};
    action.sa_handler = [](int signal) { received = signal; };
    action.sa_flags = SA_RESETHAND | SA_RESTART;  // a write that fails with EINTR would look like a full disk
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

int stopSignal() {
    return received;
}

}  // namespace firstsplit::runner
