#pragma once

#include <QLockFile>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/launch/recorder.h"

namespace firstsplit::launch {

/// A series: runs that belong together, stored in a folder of their own beside a manifest (series.json,
/// format "firstsplit.series/1"), so that a second call with the same arguments goes on where the first one
/// ended.
struct SeriesPlan {
    QString kind;  ///< "seeds", "cost"
    /// What makes it this series, by the option's name. How many runs it has is not among them: a series may
    /// be made longer.
    std::map<std::string, std::string> arguments;
    /// Each with a name of its own ("seed-3"), in the order they are to be run; `file` is filled in by the
    /// series.
    std::vector<RecordRequest> runs;
};

class Series {
  public:
    /// The series in `folder`: the one that is there, when its arguments are the plan's, or a new one. Fails
    /// for another series, a manifest that cannot be read, or one in use by another process. Writes nothing
    /// until a run is started.
    static Result<Series> open(const QString& folder, const SeriesPlan& plan);

    const QString& folder() const { return m_folder; }
    /// The run's file when it has finished; empty otherwise.
    QString finishedFile(const QString& run) const;
    /// A free name for the next attempt at a run ("seed-3.split.h5", "seed-3-2.split.h5"): what an earlier
    /// one left stays.
    QString fileForAttempt(const QString& run) const;
    /// Notes how a run ended, and writes the manifest.
    Result<> note(const QString& run, const QString& file, record::EndState end);
    /// Makes the folder and the manifest, and keeps other processes out.
    Result<> begin();

  private:
    struct Entry {
        QString file;  ///< within the folder
        record::EndState end = record::EndState::Unknown;
    };

    Result<> read(const QString& manifest);
    Result<> write() const;

    QString m_folder, m_kind;
    std::map<std::string, std::string> m_arguments;
    std::vector<std::pair<QString, Entry>> m_entries;  ///< in the order they were run
    std::unique_ptr<QLockFile> m_lock;
};

/// Where a series goes when nobody names a folder: "runs/seeds-digits-embedding-001". The one that is there
/// already and has these arguments, otherwise the next free number.
QString seriesFolderIn(const QString& parent, const SeriesPlan& plan);

inline constexpr const char* seriesManifest = "series.json";

}  // namespace firstsplit::launch
