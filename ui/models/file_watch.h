#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

namespace firstsplit::ui {

/// Says when a file is not what it was, once it has come to rest: also when it was replaced by another one of
/// the same name, which is how run files are written.
class FileWatch : public QObject {
    Q_OBJECT
  public:
    explicit FileWatch(QObject* parent = nullptr);

    /// From now on these files, as they are now, and no others.
    void watch(const QStringList& paths);

  signals:
    void changed(const QString& path);
    void vanished(const QString& path);

  private:
    struct Stamp {
        QDateTime modified;
        qint64 bytes = -1;  ///< −1: not there
        bool operator==(const Stamp&) const = default;
    };
    static Stamp stampOf(const QString& path);
    void look();

    QFileSystemWatcher m_watcher;
    QHash<QString, Stamp> m_known;
    QSet<QString> m_touched;
    QTimer m_rest;
};

}  // namespace firstsplit::ui
