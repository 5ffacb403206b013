#include "core/launch/run_paths.h"

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace firstsplit::launch {

namespace {

const QString fileSuffix = QStringLiteral(".h5");
const QString journalSuffix = QStringLiteral(".part");

QString besideProgram(const QString& name) {
    // Works before there is an application object, too.
    static const QString folder =
        QFileInfo(QFileInfo(QStringLiteral("/proc/self/exe")).symLinkTarget()).absolutePath();
    return QDir(folder).filePath(name);
}

}  // namespace

Result<RunPaths> pathsOf(const QString& file) {
    if (!file.endsWith(fileSuffix) || QFileInfo(file).completeBaseName().isEmpty())
        return fail(
            "\"" + file.toStdString() +
            "\" cannot name a run file: the name has to end in .split.h5. For example: -o runs/a.split.h5");
    RunPaths paths;
    paths.file = QFileInfo(file).absoluteFilePath();
    const QString stem = paths.file.chopped(fileSuffix.size());
    paths.journal = stem + journalSuffix;
    paths.errors = stem + QStringLiteral(".err");
    paths.output = stem + QStringLiteral(".out");
    return paths;
}

Result<> checkFree(const RunPaths& paths) {
    if (QFileInfo::exists(paths.file))
        return fail(
            paths.file.toStdString() +
            " exists already, and runs are never overwritten. Choose another name, or move the file away.");
    if (QFileInfo::exists(paths.journal))
        return fail(paths.journal.toStdString() +
                    " exists already: it is the journal of a run that is going on, or whose recorder was "
                    "killed. Choose "
                    "another name, or build its file first: firstsplit recover " +
                    shellQuoted(paths.journal).toStdString());
    for (const QString& path : {paths.errors, paths.output})
        if (QFileInfo::exists(path))
            return fail(path.toStdString() +
                        " exists already: a run of this name is going on, or was killed before it trained. "
                        "Choose another "
                        "name, or remove the file.");
    const QFileInfo folder(QFileInfo(paths.file).absolutePath());
    if (!folder.isDir())
        return fail(
            folder.filePath().toStdString() +
            " is no folder, so the run cannot be saved there. Make it first, or choose another folder.");
    if (::access(folder.filePath().toLocal8Bit().constData(), W_OK | X_OK) != 0)
        return fail("The folder " + folder.filePath().toStdString() +
                    " cannot be written to. Change its permissions, or choose another folder.");
    return {};
}

QString fileOfJournal(const QString& journal) {
    QString stem = QFileInfo(journal).absoluteFilePath();
    if (stem.endsWith(journalSuffix)) stem.chop(journalSuffix.size());
    return stem + fileSuffix;
}

QString nextPairStem(const QString& folder, const QString& stem) {
    const QRegularExpression numbered(QLatin1Char('^') + QRegularExpression::escape(stem) +
                                      QStringLiteral("-(\\d{3,9})(-[AB])?\\."));
    int highest = 0;
    const QStringList entries =
        QDir(folder).entryList({stem + QStringLiteral("-*")}, QDir::Files | QDir::Hidden);
    for (const QString& entry : entries)
        if (const auto match = numbered.match(entry); match.hasMatch())
            highest = std::max(highest, match.captured(1).toInt());
    return QStringLiteral("%1-%2").arg(stem).arg(highest + 1, 3, 10, QLatin1Char('0'));
}

QString stemOf(const QString& experiment, const QStringList& command, const QString& preset) {
    QString stem = experiment;
    if (stem.isEmpty()) {
        // "python -u train.py": the first word that names a script, otherwise the program.
        for (const QString& word : command)
            if (stem.isEmpty() &&
                (word.endsWith(QLatin1String(".py")) || word.endsWith(QLatin1String(".sh"))))
                stem = QFileInfo(word).completeBaseName();
        if (stem.isEmpty() && !command.isEmpty()) stem = QFileInfo(command.first()).completeBaseName();
        if (stem.isEmpty()) stem = QStringLiteral("run");
    }
    if (!preset.isEmpty()) stem += QLatin1Char('-') + preset;
    static const QRegularExpression unusual(QStringLiteral("[^A-Za-z0-9._+-]+"));
    return stem.replace(unusual, QStringLiteral("_")).left(100);
}

QString programPath() {
    return besideProgram(QStringLiteral("firstsplit"));
}

QString runnerPath() {
    return besideProgram(QStringLiteral("firstsplit-runner"));
}

QString pythonHookFolder() {
    const QString folder = QDir::cleanPath(besideProgram(QStringLiteral("../share/firstsplit/client/hook")));
    return QFileInfo(folder + QStringLiteral("/sitecustomize.py")).isFile() ? folder : QString();
}

Result<> checkRunner() {
    const QFileInfo runner(runnerPath());
    if (!runner.exists())
        return fail("The built-in experiments need " + runner.filePath().toStdString() +
                    ", which is missing: this build has no LibTorch part. Build it with packaging/setup.sh, "
                    "or record a "
                    "command of your own: firstsplit pair -- python train.py");
    if (!runner.isFile() || !runner.isExecutable())
        return fail(
            runner.filePath().toStdString() +
            " cannot be executed. Build it again with packaging/setup.sh, or give it execute permission.");
    return {};
}

QString shellQuoted(const QString& word) {
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (plain.match(word).hasMatch()) return word;
    QString quoted = word;
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString shellLine(const QStringList& words) {
    QStringList quoted;
    for (const QString& word : words) quoted << shellQuoted(word);
    return quoted.join(QLatin1Char(' '));
}

}  // namespace firstsplit::launch
