#include "ui/models/library_scanner.h"

#include <QDir>
#include <QFileInfo>

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
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_rescanTimer, qOverload<>(&QTimer::start));
}

LibraryScanner::~LibraryScanner() {
    m_isGone->store(true);
}

void LibraryScanner::addFolder(const QString& folder) {
    const QString path = QFileInfo(folder).absoluteFilePath();
    if (m_folders.contains(path)) return;
    m_folders << path;
    if (QFileInfo::exists(path)) m_watcher.addPath(path);
    listFolder(path);
}

void LibraryScanner::addFiles(const QStringList& files) {
    for (const QString& file : files) read(QFileInfo(file).absoluteFilePath());
}

void LibraryScanner::rescan() {
    for (const QString& path : m_known.keys()) {
        if (QFileInfo::exists(path)) continue;
        m_known.remove(path);
        emit runVanished(path);
    }
    for (const QString& folder : std::as_const(m_folders)) {
        if (QFileInfo::exists(folder) && !m_watcher.directories().contains(folder)) m_watcher.addPath(folder);
        listFolder(folder);
    }
}

void LibraryScanner::listFolder(const QString& folder) {
    m_io.post(IoThread::Urgency::Background, [this, folder, isGone = m_isGone] {
        if (isGone->load()) return;
        const QStringList files = runFilesIn(folder);
        QMetaObject::invokeMethod(
            this,
            [this, files] {
                for (const QString& file : files) read(file);
            },
            Qt::QueuedConnection);
    });
}

void LibraryScanner::read(const QString& path) {
    const QDateTime modified = QFileInfo(path).lastModified();
    if (m_known.value(path) == modified && modified.isValid()) return;
    m_known.insert(path, modified);
    m_io.post(IoThread::Urgency::Background, [this, path, isGone = m_isGone] {
        if (isGone->load()) return;
        RunEntry entry;
        if (auto run = m_opener(path.toStdString())) {
            entry = entryOf(path, **run);
        } else {
            entry.path = path;
            entry.modified = QFileInfo(path).lastModified();
            entry.error = QString::fromStdString(run.error().message);
        }
        QMetaObject::invokeMethod(
            this, [this, entry] { emit runRead(entry); }, Qt::QueuedConnection);
    });
}

void LibraryScanner::summarise(const QString& fileA, const QString& fileB, bool withWeights) {
    m_io.post(IoThread::Urgency::Background, [this, fileA, fileB, withWeights, isGone = m_isGone] {
        if (isGone->load()) return;
        const auto goOn = [&isGone](double) { return !isGone->load(); };
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
            row = summaryOf(fileA, fileB, *comparison);
        }
        if (isGone->load()) return;
        QMetaObject::invokeMethod(
            this, [this, row] { emit summarised(row); }, Qt::QueuedConnection);
    });
}

void LibraryScanner::compareProcesses(const QString& fileA, const QString& fileB) {
    m_io.post(IoThread::Urgency::Background, [this, fileA, fileB, isGone = m_isGone] {
        if (isGone->load()) return;
        const ProcessList list = processesOf(m_opener, fileA, fileB);
        if (isGone->load()) return;
        QMetaObject::invokeMethod(
            this, [this, list] { emit processesCompared(list); }, Qt::QueuedConnection);
    });
}

void LibraryScanner::makeDocument(const QString& fileA, const QString& fileB) {
    m_io.post(IoThread::Urgency::Background, [this, fileA, fileB, isGone = m_isGone] {
        if (isGone->load()) return;
        auto document = pairDocumentOf(m_opener, fileA, fileB);
        if (!document || isGone->load()) return;
        QMetaObject::invokeMethod(
            this, [this, made = std::move(*document)] { emit documentMade(made); }, Qt::QueuedConnection);
    });
}

}  // namespace firstsplit::ui
