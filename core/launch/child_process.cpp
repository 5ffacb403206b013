#include "core/launch/child_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <QSocketNotifier>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace firstsplit::launch {

namespace {

std::vector<char*> pointersTo(std::vector<QByteArray>& strings) {
    std::vector<char*> pointers;
    for (QByteArray& text : strings) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

ChildProcess::StartError describeFailure(const QString& program, int error) {
    using Failure = ChildProcess::Failure;
    if (error == ENOENT && program.contains(QLatin1Char('/')) && QFileInfo::exists(program))
        return {Failure::NotFound,
                QStringLiteral(
                    "%1 cannot be started: the interpreter in its first line, or its loader, is missing. "
                    "Install it, or call the program through its interpreter.")
                    .arg(program)};
    if (error == ENOENT || error == ENOTDIR)
        return {
            Failure::NotFound,
            QStringLiteral("%1 cannot be started: no such program. Check the name and PATH.").arg(program)};
    if (error == EACCES || error == ENOEXEC)
        return {Failure::NotExecutable,
                QStringLiteral(
                    "%1 cannot be started: it is not executable. Give it execute permission, or call it "
                    "through its interpreter.")
                    .arg(program)};
    return {Failure::Other, QStringLiteral("%1 cannot be started: %2. Free resources and try again.")
                                .arg(program, QString::fromLocal8Bit(std::strerror(error)))};
}

}  // namespace

ChildProcess::ChildProcess(QObject* parent) : QObject(parent) {}

ChildProcess::~ChildProcess() {
    if (m_pidfd >= 0) ::close(m_pidfd);
}

tl::expected<void, ChildProcess::StartError> ChildProcess::start(const Start& what) {
    std::vector<QByteArray> arguments, environment;
    for (const QString& word : what.command) arguments.push_back(word.toLocal8Bit());
    for (const QString& entry : what.environment.toStringList()) environment.push_back(entry.toLocal8Bit());
    const auto argv = pointersTo(arguments), envp = pointersTo(environment);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int files[2] = {-1, -1};
    const QString names[2] = {what.outputFile, what.errorFile};
    for (int i = 0; i < 2; ++i) {
        if (names[i].isEmpty()) continue;
        files[i] = ::open(names[i].toLocal8Bit().constData(),
                          O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
        if (files[i] < 0) {
            const int error = errno;
            if (files[0] >= 0) ::close(files[0]);
            posix_spawn_file_actions_destroy(&actions);
            return tl::unexpected(StartError{
                Failure::Other, QStringLiteral("%1 cannot be made: %2. Choose another output, or free space.")
                                    .arg(names[i], QString::fromLocal8Bit(std::strerror(error)))});
        }
        posix_spawn_file_actions_adddup2(&actions, files[i], i + 1);
    }

    // Signals that we block or ignore ourselves must reach the training as they would without us.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    const int error = ::posix_spawnp(&m_pid, argv[0], &actions, &attributes, argv.data(), envp.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (int file : files)
        if (file >= 0) ::close(file);
    if (error != 0) {
        m_pid = -1;
        for (const QString& name : names)
            if (!name.isEmpty()) QFile::remove(name);
        return tl::unexpected(describeFailure(what.command.first(), error));
    }

    m_pidfd = static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0));
    if (m_pidfd < 0) {
        const int pidfdError = errno;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        return tl::unexpected(
            StartError{Failure::Other,
                       QStringLiteral("The end of %1 cannot be watched: %2. Linux 5.3 or newer is needed.")
                           .arg(what.command.first(), QString::fromLocal8Bit(std::strerror(pidfdError)))});
    }
    m_notifier = std::make_unique<QSocketNotifier>(m_pidfd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ChildProcess::collect);
    return {};
}

void ChildProcess::sendSignal(int signal) {
    if (m_pidfd >= 0) ::syscall(SYS_pidfd_send_signal, m_pidfd, signal, nullptr, 0);
}

void ChildProcess::collect() {
    int status = 0;
    pid_t done;
    do done = ::waitpid(m_pid, &status, WNOHANG);
    while (done < 0 && errno == EINTR);
    if (done == 0) return;
    m_notifier->setEnabled(false);
    m_notifier.release()->deleteLater();  // we are inside its signal
    ::close(m_pidfd);
    m_pidfd = -1;
    ChildEnd end;
    if (done > 0 && WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
    else
        end.exitCode = done > 0 ? WEXITSTATUS(status) : 255;
    emit ended(end);
}

void adoptOrphans() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

QList<pid_t> livingOrphans() {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    QList<pid_t> orphans;
    DIR* processes = ::opendir("/proc");
    if (processes == nullptr) return orphans;
    while (const dirent* entry = ::readdir(processes)) {
        const auto pid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (pid <= 0) continue;
        QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
        if (!file.open(QIODevice::ReadOnly)) continue;
        // "pid (name) state ppid …"; the name may hold anything, so start behind its last parenthesis.
        const QByteArray stat = file.readAll();
        const auto words = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (words.size() > 1 && words[1].toLong() == ::getpid() && words[0] != "Z" && words[0] != "X")
            orphans << pid;
    }
    ::closedir(processes);
    return orphans;
}

}  // namespace firstsplit::launch
