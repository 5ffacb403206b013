#include <QCoreApplication>
#include <QProcess>
#include <cstdio>

#include "app/commands/invocation.h"
#include "core/launch/run_paths.h"

namespace firstsplit::app {

int printVersion(Invocation& invocation, bool verbose) {
    std::printf("firstsplit %s\n", FIRSTSPLIT_VERSION);
#ifdef FIRSTSPLIT_TORCH_VERSION
    std::printf("  LibTorch  %s (in firstsplit-runner)\n", FIRSTSPLIT_TORCH_VERSION);
#else
    std::puts("  LibTorch  left out: the built-in experiments need it (packaging/setup.sh builds with it)");
#endif
#ifdef FIRSTSPLIT_HAS_CUDA
    std::puts("  CUDA      in");
#else
    std::puts("  CUDA      left out: nvcc was not found when this was built");
#endif
    std::printf("  Qt        %s\n  HDF5      %s\n", qVersion(), FIRSTSPLIT_HDF5_VERSION);
    if (!verbose) return 0;

    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    if (auto runner = launch::checkRunner(); !runner) return reportError(invocation, runner.error().message);
    QProcess probe;
    probe.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    probe.start(launch::runnerPath(), {QStringLiteral("probe")}, QIODevice::ReadOnly);
    constexpr int patience = 60'000;  // ms; LibTorch with CUDA takes seconds from a cold disk
    if (!probe.waitForFinished(patience) || probe.exitStatus() != QProcess::NormalExit ||
        probe.exitCode() != 0) {
        probe.kill();
        probe.waitForFinished(1000);
        return reportError(invocation, launch::runnerPath().toStdString() +
                                           " probe did not answer. Run it by hand to see why, or build it "
                                           "again with packaging/setup.sh.");
    }
    const QByteArray found = probe.readAllStandardOutput();
    std::fwrite(found.constData(), 1, static_cast<std::size_t>(found.size()), stdout);
    return 0;
}

}  // namespace firstsplit::app
