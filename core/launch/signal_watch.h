#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace firstsplit::launch {

/// Turns SIGINT, SIGTERM and SIGHUP into a Qt signal. The signals stay blocked for the process (children of
/// ChildProcess and QProcess get a clean mask). One at a time a process, made before other threads are.
class SignalWatch : public QObject {
    Q_OBJECT
  public:
    explicit SignalWatch(QObject* parent = nullptr);
    ~SignalWatch() override;

    /// Delivers what has come meanwhile; for long work that does not return to the event loop.
    void poll();

  signals:
    /// `fromTerminal`: the kernel sent it to the whole foreground group (Ctrl+C), so children have it
    /// already.
    void caught(int signal, bool fromTerminal);

  private:
    int m_descriptor = -1;
    QSocketNotifier* m_notifier = nullptr;
};

}  // namespace firstsplit::launch
