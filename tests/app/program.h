#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/// Drives the real programs as processes.
namespace firstsplit::testing {

QString programFile(const QString& name);  ///< beside the tests, in the build's bin folder
inline QString firstsplitFile() {
    return programFile(QStringLiteral("firstsplit"));
}
inline QString trainerFile() {
    return programFile(QStringLiteral("firstsplit-test-trainer"));
}
inline QString runnerFile() {
    return programFile(QStringLiteral("firstsplit-runner"));
}

struct Finished {
    int code = -1;  ///< −1: it had to be killed after minutes, or was killed
    int signal = 0;
    std::string out, err;

    nlohmann::json document() const;             ///< standard output as one JSON document
    std::vector<nlohmann::json> events() const;  ///< … as JSON lines
};

struct Setup {
    QString folder{};  ///< working directory
    QString program = firstsplitFile();
    std::map<QString, QString> environment{};
    bool withoutDisplay = false;
};

Finished runProgram(const QStringList& arguments, const Setup& setup = {});
/// Started, not waited for.
std::unique_ptr<QProcess> startProgram(const QStringList& arguments, const Setup& setup = {});
Finished waitFor(QProcess& process);

/// `firstsplit record -o file -- trainer …`
QStringList recordArguments(const QString& file, const QStringList& trainer, const QStringList& options = {});

/// Waits until the file exists (and is not empty); false after a minute.
bool waitForFile(const QString& file);
/// Waits until a process that need not be our child is gone or a zombie; false after a minute. 0 is no
/// process.
bool waitForEnd(long pid);
long pidIn(const QString& file);

/// `firstsplit info --json`.
nlohmann::json infoOf(const QString& file);

}  // namespace firstsplit::testing
