#include "ui/models/file_watch.h"

#include <QFileInfo>

namespace firstsplit::ui {
namespace {

constexpr int restMs = 300, lookForLostMs = 2'000;

}  // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
    m_rest.setSingleShot(true);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
        m_touched << path;
        m_rest.start(restMs);
    });
    connect(&m_rest, &QTimer::timeout, this, &FileWatch::look);
}

FileWatch::Stamp FileWatch::stampOf(const QString& path) {
    const QFileInfo info(path);
    return info.exists() ? Stamp{info.lastModified(), info.size()} : Stamp{};
}

void FileWatch::watch(const QStringList& paths) {
    if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
    m_rest.stop();
    m_touched.clear();
    m_known.clear();
    for (const QString& path : paths) {
        m_known.insert(path, stampOf(path));
        if (QFileInfo::exists(path)) m_watcher.addPath(path);
    }
}

void FileWatch::look() {
    for (const QString& path : std::exchange(m_touched, {})) {
        const auto known = m_known.find(path);
        if (known == m_known.end()) continue;
        const Stamp now = stampOf(path);
        // A file that took the place of another one is no longer watched.
        if (now.bytes >= 0 && !m_watcher.files().contains(path)) m_watcher.addPath(path);
        if (now == *known) continue;
        *known = now;
        if (now.bytes < 0)
            emit vanished(path);
        else
            emit changed(path);
    }
    // Nobody tells of a file that comes back.
    for (auto known = m_known.cbegin(); known != m_known.cend(); ++known)
        if (known->bytes < 0) m_touched << known.key();
    if (!m_touched.isEmpty()) m_rest.start(lookForLostMs);
}

}  // namespace firstsplit::ui
