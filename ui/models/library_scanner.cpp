#include "ui/models/library_scanner.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace firstsplit::ui {

QStringList runFilesIn(const QString& folder) {
    QStringList files;
    const QDir dir(folder);
    for (const QFileInfo& info : dir.entryInfoList(
             {QStringLiteral("*.split.h5"), QStringLiteral("*.split.part")}, QDir::Files, QDir::Name))
        files << info.absoluteFilePath();
    return files;
}

LibraryScanner::LibraryScanner(IoThread& io, ComparisonLoader::Opener opener, QObject* parent)
    : QObject(parent), m_io(io), m_opener(std::move(opener)) {
    m_rescanTimer.setSingleShot(true);
    m_rescanTimer.setInterval(500);
    connect(&m_rescanTimer, &QTimer::timeout, this, &LibraryScanner::rescan);
    m_growthTimer.setSingleShot(true);
    connect(&m_growthTimer, &QTimer::timeout, this, [this] {
        if (m_growing.isEmpty()) return;
        addFiles(m_growing.values());
        m_growthTimer.start(m_growthInterval);
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_rescanTimer, qOverload<>(&QTimer::start));
}

LibraryScanner::~LibraryScanner() {
    m_isGone->store(true);
    // The task that is running uses this; those after it look at m_isGone first.
    m_io.waitForRunning();
}

void LibraryScanner::post(IoThread::Urgency urgency, std::function<void()> task) {
    m_io.post(urgency, [isGone = m_isGone, task = std::move(task)] {
        if (!isGone->load()) task();
    });
}

void LibraryScanner::answer(std::function<void()> action) {
    QMetaObject::invokeMethod(this, std::move(action), Qt::QueuedConnection);
}

void LibraryScanner::addFolder(const QString& folder) {
    const QString path = QDir::cleanPath(QDir::current().absoluteFilePath(folder));
    if (m_folders.contains(path)) return;
    m_folders << path;
    listFolder(path);
}

void LibraryScanner::forgetFolder(const QString& folder) {
    m_folders.removeAll(folder);
    m_watcher.removePath(folder);
    for (const QString& path : m_known.keys()) {
        if (QFileInfo(path).absolutePath() != folder) continue;
        m_known.remove(path);
        emit runVanished(path);
    }
}

void LibraryScanner::addFiles(const QStringList& files) {
    QStringList paths;
    for (const QString& file : files) paths << QFileInfo(file).absoluteFilePath();
    post(IoThread::Urgency::Background, [this, paths] {
        std::vector<Found> found;
        for (const QString& path : paths) found.push_back({path, QFileInfo(path).lastModified()});
        answer([this, found] {
            for (const Found& one : found) takeOne(one);
        });
    });
}

void LibraryScanner::rescan() {
    check(m_known.keys());
    for (const QString& folder : std::as_const(m_folders)) listFolder(folder);
}

void LibraryScanner::check(const QStringList& paths) {
    post(IoThread::Urgency::Background, [this, paths] {
        QStringList vanished, missing, present;
        for (const QString& path : paths) {
            const QFileInfo info(path);
            (info.exists() ? present : info.dir().exists() ? vanished : missing) << path;
        }
        answer([this, vanished, missing, present] {
            for (const QString& path : vanished) {
                m_known.remove(path);
                m_growing.remove(path);
                emit runVanished(path);
            }
            for (const QString& path : missing) emit runMissing(path, true);
            for (const QString& path : present) emit runMissing(path, false);
        });
    });
}

void LibraryScanner::listFolder(const QString& folder) {
    post(IoThread::Urgency::Background, [this, folder] {
        std::vector<Found> found;
        for (const QString& path : runFilesIn(folder))
            found.push_back({path, QFileInfo(path).lastModified()});
        answer([this, folder, exists = QFileInfo::exists(folder), found] { take(folder, exists, found); });
    });
}

void LibraryScanner::take(const QString& folder, bool exists, const std::vector<Found>& found) {
    if (exists && !m_watcher.directories().contains(folder)) m_watcher.addPath(folder);
    for (const Found& one : found) takeOne(one);
}

void LibraryScanner::takeOne(const Found& found) {
    if (found.modified.isValid() && m_known.value(found.path) == found.modified) return;
    m_known.insert(found.path, found.modified);
    post(IoThread::Urgency::Background, [this, path = found.path] {
        QElapsedTimer timer;
        timer.start();
        RunEntry entry;
        if (auto run = m_opener(path.toStdString())) {
            entry = entryOf(path, **run);
        } else {
            entry.path = path;
            entry.modified = QFileInfo(path).lastModified();
            entry.error = QString::fromStdString(run.error().message);
        }
        if (auto note = launch::readNote(path))
            entry.note = *note;
        else
            entry.noteError = QString::fromStdString(note.error().message);
        answer([this, entry, cost = timer.elapsed()] { takeRun(entry, cost); });
    });
}

void LibraryScanner::takeRun(const RunEntry& entry, qint64 costMs) {
    constexpr qint64 mostOfTheThread = 20;  // a twentieth
    if (entry.isReadable() && entry.end == record::EndState::Running) {
        m_growing << entry.path;
        const auto wait =
            static_cast<int>(std::clamp<qint64>(mostOfTheThread * costMs, m_growthInterval, 60'000));
        if (!m_growthTimer.isActive() || m_growthTimer.remainingTime() < wait) m_growthTimer.start(wait);
    } else {
        m_growing.remove(entry.path);
    }
    emit runRead(entry);
}

void LibraryScanner::saveNote(const QString& file, const launch::RunNote& note) {
    post(IoThread::Urgency::Load, [this, file, note] {
        const auto written = launch::writeNote(file, note);
        if (written) return;
        const launch::RunNote kept = launch::readNote(file).value_or(launch::RunNote());
        answer([this, file, kept, sentence = QString::fromStdString(written.error().message)] {
            emit noteFailed(file, kept, sentence);
        });
    });
}

PairRow LibraryScanner::compareFiles(const QString& fileA, const QString& fileB, bool withWeights,
                                     const std::function<bool()>& isWanted) const {
    const auto goOn = [&isWanted](double) { return isWanted(); };
    PairRow row{.fileA = fileA, .fileB = fileB};
    auto a = m_opener(fileA.toStdString());
    auto b = m_opener(fileB.toStdString());
    if (!a || !b) {
        row.error = QString::fromStdString((a ? b : a).error().message);
    } else if (auto comparison = compare::compareRuns(**a, **b, goOn); !comparison) {
        row.error = QString::fromStdString(comparison.error().message);
    } else {
        // Without its weights a pair's verdict stands all the same.
        if (withWeights) (void)compare::compareWeights(**a, **b, *comparison, goOn);
        row = ui::summaryOf(fileA, fileB, *comparison);
    }
    return row;
}

void LibraryScanner::summarise(const QString& fileA, const QString& fileB, bool withWeights) {
    if (!withWeights) return compareWhenIdle(fileA, fileB, std::nullopt);
    post(IoThread::Urgency::Background, [this, fileA, fileB, isGone = m_isGone] {
        const PairRow row = compareFiles(fileA, fileB, true, [&isGone] { return !isGone->load(); });
        answer([this, row] { emit summarised(row); });
    });
}

void LibraryScanner::compareWhenIdle(const QString& fileA, const QString& fileB,
                                     const std::optional<JobNumber::Ticket>& ticket) {
    post(IoThread::Urgency::Idle, [this, fileA, fileB, ticket, isGone = m_isGone] {
        const auto isWanted = [&] { return !isGone->load() && !(ticket && ticket->isStale()); };
        if (!isWanted()) return;
        bool hasGivenWay = false;
        const PairRow row = compareFiles(fileA, fileB, false, [&] {
            hasGivenWay = m_io.hasMoreUrgent(IoThread::Urgency::Idle);
            return isWanted() && !hasGivenWay;
        });
        if (!isWanted()) return;
        if (hasGivenWay)
            compareWhenIdle(fileA, fileB, ticket);
        else
            answer([this, row] { emit summarised(row); });
    });
}

void LibraryScanner::holdAgainst(const QString& baseline, const QStringList& files) {
    if (baseline != m_baseline) m_baselineTicket = m_baselineJobs.next();
    m_baseline = baseline;
    for (const QString& file : files) compareWhenIdle(baseline, file, m_baselineTicket);
}

void LibraryScanner::compareProcesses(const QString& fileA, const QString& fileB) {
    post(IoThread::Urgency::Background, [this, fileA, fileB] {
        const ProcessList list = processesOf(m_opener, fileA, fileB);
        answer([this, list] { emit processesCompared(list); });
    });
}

void LibraryScanner::makeDocument(const QString& fileA, const QString& fileB) {
    post(IoThread::Urgency::Background, [this, fileA, fileB] {
        auto document = pairDocumentOf(m_opener, fileA, fileB);
        if (!document) return;
        answer([this, made = std::move(*document)] { emit documentMade(made); });
    });
}

}  // namespace firstsplit::ui
