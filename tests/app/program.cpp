#include "tests/app/program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QThread>
#include <sstream>

namespace firstsplit::testing {

namespace {

// Not what is tested, only an end to waiting, in ms.
constexpr int patience = 280'000, patienceForFiles = 60'000;

template <class Predicate>
bool waitUntil(const Predicate& isTrue) {
    QElapsedTimer clock;
    clock.start();
    while (!isTrue()) {
        if (clock.elapsed() > patienceForFiles) return false;
        QThread::msleep(5);
    }
    return true;
}

}  // namespace

QString programFile(const QString& name) {
    // The tests lie beside the programs.
    const QFileInfo self(QFileInfo(QStringLiteral("/proc/self/exe")).symLinkTarget());
    return self.dir().filePath(name);
}

nlohmann::json Finished::document() const {
    return nlohmann::json::parse(out, nullptr, false);
}

std::vector<nlohmann::json> Finished::events() const {
    std::vector<nlohmann::json> events;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);)
        events.push_back(nlohmann::json::parse(line, nullptr, false));
    return events;
}

std::unique_ptr<QProcess> startProgram(const QStringList& arguments, const Setup& setup) {
    auto process = std::make_unique<QProcess>();
    auto environment = QProcessEnvironment::systemEnvironment();
    if (setup.withoutDisplay)
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QLatin1String(name));
    for (const auto& [name, value] : setup.environment) environment.insert(name, value);
    process->setProcessEnvironment(environment);
    if (!setup.folder.isEmpty()) process->setWorkingDirectory(setup.folder);
    process->setStandardInputFile(QProcess::nullDevice());
    process->start(setup.program, arguments);
    process->waitForStarted(patience);
    return process;
}

Finished waitFor(QProcess& process) {
    Finished result;
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished(patience);
    } else if (process.exitStatus() == QProcess::NormalExit) {
        result.code = process.exitCode();
    } else {
        result.signal = process.exitCode();
    }
    result.out = process.readAllStandardOutput().toStdString();
    result.err = process.readAllStandardError().toStdString();
    return result;
}

Finished runProgram(const QStringList& arguments, const Setup& setup) {
    return waitFor(*startProgram(arguments, setup));
}

QStringList recordArguments(const QString& file, const QStringList& trainer, const QStringList& options) {
    return QStringList{QStringLiteral("record"), QStringLiteral("-o"), file} + options +
           QStringList{QStringLiteral("--"), trainerFile()} + trainer;
}

bool waitForFile(const QString& file) {
    return waitUntil([&file] { return QFileInfo(file).size() > 0; });
}

bool waitForEnd(long pid) {
    if (pid <= 0) return true;
    return waitUntil([pid] {
        QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
        if (!file.open(QIODevice::ReadOnly)) return true;
        const QByteArray stat = file.readAll();
        return stat.mid(stat.lastIndexOf(')') + 2, 1) == "Z";
    });
}

long pidIn(const QString& file) {
    QFile handle(file);
    return handle.open(QIODevice::ReadOnly) ? handle.readAll().trimmed().toLong() : 0;
}

nlohmann::json infoOf(const QString& file) {
    return runProgram({QStringLiteral("info"), QStringLiteral("--json"), file}).document();
}

}  // namespace firstsplit::testing
