#pragma once

#include <sys/types.h>
#include <QObject>
#include <QProcessEnvironment>
#include <QSocketNotifier>
#include <QStringList>
#include <memory>

#include "core/base/result.h"

namespace firstsplit::launch {

/// How a child ended: exactly one of the two.
struct ChildEnd {
    std::optional<int> exitCode;
    std::optional<int> signal;
};

/// A started command whose end is told by its pidfd, so no other wait in the process can take it away. Lives
/// on one thread with an event loop.
class ChildProcess : public QObject {
    Q_OBJECT
  public:
    struct Start {
        QStringList command;
        QProcessEnvironment environment;
        QString outputFile;  ///< made anew; empty: inherited
        QString errorFile;   ///< made anew; empty: inherited
    };
    enum class Failure { NotFound, NotExecutable, Other };
    struct StartError {
        Failure failure{};
        QString sentence;
    };

    explicit ChildProcess(QObject* parent = nullptr);
    /// Leaves a child alone that is still running.
    ~ChildProcess() override;

    tl::expected<void, StartError> start(const Start& what);
    pid_t pid() const { return m_pid; }
    bool isRunning() const { return m_pidfd >= 0; }
    void sendSignal(int signal);

  signals:
    void ended(const firstsplit::launch::ChildEnd& end);

  private:
    void collect();

    pid_t m_pid = -1;
    int m_pidfd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

/// Makes this process the new parent of orphaned descendants, so that they can be seen after the command has
/// ended.
void adoptOrphans();
/// Descendants that outlived the command (as processes of ours); zombies among them are collected on the way.
QList<pid_t> livingOrphans();

}  // namespace firstsplit::launch
