#include "core/launch/pair_plan.h"

#include <QDir>

#include "core/launch/recorder.h"
#include "core/launch/recorder_process.h"

namespace firstsplit::launch {

namespace {

QStringList assignmentOptions(const QString& option, const settings::Values& values) {
    QStringList words;
    for (const auto& [key, value] : values) words << option << QString::fromStdString(key + "=" + value);
    return words;
}

void appendOption(QStringList& words, const char* option, const QString& value) {
    if (!value.isEmpty()) words << QLatin1String(option) << value;
}

/// What both runs are given alike, taken out of the two.
settings::Values takeCommon(settings::Values& a, settings::Values& b) {
    settings::Values common;
    for (auto entry = a.begin(); entry != a.end();) {
        const auto other = b.find(entry->first);
        if (other == b.end() || other->second != entry->second) {
            ++entry;
            continue;
        }
        common.insert(*entry);
        b.erase(other);
        entry = a.erase(entry);
    }
    return common;
}

}  // namespace

QStringList snapshotOptions(const journal::SnapshotRequest& snapshots) {
    using Policy = journal::SnapshotRequest::Policy;
    const QString option = QStringLiteral("--weights");
    switch (snapshots.policy) {
        case Policy::Ends:
            return {option, QStringLiteral("ends")};
        case Policy::None:
            return {option, QStringLiteral("none")};
        case Policy::EveryN:
            return {option, QStringLiteral("every"), QString::number(snapshots.every)};
        case Policy::Budget:
            break;
    }
    if (snapshots.budgetBytes == journal::SnapshotRequest{}.budgetBytes) return {};
    return {QStringLiteral("--weight-budget"), QString::number(snapshots.budgetBytes)};
}

QStringList commandLineOf(const PairRequest& request) {
    QStringList words{QStringLiteral("firstsplit"), QStringLiteral("pair")};
    appendOption(words, "--experiment", request.source.experiment);
    appendOption(words, "--preset", request.preset);
    settings::Values a = request.assignmentsA, b = request.assignmentsB;
    words << assignmentOptions(QStringLiteral("--set"), takeCommon(a, b));
    words << assignmentOptions(QStringLiteral("--set-a"), a)
          << assignmentOptions(QStringLiteral("--set-b"), b);
    if (request.steps) appendOption(words, "--steps", QString::number(*request.steps));
    if (request.device != QLatin1String("cpu")) appendOption(words, "--device", request.device);
    if (request.pairs != 1) appendOption(words, "--pairs", QString::number(request.pairs));
    if (request.outputFolder != PairRequest{}.outputFolder)
        appendOption(words, "--out", request.outputFolder);
    if (request.stepsAfterSplit)
        appendOption(words, "--stop-at-split", QString::number(*request.stepsAfterSplit));
    words << snapshotOptions(request.snapshots);
    if (!request.source.command.isEmpty()) words << QStringLiteral("--") << request.source.command;
    return words;
}

std::vector<settings::Finding> preflight(const PairRequest& request) {
    using Severity = settings::Finding::Severity;
    std::vector<settings::Finding> all;
    const auto add = [&all](const settings::Finding& finding) {
        for (const auto& known : all)
            if (known.key == finding.key && known.sentence == finding.sentence) return;
        all.push_back(finding);
    };
    for (const settings::Values* assignments : {&request.assignmentsA, &request.assignmentsB}) {
        const auto findings = preflightOf(request.source, request.preset, *assignments, request.device);
        if (!findings) {
            add({Severity::Refused, {}, findings.error().message});
            continue;
        }
        for (const settings::Finding& finding : *findings) add(finding);
    }
    const auto refuse = [&add](const char* key, const char* sentence) {
        add({Severity::Refused, key, sentence});
    };
    if (request.pairs < 1) refuse("pairs", "--pairs has to be 1 or more: it counts the pairs to run.");
    if (request.steps && *request.steps < 1)
        refuse("steps", "--steps has to be 1 or more: it counts the training steps of a run.");
    if (request.steps && !request.source.command.isEmpty())
        refuse("steps",
               "--steps is for built-in experiments; a command decides on its own how long it trains.");
    if (request.stepsAfterSplit && *request.stepsAfterSplit < 0)
        refuse(
            "stop-at-split",
            "--stop-at-split has to be 0 or more: it counts the steps that B still trains after its split.");
    return all;
}

RecorderCall recorderCallOf(const PairRequest& request, const QString& stem, QChar side,
                            const QString& fileOfA) {
    RecordRequest run;
    run.source = request.source;
    run.file = QDir(request.outputFolder).absoluteFilePath(stem + u'-' + side + QStringLiteral(".split.h5"));
    run.name = stem + u' ' + side;
    run.preset = request.preset;
    run.assignments = side == u'A' ? request.assignmentsA : request.assignmentsB;
    run.snapshots = request.snapshots;
    run.against = fileOfA;
    if (!fileOfA.isEmpty()) run.stepsAfterSplit = request.stepsAfterSplit;
    run.steps = request.steps;
    run.device = request.device;
    return {run.file, recorderCommandOf(run)};
}

}  // namespace firstsplit::launch
