#pragma once

#include <QObject>
#include <QSet>

#include "ui/models/comparison_loader.h"
#include "ui/models/event_navigator.h"
#include "ui/models/file_watch.h"
#include "ui/models/library_scanner.h"
#include "ui/models/pairs_model.h"
#include "ui/models/run_library.h"
#include "ui/verdict/partner_list.h"
#include "ui/verdict/verdict_view.h"

namespace firstsplit::ui {

/// What is open: the runs in the places A and B, their comparison, and everything that is known beside them.
/// Views listen to it; it knows none of them.
class Workspace : public QObject {
    Q_OBJECT
  public:
    explicit Workspace(ComparisonLoader::Opener opener = record::openRun, QObject* parent = nullptr);
    ~Workspace() override;

    /// Files as they are given on a command line or dropped: the first two become A and B, all join the
    /// library.
    void openFiles(const QStringList& files);
    /// Puts runs into the places; an empty `b` leaves A alone.
    void place(const QString& a, const QString& b);
    /// The first becomes A, the second B; the rest are shown beside them.
    void placeMany(const QStringList& paths);
    void placeA(const QString& path);
    /// One of those beside A and B changes places with B.
    void placeB(const QString& path);
    void swap();
    /// Puts the most likely partner beside the run that is open alone.
    void placePartner();
    /// Puts a run beside the one that is open alone; the two of a pair each on its own side.
    void placeBeside(const QString& partner);
    void reload();
    void stopReading() { m_loader->cancel(); }
    /// Runs that are being trained; ignored once the user has placed others.
    void follow(const QString& a, const QString& b);
    void beginFollowing() { m_isFollowing = true; }
    bool isFollowing() const { return m_isFollowing; }
    void setRunning(const std::optional<RunningState>& running);
    void addPair(const QString& a, const QString& b);
    /// Asks for what the command line says of a pair; documentMade() answers.
    void makeDocument(const QString& a, const QString& b) { m_scanner->makeDocument(a, b); }
    void addFolder(const QString& folder) { m_scanner->addFolder(folder); }
    /// Takes a folder and its runs out of the library; what is open stays open.
    void forgetFolder(const QString& folder) { m_scanner->forgetFolder(folder); }
    const QStringList& folders() const { return m_scanner->folders(); }
    void closeRuns();
    void rescan() { m_scanner->rescan(); }

    void inspect(qint64 step, const std::optional<TensorKey>& tensor) { m_loader->inspect(step, tensor); }

    const QString& pathA() const { return m_pathA; }
    const QString& pathB() const { return m_pathB; }
    /// Beside A and B.
    const QStringList& others() const { return m_others; }
    /// What the picture shows, which may still be the pair before.
    const QString& loadedA() const { return m_loadedA; }
    QString nameOf(const QString& path) const;
    const LoadedPointer& loaded() const { return m_loaded; }
    const EventNavigator& events() const { return m_events; }
    qint64 stepCount() const;
    std::optional<qint64> firstSplit() const;
    bool isEmpty() const { return m_pathA.isEmpty() && m_pathB.isEmpty(); }

    RunLibrary* library() { return &m_library; }
    PairsModel* pairs() { return &m_pairs; }
    ComparisonLoader* loader() { return m_loader; }

  signals:
    void placed();
    void loadedChanged(const firstsplit::ui::LoadedPointer& loaded, bool isOtherPair);
    void closed();
    void verdictChanged(const firstsplit::ui::VerdictView& verdict);
    /// Of a run that is open alone, or whose partner cannot be compared with it; else empty.
    void partnersChanged(const QList<firstsplit::ui::Partner>& partners);
    void incomparable(const QString& sentence);
    void failed(const QString& sentence);
    void processesCompared(const firstsplit::ui::ProcessList& list);
    void changedOnDisk(const QString& sentence);
    void vanishedFromDisk(const QString& sentence);
    void documentMade(const firstsplit::ui::PairDocument& document);

  private:
    void load(bool follow);
    void take(const LoadedPointer& loaded);
    QList<Partner> likelyPartners();
    void connectLibrary();
    void showVerdict();
    void listRepeats();
    void holdAgainstBaseline();
    void watch();
    void lookForProcesses();

    IoThread m_io;
    RunLibrary m_library;
    PairsModel m_pairs;
    ComparisonLoader* m_loader;
    LibraryScanner* m_scanner;
    FileWatch m_watch;
    QString m_pathA, m_pathB;
    QStringList m_others;
    QString m_loadedA, m_loadedB;  ///< what the picture shows
    LoadedPointer m_loaded;
    EventNavigator m_events;
    ProcessList m_processes;
    QSet<QString> m_summarised;  ///< repeats that were asked to be compared once already
    QSet<QString> m_heldAgainstBaseline;  ///< runs that were asked to be compared with it
    std::optional<RunningState> m_running;
    bool m_isFollowing = false;
    bool m_isIncomparable = false;  ///< the two that were placed
};

}  // namespace firstsplit::ui
