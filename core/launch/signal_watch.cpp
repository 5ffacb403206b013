#include "core/launch/signal_watch.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace firstsplit::launch {

namespace {

sigset_t watchedSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // Who started us with a signal ignored (nohup) wants it ignored.
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
        sigaddset(&set, signal);
    }
    return set;
}

}  // namespace

SignalWatch::SignalWatch(QObject* parent) : QObject(parent) {
    const sigset_t set = watchedSignals();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_descriptor = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    m_notifier = new QSocketNotifier(m_descriptor, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &SignalWatch::poll);
}

SignalWatch::~SignalWatch() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

void SignalWatch::poll() {
    signalfd_siginfo info{};
    while (::read(m_descriptor, &info, sizeof info) == static_cast<ssize_t>(sizeof info))
        emit caught(static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL);
}

}  // namespace firstsplit::launch
