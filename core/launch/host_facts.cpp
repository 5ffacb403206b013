#include "core/launch/host_facts.h"

#include <gnu/libc-version.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "core/launch/record_plan.h"

extern char** environ;

namespace firstsplit::launch {

namespace {

QByteArray readSmall(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(1 << 16) : QByteArray();
}

std::string fieldOf(const QByteArray& cpuInfo, const char* field) {
    for (const QByteArray& line : cpuInfo.split('\n'))
        if (line.startsWith(field)) return line.mid(line.indexOf(':') + 1).trimmed().toStdString();
    return {};
}

/// "Debian GNU/Linux 12 (bookworm)".
std::string osName() {
    for (const QByteArray& line : readSmall(QStringLiteral("/etc/os-release")).split('\n'))
        if (line.startsWith("PRETTY_NAME=")) return line.mid(12).replace('"', "").trimmed().toStdString();
    return {};
}

/// Quota in cores of the smallest cgroup (version 2, or 1) above this process; none when unlimited.
std::optional<double> cgroupQuota() {
    std::optional<double> smallest;
    const auto take = [&smallest](double quota, double period) {
        if (quota > 0 && period > 0) smallest = std::min(smallest.value_or(HUGE_VAL), quota / period);
    };
    for (const QByteArray& line : readSmall(QStringLiteral("/proc/self/cgroup")).split('\n')) {
        if (!line.startsWith("0::")) continue;
        QString path = QString::fromLocal8Bit(line.mid(3));
        for (;;) {
            const auto words = readSmall(QStringLiteral("/sys/fs/cgroup") + path + QStringLiteral("/cpu.max"))
                                   .simplified()
                                   .split(' ');
            if (words.size() == 2 && words[0] != "max") take(words[0].toDouble(), words[1].toDouble());
            const auto slash = path.lastIndexOf(QLatin1Char('/'));
            if (slash < 0 || path.isEmpty()) break;
            path.truncate(slash);
        }
    }
    const QString v1 = QStringLiteral("/sys/fs/cgroup/cpu/");
    take(readSmall(v1 + QStringLiteral("cpu.cfs_quota_us")).trimmed().toDouble(),
         readSmall(v1 + QStringLiteral("cpu.cfs_period_us")).trimmed().toDouble());
    return smallest;
}

/// Output of git in a folder, or nothing: no git, no repository, or it takes longer than two seconds (network
/// drives).
std::optional<QByteArray> git(const QString& folder, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(folder);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GIT_OPTIONAL_LOCKS"), QStringLiteral("0"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("git"), arguments, QIODevice::ReadOnly);
    if (!process.waitForFinished(2000)) {
        process.kill();
        process.waitForFinished(1000);
        return std::nullopt;
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) return std::nullopt;
    return process.readAllStandardOutput();
}

}  // namespace

int usableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    int cores = ::sched_getaffinity(0, sizeof set, &set) == 0
                    ? CPU_COUNT(&set)
                    : static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    if (const auto quota = cgroupQuota()) cores = std::min(cores, static_cast<int>(std::ceil(*quota)));
    return std::max(cores, 1);
}

std::map<std::string, std::string> collectHostFacts(const QString& workingDirectory,
                                                    const QProcessEnvironment& environment) {
    std::map<std::string, std::string> facts;
    const auto put = [&facts](const std::string& key, const std::string& value) {
        if (!value.empty()) facts[key] = value;
    };
    if (utsname name{}; ::uname(&name) == 0) {
        put("kernel", std::string(name.sysname) + " " + name.release + " " + name.machine);
        put("host", name.nodename);
    }
    put("os", osName());
    put("libc", std::string("glibc ") + ::gnu_get_libc_version());
    const QByteArray cpuInfo = readSmall(QStringLiteral("/proc/cpuinfo"));
    put("cpu.model", fieldOf(cpuInfo, "model name"));
    put("cpu.microcode", fieldOf(cpuInfo, "microcode"));
    put("cpu.cores", std::to_string(usableCores()));
    if (const auto quota = cgroupQuota()) {
        char text[32];
        std::snprintf(text, sizeof text, "%.2f", *quota);
        put("cpu.quota", text);
    } else {
        put("cpu.quota", "none");
    }
    if (const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE); pages > 0 && page > 0)
        put("memory", std::to_string(static_cast<long long>(pages) * page));
    if (const auto commit = git(workingDirectory, {QStringLiteral("rev-parse"), QStringLiteral("HEAD")})) {
        put("git.commit", commit->trimmed().toStdString());
        const auto status = git(workingDirectory, {QStringLiteral("status"), QStringLiteral("--porcelain"),
                                                   QStringLiteral("--untracked-files=no")});
        if (status) put("git.dirty", status->trimmed().isEmpty() ? "false" : "true");
    }
    for (const std::string& name : settings::recordedVariables())
        if (const QString key = QString::fromStdString(name); environment.contains(key))
            facts["env." + name] = environment.value(key).toStdString();
    return facts;
}

settings::Circumstances circumstancesHere(const QString& device, const QString& experiment) {
    settings::Circumstances here;
    here.device = device.toStdString();
    here.experiment = experiment.toStdString();
    here.cores = usableCores();
    here.cpuQuota = cgroupQuota().value_or(0);
    const QByteArray cpuInfo = readSmall(QStringLiteral("/proc/cpuinfo"));
    here.cpuVendor = fieldOf(cpuInfo, "vendor_id");
    here.cpuFlags = fieldOf(cpuInfo, "flags");
    here.gpuCompute = computeCapabilityOf(device);
#ifdef FIRSTSPLIT_TORCH_VERSION
    // A command brings a torch of its own.
    if (!experiment.isEmpty()) here.torchVersion = FIRSTSPLIT_TORCH_VERSION;
#endif
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        if (const auto equals = text.find('='); equals != std::string_view::npos)
            here.environment.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return here;
}

}  // namespace firstsplit::launch
