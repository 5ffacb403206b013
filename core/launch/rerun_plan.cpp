#include "core/launch/rerun_plan.h"

#include <QFileInfo>
#include <QProcess>
#include <nlohmann/json.hpp>
#include <set>

#include "core/launch/host_facts.h"
#include "core/launch/run_paths.h"

namespace firstsplit::launch {

namespace {

using Facts = std::map<std::string, std::string>;

/// Which weights the saved run kept, so that the new one keeps the same. Files of earlier versions do not say
/// what was asked for; what they hold shows whether it was nothing, or the ends.
journal::SnapshotRequest snapshotsLike(const record::Run& saved) {
    using Policy = journal::SnapshotRequest::Policy;
    if (saved.info().snapshots) return *saved.info().snapshots;
    journal::SnapshotRequest request;
    const auto& rows = saved.valueRows();
    if (rows.empty()) request.policy = Policy::None;
    if (rows.size() == 2 && saved.rowCount() > 2) request.policy = Policy::Ends;
    return request;
}

/// Recorded variables that are not brought back: a library that is loaded into everything is no fact about a
/// training.
bool isLeftAlone(const std::string& variable) {
    return variable == "LD_PRELOAD";
}

QProcessEnvironment environmentThen(const record::RunInfo& saved) {
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const std::string& name : settings::recordedVariables()) {
        if (isLeftAlone(name)) continue;
        const auto then = saved.environment.find("env." + name);
        if (then == saved.environment.end())
            environment.remove(QString::fromStdString(name));
        else
            environment.insert(QString::fromStdString(name), QString::fromStdString(then->second));
    }
    return environment;
}

/// A small program's standard output; empty when it does not answer.
QByteArray answerOf(const QString& program, const QStringList& arguments, const QString& folder,
                    const QProcessEnvironment& environment) {
    constexpr int patience = 60'000;  // ms; LibTorch with CUDA takes seconds from a cold disk
    QProcess process;
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty()) process.setWorkingDirectory(folder);
    process.start(program, arguments, QIODevice::ReadOnly);
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished(1000);
        return {};
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) return {};
    return process.readAllStandardOutput();
}

Facts stringsIn(const nlohmann::json& object) {
    Facts facts;
    if (!object.is_object()) return facts;
    for (const auto& [key, value] : object.items())
        if (value.is_string()) facts[key] = value.get<std::string>();
    return facts;
}

/// Versions and GPU as the runner finds them.
Facts runnerFacts(const record::RunInfo& saved) {
    const QByteArray answer = answerOf(runnerPath(), {QStringLiteral("probe")}, {}, environmentThen(saved));
    const auto json = nlohmann::json::parse(answer.toStdString(), nullptr, false);
    if (!json.is_object()) return {};
    Facts facts = stringsIn(json.value("versions", nlohmann::json()));
    for (const auto& device : json.value("devices", nlohmann::json::array())) {
        if (device.value("device", "") != saved.device || saved.device == "cpu") continue;
        for (const auto& [key, value] : stringsIn(device))
            if (key != "device") facts["gpu." + key] = value;
        if (const auto& driver = json["cuda"]["driver"]; driver.is_object())
            facts["gpu.driver"] = driver.value("version", "");
    }
    return facts;
}

/// Versions of the command's own Python, without importing torch.
Facts pythonFacts(const record::RunInfo& saved, const QStringList& command) {
    if (command.isEmpty() || !QFileInfo(command.first()).fileName().startsWith(QLatin1String("python")))
        return {};
    const QString program = QStringLiteral(
        "import importlib.metadata, importlib.util, json, os, platform\n"
        "facts = {'python': platform.python_version()}\n"
        "for name in ('numpy', 'lightning', 'transformers', 'accelerate'):\n"
        "    try: facts[name] = importlib.metadata.version(name)\n"
        "    except importlib.metadata.PackageNotFoundError: pass\n"
        "spec = importlib.util.find_spec('torch')\n"
        "if spec is not None:\n"
        "    version = {}\n"  // the package's own name for its version has its build in it
        "    with open(os.path.join(os.path.dirname(spec.origin), 'version.py')) as file:\n"
        "        exec(file.read(), version)\n"
        "    facts['torch'] = str(version['__version__'])\n"
        "    if version.get('cuda'): facts['cuda'] = version['cuda']\n"
        "print(json.dumps(facts))\n");
    const QByteArray answer =
        answerOf(command.first(), {QStringLiteral("-c"), program},
                 QString::fromStdString(saved.workingDirectory), environmentThen(saved));
    return stringsIn(nlohmann::json::parse(answer.toStdString(), nullptr, false));
}

bool canChangeBits(const std::string& key, const record::RunInfo& saved) {
    static const std::set<std::string_view> never = {"kernel", "memory", "threads.intra", "threads.inter"};
    if (never.contains(key)) return false;
    if (key.starts_with("git.")) return saved.experiment.empty();
    // The number of cores matters where nobody said how many threads to take.
    const auto threads = saved.requested.find("threads");
    const bool isThreadCountSet = threads != saved.requested.end() && threads->second != "inherit";
    return !(isThreadCountSet && (key == "cpu.cores" || key == "cpu.quota"));
}

}  // namespace

Result<RerunPlan> rerunPlanOf(const record::Run& saved, const QStringList& command, const QString& file) {
    const record::RunInfo& info = saved.info();
    RerunPlan plan;
    RecordRequest& run = plan.run;
    if (info.experiment.empty() && command.isEmpty())
        return fail(info.file +
                    " does not say what was trained, neither experiment nor command. It cannot be trained "
                    "again from its record.");
    if (info.experiment.empty()) {
        run.source.command = command;
        plan.workingDirectory = QString::fromStdString(info.workingDirectory);
        if (!plan.workingDirectory.isEmpty() && !QFileInfo(plan.workingDirectory).isDir())
            return fail(info.file + " was recorded in the folder " + info.workingDirectory +
                        ", which is not there. Bring it back, or train by hand: firstsplit record.");
    } else {
        run.source.experiment = QString::fromStdString(info.experiment);
        if (info.plannedSteps) run.steps = *info.plannedSteps;
        if (!info.device.empty()) run.device = QString::fromStdString(info.device);
    }
    run.preset = QString::fromStdString(info.preset);
    run.assignments = info.requested;
    // A seed that nobody asked for was drawn, and the record holds it. Of a command it may be any library's.
    if (!info.experiment.empty() && info.seed >= 0) run.assignments.insert({"seed", std::to_string(*info.seed)});
    run.snapshots = snapshotsLike(saved);
    run.file = file;
    run.name = QString::fromStdString(info.name.empty() ? "rerun" : info.name + ", rerun");
    run.against = QFileInfo(QString::fromStdString(info.file)).absoluteFilePath();
    plan.environment = environmentThen(info);
    return plan;
}

std::map<std::string, std::string> environmentHere(const record::RunInfo& saved, const QStringList& command) {
    const QString folder = QString::fromStdString(saved.workingDirectory);
    Facts here = collectHostFacts(folder, environmentThen(saved));
    here.merge(saved.experiment.empty() ? pythonFacts(saved, command) : runnerFacts(saved));
    if (!saved.experiment.empty()) here["recorded by"] = "firstsplit-runner " FIRSTSPLIT_VERSION;
    return here;
}

std::vector<compare::Differing> changesSince(const record::RunInfo& saved,
                                             const std::map<std::string, std::string>& here) {
    record::RunInfo then = saved, now = saved;
    if (here.contains("recorded by") && !saved.client.empty()) then.environment["recorded by"] = saved.client;
    for (const auto& [key, value] : then.environment) {
        const bool isBroughtBack = key.starts_with("env.") && !isLeftAlone(key.substr(4));
        const auto found = here.find(key);
        now.environment[key] = isBroughtBack || found == here.end() ? value : found->second;
    }
    std::vector<compare::Differing> changes = compare::environmentThatDiffers(then, now, {});
    std::erase_if(changes,
                  [&saved](const compare::Differing& change) { return !canChangeBits(change.key, saved); });
    return changes;
}

}  // namespace firstsplit::launch
