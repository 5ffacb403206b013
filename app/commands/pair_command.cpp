#include <fmt/format.h>

#include <QCoreApplication>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/comparison_text.h"
#include "app/commands/invocation.h"
#include "app/commands/process_comparison.h"
#include "app/commands/progress_line.h"
#include "app/commands/training_options.h"
#include "core/compare/finding_json.h"
#include "core/compare/words.h"
#include "core/launch/signal_watch.h"

namespace firstsplit::app {

using launch::PairJob;

namespace {

struct PairOptions {
    TrainingOptions training;
    int pairs = 1;
    std::string folder = "runs";
    std::optional<std::int64_t> stepsAfterSplit;
};

Result<launch::PairRequest> requestOf(const Invocation& invocation, const PairOptions& options) {
    const auto source = options.training.sourceOf(invocation, "pair");
    if (!source) return tl::unexpected(source.error());
    const auto a = options.training.valuesFor(options.training.assignmentsA);
    if (!a) return tl::unexpected(a.error());
    const auto b = options.training.valuesFor(options.training.assignmentsB);
    if (!b) return tl::unexpected(b.error());
    const auto snapshots = options.training.snapshots();
    if (!snapshots) return tl::unexpected(snapshots.error());

    launch::PairRequest request;
    request.source = *source;
    request.preset = QString::fromStdString(options.training.preset);
    request.assignmentsA = *a;
    request.assignmentsB = *b;
    if (options.training.steps) request.steps = *options.training.steps;
    request.device = QString::fromStdString(options.training.device);
    request.pairs = options.pairs;
    request.outputFolder = QString::fromLocal8Bit(options.folder.c_str());
    if (options.stepsAfterSplit) request.stepsAfterSplit = *options.stepsAfterSplit;
    request.snapshots = *snapshots;
    return request;
}

/// Runs a PairJob to its end, compares each pair as it comes, and says what happens.
class PairSession {
  public:
    PairSession(Invocation& invocation, launch::PairRequest request)
        : m_invocation(invocation), m_request(std::move(request)) {
        QObject::connect(&m_job, &PairJob::progressed, [this](const launch::RunProgress& progress) {
            m_line.show(textOf(progress, m_request.pairs));
        });
        QObject::connect(&m_job, &PairJob::splitSeen,
                         [this](int, const launch::SplitSeen& split) { say(split); });
        QObject::connect(&m_job, &PairJob::outputWritten,
                         [this](int, QChar, bool isError, const QString& text) {
                             // The built-in runner's figures stand in the run file.
                             if (isError || m_request.source.experiment.isEmpty())
                                 m_line.print(text.toStdString());
                         });
        QObject::connect(&m_job, &PairJob::runFinished,
                         [this](const launch::RunOutcome& run) { m_runs.push_back(run); });
        QObject::connect(&m_job, &PairJob::pairFinished,
                         [this](int pair, const QString& a, const QString& b) { comparePair(pair, a, b); });
        QObject::connect(&m_job, &PairJob::finished,
                         [this](bool wasCancelled) { end(wasCancelled ? "Stopped." : ""); });
        QObject::connect(&m_job, &PairJob::failed,
                         [this](const QString& sentence) { end(sentence.toStdString()); });
        QObject::connect(&m_signals, &launch::SignalWatch::caught, [this] { m_job.cancel(); });
    }

    int run() {
        m_job.start(m_request);
        QCoreApplication::exec();
        m_line.clear();
        return m_failure.empty() ? report() : reportFailure();
    }

  private:
    void end(const std::string& failure) {
        m_failure = failure;
        QCoreApplication::quit();
    }

    void say(const launch::SplitSeen& split) {
        m_line.print((m_request.pairs > 1 ? "  " : "") + textOf(split) + '\n');
    }

    void comparePair(int pair, const QString& a, const QString& b) {
        auto comparison =
            compareFiles(a.toLocal8Bit().toStdString(), b.toLocal8Bit().toStdString(), [this](double done) {
                m_line.showFraction("comparing", done);
                return true;
            });
        m_line.clear();
        if (!comparison) {
            m_comparisonError = comparison.error().message;
            return;
        }
        const auto words = compare::describe(*comparison);
        if (m_request.pairs > 1)
            m_line.print(
                fmt::format("pair {} of {}: {} {}\n", pair + 1, m_request.pairs, words.sign, words.sentence));
        m_processes = compareFurtherProcesses(a.toLocal8Bit().toStdString(), b.toLocal8Bit().toStdString());
        const int code = exitCodeOf(*comparison, m_processes);
        m_exitCode = code == 1 || m_exitCode == 1 ? 1 : std::max(m_exitCode, code);
        m_comparisons.push_back(std::move(*comparison));
    }

    /// The first run that did not end as it should; a B that was ended on purpose after its split is none.
    const launch::RunOutcome* failedRun() const {
        for (const launch::RunOutcome& run : m_runs) {
            const bool isStoppedOnPurpose =
                m_request.stepsAfterSplit && run.end == record::EndState::Cancelled;
            if (run.end != record::EndState::Finished && !isStoppedOnPurpose) return &run;
        }
        return nullptr;
    }

    int report() {
        if (!m_comparisonError.empty()) {
            m_failure = m_comparisonError;
            return reportFailure();
        }
        const compare::Repeats repeats = compare::repeatsOf(m_comparisons);
        if (m_invocation.wantsJson) {
            std::puts(document().c_str());
        } else {
            std::fputs(comparisonText(m_comparisons.back()).c_str(), stdout);
            std::fputs(processText(m_comparisons.back(), m_processes).c_str(), stdout);
            if (m_request.pairs > 1) std::printf("\n%s\n", compare::describe(repeats).c_str());
        }
        if (const launch::RunOutcome* failed = failedRun()) {
            std::fprintf(stderr, "firstsplit: Run %c of pair %d did not finish: %s\n",
                         failed->side.toLatin1(), failed->pair + 1, failed->sentence.toStdString().c_str());
            return exitBadInput;
        }
        return repeats.incomplete > 0 ? exitBadInput : m_exitCode;
    }

    std::string document() const {
        const std::string text = comparisonsDocument(m_comparisons);
        return m_comparisons.size() == 1 ? withProcesses(text, m_comparisons.back(), m_processes) : text;
    }

    int reportFailure() {
        std::fprintf(stderr, "firstsplit: %s\n", m_failure.c_str());
        for (const compare::Comparison& comparison : m_comparisons)
            if (!m_invocation.wantsJson) std::fputs(comparisonText(comparison).c_str(), stdout);
        if (!m_invocation.wantsJson) return exitBadInput;
        nlohmann::ordered_json document = {
            {"format", "firstsplit.error/1"}, {"error", m_failure}, {"exit_code", exitBadInput}};
        document["runs"] = nlohmann::ordered_json::array();
        for (const launch::RunOutcome& run : m_runs) {
            const auto file = record::openRun(run.file.toLocal8Bit().toStdString());
            document["runs"].push_back(
                {{"pair", run.pair + 1},
                 {"side", std::string(1, run.side.toLatin1())},
                 {"file", run.file.toStdString()},
                 {"end", std::string(record::nameOf(run.end))},
                 {"exit_code", run.exitCode},
                 {"signal", run.signal},
                 {"sentence", run.sentence.toStdString()},
                 {"finding", compare::findingJson(file ? (*file)->info().finding : std::nullopt)}});
        }
        std::puts(document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
        return exitBadInput;
    }

    Invocation& m_invocation;
    launch::PairRequest m_request;
    launch::SignalWatch m_signals;
    PairJob m_job;
    ProgressLine m_line;
    std::vector<launch::RunOutcome> m_runs;
    std::vector<compare::Comparison> m_comparisons;
    ProcessComparisons m_processes;  ///< of the last pair
    int m_exitCode = 0;              ///< over all pairs and processes: any split, else anything incomplete
    std::string m_comparisonError, m_failure;
};

int pair(Invocation& invocation, const PairOptions& options) {
    const auto request = requestOf(invocation, options);
    if (!request) return reportError(invocation, request.error().message);
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    return PairSession(invocation, *request).run();
}

}  // namespace

void addPair(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<PairOptions>();
    CLI::App* command = app.add_subcommand("pair",
                                           "a pair of runs, then their comparison: of an experiment, or -- "
                                           "COMMAND (exit 0 identical, 1 split, 2 not)");
    options->training.addTo(*command, true);
    options->training.addSidesTo(*command);
    command->add_option("--pairs", options->pairs, "how often to repeat")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--out", options->folder, "folder for the run files")
        ->type_name("DIR")
        ->capture_default_str();
    command
        ->add_option("--stop-at-split", options->stepsAfterSplit,
                     "end B this many steps after its first split")
        ->type_name("N");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return pair(invocation, *options); };
    });
}

}  // namespace firstsplit::app
