#include "ui/window/status_text.h"

#include <QObject>
#include <QStringList>

#include "core/compare/words.h"
#include "ui/models/number_text.h"

namespace firstsplit::ui {
namespace {

QString valueOf(const std::map<std::string, std::string>& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? QString() : QString::fromStdString(found->second);
}

}  // namespace

QString comparedText(const LoadedRuns& loaded) {
    if (loaded.isSingle)
        return QObject::tr("%1 steps of one run; nothing compared.")
            .arg(countText(loaded.comparison->stepsA));
    return QString::fromStdString(compare::describe(*loaded.comparison).compared);
}

QString leftOutText(const LoadedRuns& loaded) {
    QStringList lines;
    for (const std::string& sentence : loaded.comparison->leftOut) lines << QString::fromStdString(sentence);
    return lines.join(QLatin1Char('\n'));
}

QString deviceText(const record::RunInfo& info) {
    QStringList parts;
    QString device = QString::fromStdString(info.device).toUpper();
    QString threads = valueOf(info.environment, "threads.intra");
    if (threads.isEmpty()) threads = valueOf(info.inForceAtStart, "threads");
    const QString gpu = valueOf(info.environment, "gpu.name");
    if (device.startsWith(QStringLiteral("CUDA")) && !gpu.isEmpty()) device = gpu;
    if (device == QStringLiteral("CPU") && !threads.isEmpty())
        device += QStringLiteral(", ") +
                  counted(threads.toLongLong(), QObject::tr("thread"), QObject::tr("threads"));
    if (!device.isEmpty()) parts << device;
    if (const QString torch = valueOf(info.environment, "torch"); !torch.isEmpty())
        parts << (info.experiment.empty() ? QStringLiteral("PyTorch ") : QStringLiteral("LibTorch ")) + torch;
    return parts.join(QStringLiteral("  ·  "));
}

std::pair<double, double> costAStep(const std::vector<RunEntry>& runs, const QString& experiment) {
    for (const RunEntry& run : runs) {
        if (run.experiment != experiment || experiment.isEmpty() || run.steps < 2 || !run.seconds ||
            run.end != record::EndState::Finished)
            continue;
        const auto steps = static_cast<double>(run.steps);
        return {*run.seconds / steps, static_cast<double>(run.bytes) / steps};
    }
    return {0, 0};
}

}  // namespace firstsplit::ui
