#include "ui/models/run_entry.h"

#include <QFileInfo>
#include <QObject>
#include <QRegularExpression>
#include <set>

#include "core/launch/run_processes.h"

namespace firstsplit::ui {
namespace {

/// "digits-embedding-seeds-004-a.split.h5": what comes before the side, the side, and the process if there
/// are several.
QRegularExpressionMatch sideIn(const QString& path) {
    static const QRegularExpression pattern(
        QStringLiteral("^(.+)[-._ ]([abAB])((?:\\.[1-9]\\d{0,5})?)(?:\\.split)?\\.(?:h5|part)$"));
    return pattern.match(QFileInfo(path).fileName());
}

}  // namespace

QString RunEntry::label() const {
    if (!note.name.isEmpty()) return note.name;
    if (name.isEmpty()) return QFileInfo(path).fileName();
    return process > 0 ? QObject::tr("%1, process %2").arg(name).arg(process) : name;
}

QString RunEntry::pairKey() const {
    const auto match = sideIn(path);
    if (!match.hasMatch()) return {};
    return QFileInfo(path).absolutePath() + QLatin1Char('/') + match.captured(1) + match.captured(3);
}

QChar RunEntry::side() const {
    const auto match = sideIn(path);
    return match.hasMatch() ? match.captured(2).at(0).toUpper() : QChar();
}

RunEntry entryOf(const QString& path, const record::Run& run) {
    const auto& info = run.info();
    const QFileInfo file(path);
    RunEntry entry;
    entry.path = path;
    if (const auto further = launch::furtherFileAt(path)) entry.process = further->number;
    entry.name = QString::fromStdString(info.name);
    entry.experiment = QString::fromStdString(info.experiment);
    entry.commandLine = QString::fromStdString(info.commandLine);
    entry.preset = QString::fromStdString(info.preset);
    entry.requested = info.requested;
    entry.steps = run.stepCount();
    if (info.plannedSteps) entry.plannedSteps = *info.plannedSteps;
    entry.end = info.end;
    entry.started = QDateTime::fromString(QString::fromStdString(info.startTime), Qt::ISODateWithMs);
    const auto ended = QDateTime::fromString(QString::fromStdString(info.endTime), Qt::ISODateWithMs);
    if (entry.started.isValid() && ended.isValid())
        entry.seconds = static_cast<double>(entry.started.msecsTo(ended)) / 1000.0;
    entry.bytes = file.size();
    entry.modified = file.lastModified();
    return entry;
}

bool isSameSource(const RunEntry& one, const RunEntry& other) {
    return one.experiment == other.experiment &&
           (!one.experiment.isEmpty() || one.commandLine == other.commandLine);
}

bool isSameSetUp(const RunEntry& one, const RunEntry& other) {
    return isSameSource(one, other) && one.preset == other.preset && one.requested == other.requested &&
           one.plannedSteps == other.plannedSteps;
}

QString setUpAgainst(const RunEntry& one, const RunEntry& other) {
    QStringList parts;
    if (one.preset != other.preset)
        parts << (other.preset.isEmpty() ? QObject::tr("no preset")
                                         : QObject::tr("preset %1").arg(other.preset));
    std::set<std::string> keys;
    for (const RunEntry* run : {&one, &other})
        for (const auto& entry : run->requested) keys.insert(entry.first);
    const auto valueIn = [](const RunEntry& run, const std::string& key) {
        const auto found = run.requested.find(key);
        return found == run.requested.end() ? std::string("–") : found->second;
    };
    // What follows from another preset is said by its name.
    for (const std::string& key : keys)
        if (one.preset == other.preset && valueIn(one, key) != valueIn(other, key))
            parts << QString::fromStdString(key + "=" + valueIn(other, key));
    if (one.steps != other.steps) parts << QObject::tr("%1 steps").arg(other.steps);
    return parts.isEmpty() ? QObject::tr("same settings") : parts.join(QStringLiteral(", "));
}

}  // namespace firstsplit::ui
