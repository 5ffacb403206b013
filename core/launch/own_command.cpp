#include "core/launch/own_command.h"

#include <csignal>

namespace firstsplit::launch {

namespace {

constexpr int patienceMs = 5'000;

}  // namespace

OwnCommand::OwnCommand(QString program, QObject* parent) : QObject(parent), m_program(std::move(program)) {
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] { takeLines(false); });
    connect(&m_process, &QProcess::finished, this, &OwnCommand::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;
        emit failed(
            tr("%1 cannot be started: %2. Install FirstSplit anew.").arg(m_program, m_process.errorString()));
    });
}

OwnCommand::~OwnCommand() {
    m_process.disconnect(this);
    if (!isRunning()) return;
    cancel();
    if (m_process.waitForFinished(patienceMs)) return;
    m_process.kill();
    m_process.waitForFinished(patienceMs);
}

void OwnCommand::start(const QStringList& words) {
    m_rest.clear();
    m_process.start(m_program, words, QIODevice::ReadOnly);
}

void OwnCommand::cancel() {
    if (m_process.processId() > 0) ::kill(static_cast<pid_t>(m_process.processId()), SIGINT);
}

void OwnCommand::takeLines(bool isEnd) {
    m_rest += m_process.readAllStandardError();
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        const QString line = QString::fromUtf8(m_rest.left(end));
        m_rest.remove(0, end + 1);
        emit lineWritten(line);
    }
    if (!isEnd || m_rest.isEmpty()) return;
    const QString line = QString::fromUtf8(m_rest);
    m_rest.clear();
    emit lineWritten(line);
}

void OwnCommand::end(int exitCode, QProcess::ExitStatus status) {
    takeLines(true);
    if (status == QProcess::CrashExit)
        emit failed(tr("%1 was ended by a signal.").arg(m_program));
    else
        emit finished(exitCode, QString::fromUtf8(m_process.readAllStandardOutput()));
}

}  // namespace firstsplit::launch
