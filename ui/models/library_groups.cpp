#include "ui/models/library_groups.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QSet>
#include <algorithm>
#include <functional>
#include <utility>

#include "ui/models/run_library.h"

namespace firstsplit::ui {
namespace {

QString sourceOf(const RunEntry& run) {
    if (!run.isReadable()) return QCoreApplication::translate("Library", "Cannot be read");
    if (!run.experiment.isEmpty()) return run.experiment;
    return run.commandLine.isEmpty() ? QCoreApplication::translate("Library", "Other runs") : run.commandLine;
}

bool contains(const RunEntry& run, const QString& text) {
    const auto end = record::nameOf(run.end);
    QStringList words{run.label(),
                      run.name,
                      run.note.note,
                      sourceOf(run),
                      run.preset,
                      QFileInfo(run.path).fileName(),
                      QString::fromLatin1(end.data(), static_cast<qsizetype>(end.size()))};
    for (const auto& [key, value] : run.requested) words << QString::fromStdString(key + "=" + value);
    return std::ranges::any_of(
        words, [&text](const QString& word) { return word.contains(text, Qt::CaseInsensitive); });
}

}  // namespace

qint64 LibraryGroup::runCount() const {
    qint64 runs = 0;
    for (const LibraryDay& day : days) runs += static_cast<qint64>(day.rows.size());
    return runs;
}

std::vector<LibraryGroup> groupRuns(const std::vector<RunEntry>& runs, const QString& filter) {
    std::vector<QString> pairs;
    QSet<QString> matchingPairs;
    std::vector<bool> isMatching;
    for (const RunEntry& run : runs) {
        pairs.push_back(run.pairKey());
        isMatching.push_back(filter.isEmpty() || contains(run, filter));
        if (isMatching.back() && !pairs.back().isEmpty()) matchingPairs.insert(pairs.back());
    }
    std::vector<LibraryGroup> groups;
    QHash<QString, std::size_t> known;
    QString pairBefore, source;
    QDate date;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!isMatching[i] && !matchingPairs.contains(pairs[i])) continue;
        // A pair of two commands, or around midnight, stays together.
        const bool isSecond = !pairs[i].isEmpty() && pairs[i] == pairBefore;
        if (!isSecond) {
            source = sourceOf(runs[i]);
            date = dateOf(runs[i]).toLocalTime().date();
        }
        pairBefore = runs[i].isReadable() ? pairs[i] : QString();
        const auto at = known.constFind(source);
        const std::size_t group = at == known.constEnd() ? groups.size() : *at;
        if (at == known.constEnd()) {
            known.insert(source, group);
            groups.push_back({source, {}});
        }
        auto& days = groups[group].days;
        auto day = std::ranges::find(days, date, &LibraryDay::date);
        if (day == days.end()) day = days.insert(days.end(), LibraryDay{date, {}});
        if (isSecond) day->rows.back().position = PairPosition::First;
        day->rows.push_back({runs[i].path, isSecond ? PairPosition::Second : PairPosition::None, {}});
    }
    for (LibraryGroup& group : groups) {
        std::ranges::sort(group.days, std::ranges::greater(), &LibraryDay::date);
        QString above;
        for (LibraryDay& day : group.days)
            for (LibraryRow& row : day.rows) row.above = std::exchange(above, row.path);
    }
    return groups;
}

}  // namespace firstsplit::ui
