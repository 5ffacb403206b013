#include "core/launch/series.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <nlohmann/json.hpp>
#include <set>

#include "core/launch/run_paths.h"

namespace firstsplit::launch {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view format = "firstsplit.series/1";

std::string shown(const std::string& value) {
    return value.empty() ? "not given" : "\"" + value + "\"";
}

/// "--preset was "seeds" and is "fast" now", for the first argument that is another one.
std::string firstChange(const std::map<std::string, std::string>& before,
                        const std::map<std::string, std::string>& now) {
    std::set<std::string> names;
    for (const auto* arguments : {&before, &now})
        for (const auto& entry : *arguments) names.insert(entry.first);
    for (const std::string& name : names) {
        const auto was = before.find(name), is = now.find(name);
        const std::string old = was == before.end() ? "" : was->second;
        const std::string current = is == now.end() ? "" : is->second;
        if (old != current) return name + " was " + shown(old) + " and is " + shown(current) + " now";
    }
    return {};
}

}  // namespace

Result<Series> Series::open(const QString& folder, const SeriesPlan& plan) {
    Series series;
    series.m_folder = QFileInfo(folder).absoluteFilePath();
    series.m_kind = plan.kind;
    series.m_arguments = plan.arguments;
    const QFileInfo place(series.m_folder);
    if (place.exists() && !place.isDir())
        return fail(series.m_folder.toStdString() +
                    " is a file, and a series needs a folder. Choose another with --out.");
    const QString manifest = QDir(series.m_folder).filePath(QLatin1String(seriesManifest));
    if (QFileInfo::exists(manifest))
        if (const Result<> read = series.read(manifest); !read) return tl::unexpected(read.error());
    return series;
}

Result<> Series::read(const QString& manifest) {
    const std::string name = manifest.toStdString();
    QFile file(manifest);
    if (!file.open(QIODevice::ReadOnly))
        return fail(name + " cannot be read: " + file.errorString().toStdString() +
                    ". Check its permissions, or choose another folder with --out.");
    const auto bad = [&name] {
        return fail(name +
                    " is no manifest of a series that this version can read. Choose another folder with "
                    "--out.");
    };
    const Json json = Json::parse(file.readAll().toStdString(), nullptr, false);
    if (json.is_discarded() || !json.is_object()) return bad();
    std::string kind;
    std::map<std::string, std::string> arguments;
    try {
        if (json.at("format").get<std::string>() != format) return bad();
        kind = json.at("kind").get<std::string>();
        arguments = json.at("arguments").get<std::map<std::string, std::string>>();
        for (const Json& run : json.at("runs")) {
            const auto end = record::endStateNamed(run.at("end").get<std::string>());
            m_entries.push_back(
                {QString::fromStdString(run.at("name")),
                 {QString::fromStdString(run.at("file")), end.value_or(record::EndState::Unknown)}});
        }
    } catch (const Json::exception&) {
        return bad();
    }
    const std::string other = " To keep both, choose another folder with --out.";
    if (kind != m_kind.toStdString())
        return fail(m_folder.toStdString() + " holds a series of firstsplit " + kind + ", not of " +
                    m_kind.toStdString() + "." + other);
    if (const std::string change = firstChange(arguments, m_arguments); !change.empty())
        return fail(m_folder.toStdString() + " holds a series with other arguments: " + change + "." + other);
    return {};
}

QString Series::finishedFile(const QString& run) const {
    for (const auto& [name, entry] : m_entries) {
        if (name != run || entry.end != record::EndState::Finished) continue;
        // A file that was moved away has to be made again.
        const QString file = QDir(m_folder).filePath(entry.file);
        if (QFileInfo::exists(file)) return file;
    }
    return {};
}

QString Series::fileForAttempt(const QString& run) const {
    for (int attempt = 1;; ++attempt) {
        const QString stem = attempt == 1 ? run : QStringLiteral("%1-%2").arg(run).arg(attempt);
        const QString file = QDir(m_folder).filePath(stem + QStringLiteral(".split.h5"));
        const auto paths = pathsOf(file);
        const bool isTaken = paths && (QFileInfo::exists(paths->file) || QFileInfo::exists(paths->journal) ||
                                       QFileInfo::exists(paths->errors) || QFileInfo::exists(paths->output));
        if (!isTaken) return file;
    }
}

Result<> Series::begin() {
    if (!QDir().mkpath(m_folder))
        return fail("The folder " + m_folder.toStdString() +
                    " cannot be made. Check its permissions, or choose another with --out.");
    m_lock = std::make_unique<QLockFile>(QDir(m_folder).filePath(QStringLiteral("series.lock")));
    m_lock->setStaleLockTime(0);  // a series may take days; a process that died is found by its id
    if (!m_lock->tryLock(0)) {
        qint64 process = 0;
        QString host, program;
        const bool isKnown = m_lock->getLockInfo(&process, &host, &program);
        m_lock.reset();
        if (!isKnown)
            return fail("The folder " + m_folder.toStdString() +
                        " cannot be written to. Change its permissions, or choose another with --out.");
        return fail("Another firstsplit (process " + std::to_string(process) +
                    ") is at work on the series in " + m_folder.toStdString() +
                    ". Wait for it, or choose another folder with --out.");
    }
    return write();
}

Result<> Series::note(const QString& run, const QString& file, record::EndState end) {
    m_entries.push_back({run, {QFileInfo(file).fileName(), end}});
    return write();
}

Result<> Series::write() const {
    Json runs = Json::array();
    for (const auto& [name, entry] : m_entries)
        runs.push_back({{"name", name.toStdString()},
                        {"file", entry.file.toStdString()},
                        {"end", std::string(record::nameOf(entry.end))}});
    const Json json = {{"format", format},
                       {"kind", m_kind.toStdString()},
                       {"arguments", m_arguments},
                       {"runs", std::move(runs)}};
    QSaveFile file(QDir(m_folder).filePath(QLatin1String(seriesManifest)));
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    if (file.open(QIODevice::WriteOnly)) file.write(text.data(), static_cast<qint64>(text.size()));
    if (!file.commit())
        return fail(file.fileName().toStdString() +
                    " cannot be written: " + file.errorString().toStdString() +
                    ". Check the disk, or choose another folder with --out.");
    return {};
}

QString seriesFolderIn(const QString& parent, const SeriesPlan& plan) {
    const TrainingSource source = plan.runs.empty() ? TrainingSource{} : plan.runs.front().source;
    const QString stem = plan.kind + u'-' + stemOf(source.experiment, source.command, {});
    for (int number = 1;; ++number) {
        const QString folder =
            QDir(parent).filePath(QStringLiteral("%1-%2").arg(stem).arg(number, 3, 10, QLatin1Char('0')));
        if (!QFileInfo::exists(folder)) return folder;
        const bool isSeries = QFileInfo::exists(QDir(folder).filePath(QLatin1String(seriesManifest)));
        if (isSeries && Series::open(folder, plan)) return folder;
    }
}

}  // namespace firstsplit::launch
