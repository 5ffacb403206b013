#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>

#include "ui/models/comparison_loader.h"
#include "ui/models/job_number.h"
#include "ui/models/pair_document.h"
#include "ui/models/pairs_model.h"
#include "ui/models/process_list.h"
#include "ui/models/run_entry.h"

namespace firstsplit::ui {

/// Looks into folders and files for runs, in the background of the I/O thread: each file is a task of its
/// own, so that whatever the user waits for goes first. No disk is touched on the window's thread, where this
/// lives. Folders are watched, and journals of trainings still at work are read anew as they grow.
class LibraryScanner : public QObject {
    Q_OBJECT
  public:
    LibraryScanner(IoThread& io, ComparisonLoader::Opener opener, QObject* parent = nullptr);
    ~LibraryScanner() override;

    void addFolder(const QString& folder);
    void addFiles(const QStringList& files);
    /// Its runs are to go from the library: runVanished().
    void forgetFolder(const QString& folder);
    void rescan();
    const QStringList& folders() const { return m_folders; }
    /// How often a growing journal is looked at, in ms; longer where reading it takes long.
    void setGrowthInterval(int ms) { m_growthInterval = ms; }

    /// Compares a pair in the background; `withWeights` reads the weights as well. Answered by summarised().
    void summarise(const QString& fileA, const QString& fileB, bool withWeights);
    /// Compares each of the files with `baseline` by fingerprints; what was asked for with another baseline
    /// is dropped. Each is answered by summarised().
    void holdAgainst(const QString& baseline, const QStringList& files);
    /// Saves what a person wrote about a run, in order. Silent when it went well.
    void saveNote(const QString& file, const launch::RunNote& note);
    /// What `firstsplit diff --json` says of a pair. Answered by documentMade(), unless it cannot be
    /// compared.
    void makeDocument(const QString& fileA, const QString& fileB);
    /// Compares the processes of two runs. Answered by processesCompared().
    void compareProcesses(const QString& fileA, const QString& fileB);

  signals:
    void runRead(const firstsplit::ui::RunEntry& entry);
    /// The file was removed, or its folder forgotten.
    void runVanished(const QString& path);
    /// The folder around it is gone, or is back.
    void runMissing(const QString& path, bool isMissing);
    /// `kept` is what stands in the file, as far as it can be read.
    void noteFailed(const QString& path, const firstsplit::launch::RunNote& kept, const QString& sentence);
    void summarised(const firstsplit::ui::PairRow& summary);
    void processesCompared(const firstsplit::ui::ProcessList& list);
    void documentMade(const firstsplit::ui::PairDocument& document);

  private:
    struct Found {
        QString path;
        QDateTime modified;
    };
    void listFolder(const QString& folder);
    void take(const QString& folder, bool exists, const std::vector<Found>& found);
    void takeOne(const Found& found);
    void takeRun(const RunEntry& entry, qint64 costMs);
    void check(const QStringList& paths);
    void post(IoThread::Urgency urgency, std::function<void()> task);
    /// Back to the window's thread.
    void answer(std::function<void()> action);
    /// By fingerprints; gives way to everything that somebody waits for, and starts anew after it.
    void compareWhenIdle(const QString& fileA, const QString& fileB,
                         const std::optional<JobNumber::Ticket>& ticket);
    PairRow compareFiles(const QString& fileA, const QString& fileB, bool withWeights,
                         const std::function<bool()>& isWanted) const;

    IoThread& m_io;
    ComparisonLoader::Opener m_opener;
    std::shared_ptr<std::atomic<bool>> m_isGone = std::make_shared<std::atomic<bool>>(false);
    QStringList m_folders;
    QHash<QString, QDateTime> m_known;  ///< files that were read, and as of when
    QString m_baseline;
    JobNumber m_baselineJobs;
    JobNumber::Ticket m_baselineTicket = m_baselineJobs.next();
    QFileSystemWatcher m_watcher;
    QTimer m_rescanTimer;
    QSet<QString> m_growing;
    int m_growthInterval = 2000;
    QTimer m_growthTimer;
};

/// The runs in a folder: its *.split.h5 and *.split.part, not those below it.
QStringList runFilesIn(const QString& folder);

}  // namespace firstsplit::ui
