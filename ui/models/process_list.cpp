#include "ui/models/process_list.h"

#include <QCoreApplication>

#include "core/compare/processes.h"
#include "core/compare/words.h"
#include "core/launch/run_processes.h"

namespace firstsplit::ui {
namespace {

QString tr(const char* words) {
    return QCoreApplication::translate("ProcessList", words);
}

Result<compare::Comparison> comparisonOf(const ComparisonLoader::Opener& opener, const QString& fileA,
                                         const QString& fileB) {
    const auto a = opener(fileA.toStdString());
    if (!a) return tl::unexpected(a.error());
    const auto b = opener(fileB.toStdString());
    if (!b) return tl::unexpected(b.error());
    return compare::compareRuns(**a, **b);
}

QString firstFileOf(const QString& file) {
    const auto further = launch::furtherFileAt(file);
    return further ? further->first : file;
}

}  // namespace

QString ProcessList::headline() const {
    QString words = tr("%1 training processes").arg(processes.size());
    if (splitFirst)
        words += tr("; process %1 split first.").arg(*splitFirst);
    else
        words += tr(", none split.");
    for (const QString& sentence : leftOut) words += QLatin1Char(' ') + sentence;
    return words;
}

ProcessList processesOf(const ComparisonLoader::Opener& opener, const QString& fileA, const QString& fileB) {
    ProcessList list;
    list.firstA = firstFileOf(fileA);
    list.firstB = firstFileOf(fileB);
    auto ofA = launch::furtherFiles(list.firstA), ofB = launch::furtherFiles(list.firstB);
    if (ofA.isEmpty() && ofB.isEmpty()) return list;
    ofA.insert(0, list.firstA);
    ofB.insert(0, list.firstB);
    std::vector<compare::Comparison> comparisons;
    for (auto entry = ofA.begin(); entry != ofA.end(); ++entry) {
        if (!ofB.contains(entry.key())) {
            list.leftOut << tr("Process %1 trained in A alone.").arg(entry.key());
            continue;
        }
        auto comparison = comparisonOf(opener, entry.value(), ofB[entry.key()]);
        if (!comparison) {
            list.leftOut << tr("Process %1 could not be compared: %2")
                                .arg(entry.key())
                                .arg(QString::fromStdString(comparison.error().message));
            continue;
        }
        const compare::VerdictText words = compare::describe(*comparison);
        list.processes.push_back({entry.key(), entry.value(), ofB[entry.key()],
                                  QString::fromStdString(words.sign),
                                  QString::fromStdString(words.sentence)});
        comparisons.push_back(std::move(*comparison));
    }
    for (auto entry = ofB.begin(); entry != ofB.end(); ++entry)
        if (!ofA.contains(entry.key())) list.leftOut << tr("Process %1 trained in B alone.").arg(entry.key());
    std::vector<const compare::Comparison*> all;
    for (const auto& comparison : comparisons) all.push_back(&comparison);
    if (const auto found = compare::splitFirst(all))
        list.splitFirst = list.processes[static_cast<qsizetype>(*found)].number;
    return list;
}

}  // namespace firstsplit::ui
