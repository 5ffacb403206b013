#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <atomic>
#include <memory>

#include "ui/models/comparison_loader.h"
#include "ui/models/pair_document.h"
#include "ui/models/pairs_model.h"
#include "ui/models/process_list.h"
#include "ui/models/run_entry.h"

namespace firstsplit::ui {

/// Looks into folders and files for runs, in the background of the I/O thread: each file is a task of its
/// own, so that whatever the user waits for goes first. Folders are watched. Lives on the window's thread.
class LibraryScanner : public QObject {
    Q_OBJECT
  public:
    LibraryScanner(IoThread& io, ComparisonLoader::Opener opener, QObject* parent = nullptr);
    ~LibraryScanner() override;

    void addFolder(const QString& folder);
    void addFiles(const QStringList& files);
    void rescan();

    /// Compares a pair in the background; `withWeights` reads the weights as well. Answered by summarised().
    void summarise(const QString& fileA, const QString& fileB, bool withWeights);
    /// What `firstsplit diff --json` says of a pair. Answered by documentMade(), unless it cannot be
    /// compared.
    void makeDocument(const QString& fileA, const QString& fileB);
    /// Compares the processes of two runs. Answered by processesCompared().
    void compareProcesses(const QString& fileA, const QString& fileB);

  signals:
    void runRead(const firstsplit::ui::RunEntry& entry);
    void runVanished(const QString& path);
    void summarised(const firstsplit::ui::PairRow& summary);
    void processesCompared(const firstsplit::ui::ProcessList& list);
    void documentMade(const firstsplit::ui::PairDocument& document);

  private:
    void listFolder(const QString& folder);
    void read(const QString& path);

    IoThread& m_io;
    ComparisonLoader::Opener m_opener;
    std::shared_ptr<std::atomic<bool>> m_isGone = std::make_shared<std::atomic<bool>>(false);
    QStringList m_folders;
    QHash<QString, QDateTime> m_known;  ///< files that were read, and as of when
    QFileSystemWatcher m_watcher;
    QTimer m_rescanTimer;
};

/// The runs in a folder: its *.split.h5 and *.split.part, not those below it.
QStringList runFilesIn(const QString& folder);

}  // namespace firstsplit::ui
