#include "app/commands/record_session.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <QCoreApplication>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/progress_line.h"
#include "core/launch/event_lines.h"
#include "core/launch/signal_watch.h"

namespace firstsplit::app {

using launch::Recorder;
using launch::RecordOutcome;

namespace {

void speakToPerson(Recorder& recorder, ProgressLine& line, bool withProgress) {
    QObject::connect(&recorder, &Recorder::outputWritten,
                     [&line](bool, const QByteArray& text) { line.print(text.toStdString()); });
    QObject::connect(&recorder, &Recorder::logged, [&line](const QString& sentence) {
        line.print("firstsplit: " + sentence.toStdString() + '\n');
    });
    if (!withProgress) return;
    QObject::connect(&recorder, &Recorder::progressed, [&line](const launch::RunProgress& progress) {
        launch::RunProgress shown = progress;
        if (progress.plannedSteps && progress.stepsPerSecond > 0)
            shown.secondsLeft =
                static_cast<double>(*progress.plannedSteps - 1 - progress.step) / progress.stepsPerSecond;
        line.show(textOf(shown, 0));
    });
    QObject::connect(&recorder, &Recorder::building,
                     [&line](double fraction) { line.showFraction("building the file", fraction); });
}

}  // namespace

tl::expected<RecordOutcome, launch::RecordRefusal> recordHere(launch::RecordRequest request, Voice voice) {
    // A full disk or a reader that went away is told by errno, and must not end the recorder.
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
    launch::SignalWatch signalWatch;

    request.filesForOutput = voice != Voice::Person;
    Recorder recorder;
    launch::EventWriter events(STDOUT_FILENO);
    ProgressLine line;
    if (voice == Voice::Events)
        events.follow(recorder);
    else
        speakToPerson(recorder, line, !request.source.experiment.isEmpty());

    int signalsWhileBuilding = 0;
    bool isBuilding = false;
    QObject::connect(&recorder, &Recorder::building, [&isBuilding] { isBuilding = true; });
    QObject::connect(&signalWatch, &launch::SignalWatch::caught, [&](int signal, bool fromTerminal) {
        if (isBuilding)
            ++signalsWhileBuilding;
        else
            recorder.cancel(signal, !fromTerminal);
    });
    recorder.setBuildInterruption([&] {
        signalWatch.poll();
        return signalsWhileBuilding > 0;
    });

    std::optional<RecordOutcome> outcome;
    QObject::connect(&recorder, &Recorder::ended, [&outcome](const RecordOutcome& result) {
        outcome = result;
        QCoreApplication::quit();
    });
    if (auto started = recorder.start(request); !started) {
        if (voice == Voice::Events) events.write(launch::event::Refused{started.error()});
        return tl::unexpected(started.error());
    }
    if (!outcome) QCoreApplication::exec();
    return *outcome;
}

std::string toJson(const launch::RecordRequest& request, const RecordOutcome& outcome) {
    using Json = nlohmann::ordered_json;
    const auto orNull = [](const auto& value) { return value ? Json(*value) : Json(); };
    const auto text = [](const QString& string) {
        return string.isEmpty() ? Json() : Json(string.toStdString());
    };
    const Json document = {{"format", "firstsplit.run/1"},
                           {"file", text(outcome.file)},
                           {"journal", text(outcome.journal)},
                           {"experiment", text(request.source.experiment)},
                           {"preset", text(request.preset)},
                           {"steps", outcome.steps},
                           {"end", std::string(record::nameOf(outcome.end))},
                           {"exit_code", orNull(outcome.exitCode)},
                           {"signal", orNull(outcome.signal)},
                           {"sentence", outcome.sentence.toStdString()},
                           {"last_words", outcome.lastWords.toStdString()}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string describe(const RecordOutcome& outcome) {
    std::string text;
    if (!outcome.file.isEmpty())
        text = fmt::format("{}: {} steps, {}.", outcome.file.toStdString(), outcome.steps,
                           record::nameOf(outcome.end));
    if (!outcome.sentence.isEmpty()) text += (text.empty() ? "" : " ") + outcome.sentence.toStdString();
    return text;
}

}  // namespace firstsplit::app
