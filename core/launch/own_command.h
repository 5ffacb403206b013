#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>

namespace firstsplit::launch {

/// One subcommand of this program, in a process of its own: `firstsplit cost …`, as a person would call it.
/// Lives on the thread of its event loop. Each start() ends in exactly one of finished() and failed().
class OwnCommand : public QObject {
    Q_OBJECT
  public:
    /// `program`: tests give their own.
    explicit OwnCommand(QString program, QObject* parent = nullptr);
    /// Stops a command that is still at work, and waits a bounded time for what it leaves behind.
    ~OwnCommand() override;

    /// `words` come after the program's name.
    void start(const QStringList& words);
    /// As Ctrl+C does: what has finished stays usable.
    void cancel();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

  signals:
    /// A line of standard error: progress, warnings.
    void lineWritten(const QString& line);
    /// `output`: all of standard output.
    void finished(int exitCode, const QString& output);
    void failed(const QString& sentence);

  private:
    void takeLines(bool isEnd);
    void end(int exitCode, QProcess::ExitStatus status);

    QString m_program;
    QProcess m_process;
    QByteArray m_rest;  ///< of standard error: a line that has not come to its end
};

}  // namespace firstsplit::launch
