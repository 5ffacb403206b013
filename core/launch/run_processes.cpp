#include "core/launch/run_processes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace firstsplit::launch {

namespace {

/// Paths "A.N<suffix>" beside "A<suffix>", by N.
QMap<int, QString> numbered(const QString& path, const QString& suffix) {
    QMap<int, QString> found;
    const QFileInfo first(path);
    if (!first.fileName().endsWith(suffix)) return found;
    const QString stem = first.fileName().chopped(suffix.size());
    const QRegularExpression name(
        QRegularExpression::anchoredPattern(QRegularExpression::escape(stem) + QStringLiteral("\\.([1-9]\\d{0,5})") +
                                            QRegularExpression::escape(suffix)));
    const QDir folder = first.absoluteDir();
    for (const QString& entry : folder.entryList(QDir::Files | QDir::Hidden))
        if (const auto match = name.match(entry); match.hasMatch())
            found.insert(match.captured(1).toInt(), folder.filePath(entry));
    return found;
}

std::string local(const QString& path) {
    return path.toLocal8Bit().toStdString();
}

}  // namespace

QMap<int, QString> furtherFiles(const QString& file) {
    return numbered(file, QStringLiteral(".split.h5"));
}

std::optional<FurtherFile> furtherFileAt(const QString& file) {
    static const QRegularExpression name(QStringLiteral("^(.+)\\.([1-9]\\d{0,5})(\\.split\\.h5)$"));
    const QFileInfo info(file);
    const auto match = name.match(info.fileName());
    if (!match.hasMatch()) return std::nullopt;
    const QString first = info.absoluteDir().filePath(match.captured(1) + match.captured(3));
    if (!QFileInfo::exists(first)) return std::nullopt;
    return FurtherFile{first, match.captured(2).toInt()};
}

QStringList buildFurtherFiles(const RunPaths& paths, const record::ObservedEnd& end) {
    QStringList sentences;
    const auto journals = numbered(paths.journal, QStringLiteral(".split.part"));
    for (auto entry = journals.begin(); entry != journals.end(); ++entry) {
        const QString remedy = QStringLiteral("firstsplit recover ") + shellQuoted(entry.value());
        const auto run = record::openRun(local(entry.value()));
        const bool isWritten = run && (*run)->info().end == record::EndState::Running;
        if (isWritten) {
            sentences << QStringLiteral("Process %1 of the run still trains; when it has ended: %2")
                             .arg(entry.key())
                             .arg(remedy);
            continue;
        }
        if (auto built = record::buildRunFile(local(entry.value()), local(fileOfJournal(entry.value())), end); !built) {
            sentences << QStringLiteral("The file of process %1 could not be built: %2")
                             .arg(entry.key())
                             .arg(QString::fromStdString(built.error().message));
            continue;
        }
        QFile::remove(entry.value());
    }
    return sentences;
}

}  // namespace firstsplit::launch
