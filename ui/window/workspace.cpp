#include "ui/window/workspace.h"

#include <QFileInfo>

namespace firstsplit::ui {

Workspace::Workspace(ComparisonLoader::Opener opener, QObject* parent)
    : QObject(parent),
      m_loader(new ComparisonLoader(m_io, opener)),
      m_scanner(new LibraryScanner(m_io, opener, this)) {
    m_loader->setParent(this);
    connect(m_loader, &ComparisonLoader::compared, this, &Workspace::take);
    connect(m_loader, &ComparisonLoader::failed, this, [this](const QString& sentence, bool areReadable) {
        if (areReadable) {
            m_loaded.reset();
            m_events = EventNavigator();
            emit incomparable(sentence);
            return;
        }
        // The old picture stays, so its names come back too.
        m_pathA = m_loadedA;
        m_pathB = m_loadedB;
        emit placed();
        emit failed(sentence);
    });
    connect(m_loader, &ComparisonLoader::cancelled, this, [this] {
        m_pathA = m_loadedA;
        m_pathB = m_loadedB;
        emit placed();
    });
    connect(m_scanner, &LibraryScanner::runRead, &m_library, &LibraryModel::addRun);
    connect(m_scanner, &LibraryScanner::runVanished, &m_library, &LibraryModel::removeRun);
    connect(m_scanner, &LibraryScanner::summarised, &m_library, &LibraryModel::setSummary);
    connect(m_scanner, &LibraryScanner::summarised, &m_pairs, &PairsModel::setSummary);
    connect(&m_library, &LibraryModel::pairCompleted, this, [this](const QString& a, const QString& b) {
        m_scanner->summarise(a, b, false);
        listRepeats();
    });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
        if (m_isFollowing && m_running && m_running->isRunning) return;
        if (!QFileInfo::exists(path)) return;
        emit changedOnDisk(tr("%1 changed on disk.").arg(QFileInfo(path).fileName()));
    });
}

Workspace::~Workspace() {
    // Both use the I/O thread, which must outlive them.
    delete m_scanner;
    delete m_loader;
}

QString Workspace::nameOf(const QString& path) const {
    if (const RunEntry* run = m_library.find(path)) return run->label();
    return QFileInfo(path).fileName();
}

void Workspace::openFiles(const QStringList& files) {
    QStringList paths;
    for (const QString& file : files) {
        const QFileInfo info(file);
        if (info.isDir())
            m_scanner->addFolder(info.absoluteFilePath());
        else
            paths << info.absoluteFilePath();
    }
    if (paths.isEmpty()) return;
    m_scanner->addFiles(paths);
    m_scanner->addFolder(QFileInfo(paths.front()).absolutePath());
    // One file more joins the run that waits for a partner.
    if (paths.size() == 1 && m_loaded && m_loaded->isSingle && !m_pathA.isEmpty() && paths.front() != m_pathA)
        place(m_pathA, paths.front());
    else
        place(paths.value(0), paths.value(1));
}

void Workspace::place(const QString& a, const QString& b) {
    m_isFollowing = false;
    m_pathA = a.isEmpty() ? b : a;
    m_pathB = a.isEmpty() ? QString() : b;
    load(false);
}

void Workspace::placeA(const QString& path) {
    place(path, m_pathB);
}

void Workspace::placeB(const QString& path) {
    place(m_pathA, path);
}

void Workspace::swap() {
    if (!m_pathB.isEmpty()) place(m_pathB, m_pathA);
}

void Workspace::reload() {
    if (!isEmpty()) load(false);
}

void Workspace::closeRuns() {
    m_isFollowing = false;
    m_loader->clear();
    m_loaded.reset();
    m_events = EventNavigator();
    for (QString* path : {&m_pathA, &m_pathB, &m_loadedA, &m_loadedB}) path->clear();
    watch();
    m_pairs.setPairs({});
    emit placed();
    emit closed();
}

void Workspace::follow(const QString& a, const QString& b) {
    if (!m_isFollowing) return;
    m_pathA = a;
    m_pathB = b;
    load(true);
}

void Workspace::load(bool follow) {
    emit placed();
    if (m_pathA.isEmpty()) return;
    m_loader->load(m_pathA, m_pathB, follow);
}

void Workspace::take(const LoadedPointer& loaded) {
    const bool isOtherPair = m_loadedA != m_pathA || m_loadedB != m_pathB;
    m_loaded = loaded;
    m_loadedA = m_pathA;
    m_loadedB = m_pathB;
    m_events = EventNavigator(loaded->comparison->events);
    if (isOtherPair) {
        watch();
        listRepeats();
    }
    if (loaded->isMeasured && !loaded->isSingle)
        m_pairs.setSummary(summaryOf(m_pathA, m_pathB, *loaded->comparison));
    emit loadedChanged(loaded, isOtherPair);
    showVerdict();
}

void Workspace::watch() {
    if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
    for (const QString& path : {m_pathA, m_pathB})
        if (path.endsWith(QStringLiteral(".h5")) && QFileInfo::exists(path)) m_watcher.addPath(path);
}

void Workspace::listRepeats() {
    // A pair counts once it is whole.
    if (m_pathB.isEmpty() || (m_isFollowing && m_running && m_running->isRunning)) return;
    m_pairs.setPairs(m_library.repeatsOf(m_pathA, m_pathB));
    m_pairs.setCurrent(m_pathA, m_pathB);
    for (const PairRow& row : m_pairs.pairs())
        if (!row.isCompared && (row.fileA != m_pathA || row.fileB != m_pathB))
            m_scanner->summarise(row.fileA, row.fileB, true);
}

void Workspace::addPair(const QString& a, const QString& b) {
    m_scanner->addFiles({a, b});
    m_pairs.addPair(a, b);
    m_scanner->summarise(a, b, true);
}

void Workspace::setRunning(const std::optional<RunningState>& running) {
    m_running = running;
    showVerdict();
}

void Workspace::showVerdict() {
    const bool isTraining = m_isFollowing && m_running && m_running->isRunning;
    if (m_loaded && !m_loaded->isSingle)
        emit verdictChanged(verdictOfPair(*m_loaded->comparison, isTraining ? m_running : std::nullopt));
    else if (isTraining)
        emit verdictChanged(verdictOfTraining(*m_running));
    else if (m_loaded)
        emit verdictChanged(verdictOfSingle(*m_loaded->comparison));
}

qint64 Workspace::stepCount() const {
    if (!m_loaded) return 0;
    return std::max(m_loaded->comparison->stepsA, m_loaded->comparison->stepsB);
}

std::optional<qint64> Workspace::firstSplit() const {
    if (!m_loaded || !m_loaded->comparison->first) return std::nullopt;
    return m_loaded->comparison->first->step;
}

}  // namespace firstsplit::ui
