#include "ui/models/library_words.h"

#include <QCoreApplication>

namespace firstsplit::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Library", text);
}

/// Null: not known, or none.
const PairRow* summaryFor(const RunLibrary& library, const LibraryRow& row) {
    if (const QString& baseline = library.baseline(); !baseline.isEmpty())
        return baseline == row.path ? nullptr : library.summaryOf(baseline, row.path);
    if (row.position != PairPosition::First) return nullptr;
    return library.summaryOf(row.path, library.partnerOf(row.path));
}

/// Whether a comparison is on its way.
bool isAwaited(const RunLibrary& library, const RunEntry& run, const LibraryRow& row) {
    if (!run.isReadable() || run.isMissing) return false;
    if (!library.baseline().isEmpty()) return true;
    return row.position == PairPosition::First && !library.partnerOf(row.path).isEmpty();
}

}  // namespace

QString signText(const RunLibrary& library, const RunEntry& run, const LibraryRow& row) {
    if (!run.isReadable()) return QStringLiteral("✕");
    const PairRow* summary = summaryFor(library, row);
    return summary ? signOf(*summary) : QString();
}

QString firstSplitText(const RunLibrary& library, const RunEntry& run, const LibraryRow& row) {
    if (library.baseline() == run.path) return tr("baseline");
    const PairRow* summary = summaryFor(library, row);
    if (!summary) return isAwaited(library, run, row) ? QStringLiteral("…") : QString();
    if (!summary->isCompared) return QStringLiteral("–");
    if (!summary->first) return {};
    const QString step = *summary->first < 0 ? tr("start") : QString::number(*summary->first);
    return step + QLatin1Char(' ') + summary->firstKind;
}

QString splitToolTip(const RunLibrary& library, const RunEntry& run, const LibraryRow& row) {
    const QString& baseline = library.baseline();
    if (baseline == run.path) return tr("All other rows are held against this run.");
    const PairRow* summary = summaryFor(library, row);
    if (!summary) return {};
    if (!summary->isCompared) return summary->error;
    const RunEntry* other = library.find(baseline);
    const QString against =
        other ? tr("Against the baseline %1: ").arg(other->label()) : tr("Of this pair: ");
    if (!summary->first) return against + tr("no difference");
    if (*summary->first < 0)
        return against + tr("differs before training, in the %1").arg(summary->firstKind);
    return against + tr("first differs at step %1, in the %2").arg(*summary->first).arg(summary->firstKind);
}

}  // namespace firstsplit::ui
