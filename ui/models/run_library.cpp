#include "ui/models/run_library.h"

#include <algorithm>
#include <ranges>

namespace firstsplit::ui {
namespace {

QString pairOf(const QString& a, const QString& b) {
    return a + QLatin1Char('\n') + b;
}

std::string seedOf(const RunEntry& run) {
    const auto seed = run.requested.find("seed");
    return seed == run.requested.end() ? std::string() : seed->second;
}

}  // namespace

QString signOf(const PairRow& summary) {
    if (summary.isCompared && summary.verdict == compare::Verdict::Split) return QStringLiteral("≠");
    if (summary.isCompared && summary.verdict == compare::Verdict::Identical) return QStringLiteral("=");
    return QStringLiteral("?");
}

QDateTime dateOf(const RunEntry& run) {
    return run.started.isValid() ? run.started : run.modified;
}

RunLibrary::RunLibrary(QObject* parent) : QObject(parent) {
    // A folder of a thousand runs is read in one go: its views are told in gulps.
    m_changeTimer.setSingleShot(true);
    m_changeTimer.setInterval(40);
    connect(&m_changeTimer, &QTimer::timeout, this, &RunLibrary::runsChanged);
}

void RunLibrary::addRun(const RunEntry& entry) {
    changed();
    m_isSorted = false;
    if (const auto known = m_at.constFind(entry.path); known != m_at.constEnd()) {
        m_runs[*known] = entry;
        return;
    }
    m_at.insert(entry.path, m_runs.size());
    m_runs.push_back(entry);
    if (const QString key = entry.pairKey(); !key.isEmpty()) m_byPair[key] << entry.path;
    if (const QString partner = partnerOf(entry.path); !partner.isEmpty() && entry.isReadable()) {
        const bool isA = entry.side() == u'A';
        emit pairCompleted(isA ? entry.path : partner, isA ? partner : entry.path);
    }
}

void RunLibrary::removeRun(const QString& path) {
    const auto found = m_at.constFind(path);
    if (found == m_at.constEnd()) return;
    const std::size_t at = *found;
    m_byPair[m_runs[at].pairKey()].removeAll(path);
    m_at.remove(path);
    if (at + 1 < m_runs.size()) {
        m_runs[at] = std::move(m_runs.back());
        m_at[m_runs[at].path] = at;
    }
    m_runs.pop_back();
    m_isSorted = false;
    changed();
}

void RunLibrary::setMissing(const QString& path, bool missing) {
    const auto found = m_at.constFind(path);
    if (found == m_at.constEnd() || m_runs[*found].isMissing == missing) return;
    m_runs[*found].isMissing = missing;
    changed();
}

void RunLibrary::setSummary(const PairRow& summary) {
    m_summaries.insert(pairOf(summary.fileA, summary.fileB), summary);
    changed();
}

void RunLibrary::editNote(const QString& path, const launch::RunNote& note) {
    const RunEntry* run = find(path);
    if (!run || run->note == note) return;
    takeNote(path, note);
    emit noteEdited(path, note);
}

void RunLibrary::takeNote(const QString& path, const launch::RunNote& note) {
    const auto found = m_at.constFind(path);
    if (found == m_at.constEnd()) return;
    m_runs[*found].note = note;
    changed();
}

void RunLibrary::pinBaseline(const QString& path) {
    if (path == m_baseline) return;
    m_baseline = path;
    emit baselineChanged(path);
    changed();
}

void RunLibrary::sort() {
    if (m_isSorted) return;
    m_isSorted = true;
    struct Key {
        QDateTime newest;  ///< of the pair
        QString pair;
        QChar side;
        std::size_t at;
    };
    std::vector<Key> keys;
    QHash<QString, QDateTime> newest;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const QString pair = m_runs[i].pairKey();
        keys.push_back({dateOf(m_runs[i]), pair, m_runs[i].side(), i});
        if (pair.isEmpty()) continue;
        QDateTime& date = newest[pair];
        if (!date.isValid() || date < keys.back().newest) date = keys.back().newest;
    }
    for (Key& key : keys)
        if (!key.pair.isEmpty()) key.newest = newest.value(key.pair);
    std::ranges::sort(keys, [this](const Key& x, const Key& y) {
        if (x.newest != y.newest) return x.newest > y.newest;
        if (x.pair != y.pair) return x.pair < y.pair;
        if (x.side != y.side) return x.side < y.side;
        return m_runs[x.at].path < m_runs[y.at].path;
    });
    std::vector<RunEntry> sorted;
    sorted.reserve(m_runs.size());
    for (const Key& key : keys) sorted.push_back(std::move(m_runs[key.at]));
    m_runs = std::move(sorted);
    for (std::size_t i = 0; i < m_runs.size(); ++i) m_at[m_runs[i].path] = i;
}

const std::vector<RunEntry>& RunLibrary::runs() {
    sort();
    return m_runs;
}

const RunEntry* RunLibrary::find(const QString& path) const {
    const auto found = m_at.constFind(path);
    return found == m_at.constEnd() ? nullptr : &m_runs[*found];
}

QString RunLibrary::partnerOf(const QString& path) const {
    const RunEntry* run = find(path);
    if (!run) return {};
    for (const QString& other : m_byPair.value(run->pairKey())) {
        const RunEntry* partner = find(other);
        if (partner && partner->isReadable() && partner->side() != run->side()) return other;
    }
    return {};
}

QStringList RunLibrary::likelyPartnersOf(const QString& path) {
    sort();
    const RunEntry* run = find(path);
    if (!run) return {};
    const QString partner = partnerOf(path);
    QStringList sameSetUp, sameSeed, others;
    for (const RunEntry& other : m_runs) {
        if (other.path == path || other.path == partner || !other.isReadable() || other.isMissing) continue;
        if (other.process != run->process || !isSameSource(*run, other)) continue;
        (isSameSetUp(other, *run)        ? sameSetUp
         : seedOf(other) == seedOf(*run) ? sameSeed
                                         : others)
            << other.path;
    }
    return (partner.isEmpty() ? QStringList() : QStringList{partner}) + sameSetUp + sameSeed + others;
}

const PairRow* RunLibrary::summaryOf(const QString& fileA, const QString& fileB) const {
    const auto found = m_summaries.constFind(pairOf(fileA, fileB));
    return found == m_summaries.constEnd() ? nullptr : &*found;
}

QString RunLibrary::signOf(const QString& fileA, const QString& fileB) const {
    const PairRow* summary = summaryOf(fileA, fileB);
    return summary ? ui::signOf(*summary) : QString();
}

std::vector<std::pair<QString, QString>> RunLibrary::pairs() {
    std::vector<std::pair<QString, QString>> all;
    for (const RunEntry& run : runs()) {
        if (run.side() != u'A' || !run.isReadable() || run.isMissing || run.process > 0) continue;
        if (const QString partner = partnerOf(run.path); !partner.isEmpty())
            all.emplace_back(run.path, partner);
    }
    return all;
}

std::vector<std::pair<QString, QString>> RunLibrary::repeatsOf(const QString& fileA, const QString& fileB) {
    sort();
    const RunEntry* a = find(fileA);
    const RunEntry* b = find(fileB);
    std::vector<std::pair<QString, QString>> repeats;
    if (a && b) {
        for (const auto& [otherA, otherB] : pairs())
            if (isSameSetUp(*a, *find(otherA)) && isSameSetUp(*b, *find(otherB)))
                repeats.emplace_back(otherA, otherB);
    }
    const std::pair<QString, QString> itself{fileA, fileB};
    if (!std::ranges::count(repeats, itself)) repeats.push_back(itself);
    std::ranges::sort(repeats, {}, [](const auto& pair) { return pair.first; });
    return repeats;
}

}  // namespace firstsplit::ui
