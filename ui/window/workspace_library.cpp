// The runs that are known: what the folders bring, repeats, likely partners, the baseline.
#include <QLocale>

#include "ui/window/workspace.h"

namespace firstsplit::ui {

void Workspace::connectLibrary() {
    connect(m_scanner, &LibraryScanner::runRead, &m_library, &RunLibrary::addRun);
    connect(m_scanner, &LibraryScanner::runVanished, &m_library, &RunLibrary::removeRun);
    connect(m_scanner, &LibraryScanner::runMissing, &m_library, &RunLibrary::setMissing);
    connect(m_scanner, &LibraryScanner::summarised, &m_library, &RunLibrary::setSummary);
    connect(m_scanner, &LibraryScanner::summarised, &m_pairs, &PairsModel::setSummary);
    connect(&m_library, &RunLibrary::pairCompleted, this, [this](const QString& a, const QString& b) {
        m_scanner->summarise(a, b, false);
        listRepeats();
    });
    connect(&m_library, &RunLibrary::runsChanged, this, [this] {
        holdAgainstBaseline();
        if (m_loaded && m_loaded->isSingle) showVerdict();
        if (m_isIncomparable) emit partnersChanged(likelyPartners());
    });
    connect(&m_library, &RunLibrary::baselineChanged, this, [this] {
        m_heldAgainstBaseline.clear();
        holdAgainstBaseline();
    });
    connect(&m_library, &RunLibrary::noteEdited, m_scanner, &LibraryScanner::saveNote);
    connect(m_scanner, &LibraryScanner::noteFailed, this,
            [this](const QString& path, const launch::RunNote& kept, const QString& sentence) {
                m_library.takeNote(path, kept);
                emit failed(sentence);
            });
}

void Workspace::holdAgainstBaseline() {
    const QString& baseline = m_library.baseline();
    QStringList files;
    for (const RunEntry& run : m_library.runs()) {
        if (baseline.isEmpty() || run.path == baseline || !run.isReadable() || run.isMissing) continue;
        if (m_heldAgainstBaseline.contains(run.path) || m_library.summaryOf(baseline, run.path)) continue;
        m_heldAgainstBaseline << run.path;
        files << run.path;
    }
    m_scanner->holdAgainst(baseline, files);
}

void Workspace::listRepeats() {
    // A pair counts once it is whole.
    if (!m_loaded || m_loaded->isSingle || m_loaded->comparison->b.end == record::EndState::Running) return;
    m_pairs.setPairs(m_library.repeatsOf(m_loadedA, m_loadedB));
    m_pairs.setCurrent(m_loadedA, m_loadedB);
    for (const PairRow& row : m_pairs.pairs()) {
        const QString key = row.fileA + QLatin1Char('\n') + row.fileB;
        if (row.isCompared || (row.fileA == m_loadedA && row.fileB == m_loadedB) ||
            m_summarised.contains(key))
            continue;
        m_summarised << key;
        m_scanner->summarise(row.fileA, row.fileB, true);
    }
}

QList<Partner> Workspace::likelyPartners() {
    QList<Partner> partners;
    const QString ofPair = m_library.partnerOf(m_pathA);
    for (const QString& path : m_library.likelyPartnersOf(m_pathA)) {
        const RunEntry& run = *m_library.find(path);
        const QString detail =
            path == ofPair ? tr("the other run of its pair") : setUpAgainst(*m_library.find(m_pathA), run);
        const QString when =
            QLocale().toString(dateOf(run).toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
        partners.push_back({path, run.label(), detail + QStringLiteral("  ·  ") + when});
    }
    return partners;
}

void Workspace::placePartner() {
    const QString partner = m_library.likelyPartnersOf(m_pathA).value(0);
    if (!partner.isEmpty()) placeBeside(partner);
}

void Workspace::placeBeside(const QString& partner) {
    const RunEntry* run = m_library.find(m_pathA);
    // A B that was opened alone comes back to its side.
    if (run && run->side() == u'B' && m_library.partnerOf(m_pathA) == partner)
        place(partner, m_pathA);
    else
        place(m_pathA, partner);
}

}  // namespace firstsplit::ui
