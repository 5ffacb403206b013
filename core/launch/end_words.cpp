#include "core/launch/end_words.h"

#include <signal.h>
#include <string.h>

#include <QFileInfo>

#include "core/launch/run_paths.h"
#include "core/settings/nondeterministic_operators.h"

namespace firstsplit::launch {

QString describeEnd(const ChildEnd& end) {
    if (!end.signal) return QStringLiteral("ended with exit code %1").arg(end.exitCode.value_or(0));
    const char* name = ::sigabbrev_np(*end.signal);
    QString text = QStringLiteral("killed by signal %1").arg(*end.signal);
    if (name != nullptr) text += QStringLiteral(" (SIG%1)").arg(QLatin1String(name));
    return text;
}

QString reasonsForNoJournal(const QStringList& command, const ChildEnd& end, bool isExperiment) {
    QString text =
        QStringLiteral("Nothing was recorded: %1 %2, and no process of it reported a training step.")
            .arg(shellLine(command), describeEnd(end));
    if (isExperiment)
        return text +
               QStringLiteral(
                   " The runner could not start the training: its last words say why. If there are none, "
                   "build it again with packaging/setup.sh.");
    QStringList reasons;
    const bool isPython = QFileInfo(command.first()).fileName().startsWith(QLatin1String("python"));
    for (const QString& word : command) {
        if (!isPython || !word.startsWith(u'-') || word.startsWith(QLatin1String("--"))) {
            if (isPython && word == command.first()) continue;
            break;
        }
        if (word.contains(u'S'))
            reasons << QStringLiteral("python %1 reads no start-up files at all (leave %1 away)").arg(word);
        else if (word.contains(u'I') || word.contains(u'E'))
            reasons << QStringLiteral(
                           "python %1 ignores the start-up hook (leave %1 away, or let the environment look "
                           "for it: "
                           "firstsplit install-hook VENV)")
                           .arg(word);
    }
    if (QFileInfo(command.first()).fileName() == QLatin1String("env") &&
        command.contains(QStringLiteral("-i")))
        reasons << QStringLiteral("env -i takes the recorder's variables away (leave -i away)");
    if (reasons.isEmpty() && (end.signal || end.exitCode.value_or(0) != 0))
        return text + QStringLiteral(
                          " Most likely it failed before its first step, and its own words say why; else it "
                          "cleared the environment, or trained on another machine.");
    if (reasons.isEmpty())
        reasons = QStringList{QStringLiteral("it never imported torch"),
                              QStringLiteral("it ended before the first backward()"),
                              QStringLiteral("it cleared the environment, or trained on another machine")};
    return text + QStringLiteral(" Likely reasons: %1.").arg(reasons.join(QStringLiteral("; ")));
}

std::optional<journal::Finding> findingIn(const std::string& lastWords, std::int64_t step) {
    // A warning says the same of an operator that ran all the same, so only an exception counts.
    const std::size_t exception = lastWords.rfind("RuntimeError: ");
    if (exception == std::string::npos) return std::nullopt;
    const auto name = settings::nondeterministicOperatorIn(
        lastWords.substr(exception, lastWords.find('\n', exception) - exception));
    if (!name) return std::nullopt;
    const std::string stack = lastWords.substr(0, exception);
    const bool isBackward = stack.find("_engine_run_backward") != std::string::npos;
    const bool isOptimizer = stack.find("torch/optim/") != std::string::npos;
    return journal::Finding{*name, step,
                            isBackward    ? "backward pass"
                            : isOptimizer ? "optimizer's step"
                                          : "",
                            settings::remedyFor(*name)};
}

}  // namespace firstsplit::launch
