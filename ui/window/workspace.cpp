#include "ui/window/workspace.h"

#include <QFileInfo>
#include <algorithm>
#include <tuple>

#include "core/launch/run_processes.h"

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
            m_isIncomparable = true;
            emit incomparable(sentence);
            emit partnersChanged(likelyPartners());
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
    connect(m_scanner, &LibraryScanner::processesCompared, this, [this](const ProcessList& list) {
        if (!m_loaded || m_loaded->isSingle) return;
        const auto isOf = [](const QString& first, const QString& shown) {
            const auto further = launch::furtherFileAt(shown);
            return first == (further ? further->first : shown);
        };
        // The answer may be for runs that are not open any more.
        if (!isOf(list.firstA, m_loadedA) || !isOf(list.firstB, m_loadedB)) return;
        m_processes = list;
        emit processesCompared(list);
    });
    connect(m_scanner, &LibraryScanner::documentMade, this, &Workspace::documentMade);
    connectLibrary();
    connect(&m_pairs, &PairsModel::headlineChanged, this, [this] {
        if (m_loaded && m_loaded->comparison->verdict == compare::Verdict::Identical) showVerdict();
    });
    connect(&m_watch, &FileWatch::changed, this, [this](const QString& path) {
        if (m_isFollowing && m_running && m_running->isRunning) return;
        emit changedOnDisk(tr("%1 changed on disk.").arg(QFileInfo(path).fileName()));
    });
    connect(&m_watch, &FileWatch::vanished, this, [this](const QString& path) {
        emit vanishedFromDisk(tr("%1 is no longer there. What is shown was read before; weights that were "
                                 "not read yet are lost.")
                                  .arg(path));
    });
}

Workspace::~Workspace() {
    // Both use the I/O thread, which must outlive them.
    delete m_scanner;
    delete m_loader;
}

QString Workspace::nameOf(const QString& path) const {
    if (const RunEntry* run = m_library.find(path)) return run->label();
    // A run in progress is not in the library yet, but says its name itself.
    if (m_loaded && !path.isEmpty()) {
        if (path == m_loadedA) return QString::fromStdString(m_loaded->comparison->a.name);
        if (path == m_loadedB) return QString::fromStdString(m_loaded->comparison->b.name);
    }
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
    // Files of further processes belong to the run whose file is opened with them.
    const QStringList given = paths;
    paths.removeIf([&given](const QString& path) {
        const auto further = launch::furtherFileAt(path);
        return further && given.contains(further->first);
    });
    // One file more joins the run that waits for a partner.
    if (paths.size() == 1 && m_loaded && m_loaded->isSingle && !m_pathA.isEmpty() && paths.front() != m_pathA)
        place(m_pathA, paths.front());
    else
        place(paths.value(0), paths.value(1));
}

void Workspace::place(const QString& a, const QString& b) {
    m_isFollowing = false;
    m_others.clear();
    // Made before either place is written to: the arguments may be the places themselves.
    const std::pair<QString, QString> wanted = a.isEmpty() ? std::pair(b, QString()) : std::pair(a, b);
    std::tie(m_pathA, m_pathB) = wanted;
    load(false);
}

void Workspace::placeA(const QString& path) {
    place(path, m_pathB);
}

void Workspace::placeB(const QString& path) {
    QStringList others = m_others;
    const auto at = others.indexOf(path);
    if (at >= 0) others[at] = m_pathB;
    place(m_pathA, path);
    if (at >= 0) m_others = others;
}

void Workspace::placeMany(const QStringList& paths) {
    place(paths.value(0), paths.value(1));
    m_others = paths.mid(2);
}

void Workspace::swap() {
    if (m_pathB.isEmpty()) return;
    const QStringList others = m_others;
    place(m_pathB, m_pathA);
    m_others = others;
}

void Workspace::reload() {
    if (!isEmpty()) load(false);
}

void Workspace::closeRuns() {
    m_isFollowing = false;
    m_isIncomparable = false;
    m_others.clear();
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
    m_isIncomparable = false;
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
        lookForProcesses();
    }
    if (loaded->isMeasured && !m_others.isEmpty()) m_loader->readOthers(m_others);
    if (loaded->isMeasured && !loaded->isSingle)
        m_pairs.setSummary(summaryOf(m_pathA, m_pathB, *loaded->comparison));
    emit loadedChanged(loaded, isOtherPair);
    showVerdict();
}

void Workspace::watch() {
    QStringList files;
    for (const QString& path : {m_pathA, m_pathB})
        if (path.endsWith(QStringLiteral(".h5"))) files << path;
    m_watch.watch(files);
}

void Workspace::lookForProcesses() {
    const auto& known = m_processes.processes;
    const bool isKnown = std::any_of(known.begin(), known.end(), [this](const auto& process) {
        return process.fileA == m_loadedA && process.fileB == m_loadedB;
    });
    if (!isKnown) m_processes = {};
    emit processesCompared(m_processes);
    const bool isSaved =
        m_loadedA.endsWith(QStringLiteral(".h5")) && m_loadedB.endsWith(QStringLiteral(".h5"));
    if (!isKnown && isSaved) m_scanner->compareProcesses(m_loadedA, m_loadedB);
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
    QList<Partner> partners;
    if (m_loaded && !m_loaded->isSingle) {
        const auto& comparison = *m_loaded->comparison;
        const VerdictView verdict = verdictOfPair(comparison, isTraining ? m_running : std::nullopt);
        const bool isRepeated =
            comparison.verdict == compare::Verdict::Identical && m_pairs.repeats().pairs > 1;
        emit verdictChanged(isRepeated && !isTraining ? verdictOfRepeats(verdict, m_pairs.repeats())
                                                      : verdict);
    } else if (isTraining) {
        emit verdictChanged(verdictOfTraining(*m_running));
    } else if (m_loaded) {
        partners = likelyPartners();
        emit verdictChanged(
            verdictOfSingle(*m_loaded->comparison, partners.isEmpty() ? QString() : partners.front().name));
    }
    emit partnersChanged(partners);
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
