#include <fmt/format.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/comparison_text.h"
#include "app/commands/invocation.h"
#include "app/commands/progress_line.h"
#include "app/commands/short_path.h"
#include "app/commands/text_table.h"
#include "app/commands/training_options.h"
#include "core/compare/words.h"
#include "core/launch/run_paths.h"
#include "core/launch/signal_watch.h"

namespace firstsplit::app {

using launch::PairJob;

namespace {

constexpr std::int64_t defaultSteps = 200;

struct CheckOptions {
    TrainingOptions training;
    int pairs = 1;
    std::string folder = "runs";
    bool keep = false;
};

Result<launch::PairRequest> requestOf(const Invocation& invocation, const CheckOptions& options) {
    const auto source = options.training.sourceOf(invocation, "check");
    if (!source) return tl::unexpected(source.error());
    const auto values = options.training.valuesFor({});
    if (!values) return tl::unexpected(values.error());
    const bool isExperiment = source->command.isEmpty();

    launch::PairRequest request;
    request.source = *source;
    request.preset = QString::fromStdString(options.training.preset);
    if (request.preset.isEmpty() && isExperiment) request.preset = QStringLiteral("deterministic");
    request.assignmentsA = request.assignmentsB = *values;
    if (options.training.steps) request.steps = *options.training.steps;
    if (!request.steps && isExperiment) request.steps = defaultSteps;
    request.device = QString::fromStdString(options.training.device);
    request.pairs = options.pairs;
    request.outputFolder = QString::fromLocal8Bit(options.folder.c_str());
    const auto snapshots = options.training.snapshots();
    if (!snapshots) return tl::unexpected(snapshots.error());
    request.snapshots = *snapshots;
    // Equality is decided by fingerprints; the last weights are enough to say how far apart a pair ends.
    if (options.training.weights.empty() && options.training.weightBudget.empty())
        request.snapshots.policy = journal::SnapshotRequest::Policy::Ends;
    return request;
}

/// Operators are what deterministic algorithms change: no seed, no batch, no environment.
bool couldBeCuredByAlgorithms(const compare::Comparison& split) {
    using enum compare::CauseClass;
    const auto asked = split.a.requested.find("deterministic");
    if (asked != split.a.requested.end() && asked->second == "error") return false;
    const compare::CauseClass cause = split.cause.cause;
    return cause == Forward || cause == Backward || cause == OptimizerStep || cause == Unknown;
}

/// Trains pairs until one splits. Says nothing as long as they are equal.
class CheckSession {
  public:
    CheckSession(Invocation& invocation, launch::PairRequest request, bool keep)
        : m_invocation(invocation), m_request(std::move(request)), m_keep(keep) {
        QObject::connect(&m_job, &PairJob::progressed, [this](const launch::RunProgress& progress) {
            m_line.show(textOf(progress, m_request.pairs));
        });
        QObject::connect(&m_job, &PairJob::runFinished, [this](const launch::RunOutcome& run) {
            const char side = run.side.toLatin1();
            // A command that was stopped has last words, but they are not why.
            if (run.end == record::EndState::Cancelled)
                m_failure = fmt::format("Stopped in run {} of pair {}.", side, run.pair + 1);
            else if (run.end != record::EndState::Finished)
                m_failure = fmt::format("Run {} of pair {} did not finish. {}", side, run.pair + 1,
                                        run.sentence.toStdString());
        });
        QObject::connect(&m_job, &PairJob::pairFinished,
                         [this](int, const QString& a, const QString& b) { comparePair(a, b); });
        QObject::connect(&m_job, &PairJob::finished, [this](bool wasCancelled) {
            if (wasCancelled && m_failure.empty() && !m_split) m_failure = "Stopped.";
            QCoreApplication::quit();
        });
        QObject::connect(&m_job, &PairJob::failed, [this](const QString& sentence) {
            m_failure = sentence.toStdString();
            QCoreApplication::quit();
        });
        QObject::connect(&m_signals, &launch::SignalWatch::caught, [this] { m_job.cancel(); });
    }

    int run() {
        const bool wasThere = QDir(m_request.outputFolder).exists();
        m_job.start(m_request);
        QCoreApplication::exec();
        m_line.clear();
        if (!wasThere) QDir().rmdir(m_request.outputFolder);  // only when nothing is in it
        if (m_split) return reportSplit();
        if (!m_failure.empty()) return reportError(m_invocation, m_failure);
        if (m_invocation.wantsJson) print(nullptr);
        return 0;
    }

  private:
    void comparePair(const QString& a, const QString& b) {
        if (!m_failure.empty()) return;
        auto comparison = compareFiles(a.toLocal8Bit().toStdString(), b.toLocal8Bit().toStdString(), {});
        if (!comparison) {
            m_failure = comparison.error().message;
            return m_job.cancel();
        }
        ++m_pairs;
        const int code = compare::exitCodeOf(*comparison);
        if (code == 0) {
            if (!m_keep)
                for (const QString& file : {a, b}) QFile::remove(file);
            return;
        }
        if (code == 1) {
            m_split = std::move(*comparison);
        } else {
            const auto words = compare::describe(*comparison);
            m_failure = words.sentence + (words.reason.empty() ? "" : " " + words.reason);
        }
        m_job.cancel();  // one split is answer enough
    }

    int reportSplit() {
        if (m_invocation.wantsJson) {
            print(&*m_split);
            return 1;
        }
        const auto words = compare::describe(*m_split);
        std::string text = words.sign + ' ' + words.sentence + '\n';
        if (m_request.pairs > 1)
            text += fmt::format("  In pair {} of {}; what would have followed was not trained.\n", m_pairs,
                                m_request.pairs);
        constexpr std::size_t pageWidth = 98;
        for (const std::string& line : {words.reason, words.scope})
            if (!line.empty()) text += wrapped(line, pageWidth, "  ");
        for (const std::string& sentence : m_split->cause.evidence)
            text += wrapped("- " + sentence, pageWidth - 2, "    ");
        if (couldBeCuredByAlgorithms(*m_split))
            text += "  The same with --preset deterministic says whether deterministic algorithms cure it.\n";
        const auto quoted = [](const std::string& file) {
            return launch::shellQuoted(QString::fromLocal8Bit(shortPath(file).c_str())).toStdString();
        };
        text +=
            fmt::format("  More: firstsplit diff {} {}\n", quoted(m_split->a.file), quoted(m_split->b.file));
        std::fputs(text.c_str(), stdout);
        return 1;
    }

    void print(const compare::Comparison* split) const {
        using Json = nlohmann::ordered_json;
        Json document = {{"format", "firstsplit.check/1"},
                         {"verdict", split != nullptr ? "split" : "identical"},
                         {"pairs_asked_for", m_request.pairs},
                         {"pairs", m_pairs},
                         {"comparison", nullptr}};
        if (split != nullptr) document["comparison"] = Json::parse(comparisonDocument(*split));
        std::puts(document.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    }

    Invocation& m_invocation;
    launch::PairRequest m_request;
    bool m_keep;
    launch::SignalWatch m_signals;
    PairJob m_job;
    ProgressLine m_line;
    int m_pairs = 0;
    std::optional<compare::Comparison> m_split;
    std::string m_failure;
};

int check(Invocation& invocation, const CheckOptions& options) {
    const auto request = requestOf(invocation, options);
    if (!request) return reportError(invocation, request.error().message);
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    return CheckSession(invocation, *request, options.keep).run();
}

}  // namespace

void addCheck(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand(
        "check", "a guard for CI: trains twice, silent when equal (exit 0 equal, 1 split, 2 not)");
    options->training.addTo(*command, true);
    command->get_option("--preset")
        ->description("seeds, fast, deterministic or default (default: deterministic; a command as it is)");
    command->get_option("--steps")->description("training steps of an experiment (default: 200)");
    command->get_option("--weights")
        ->description("which steps keep their weights: budget, ends (default), every N, or none");
    command->add_option("--pairs", options->pairs, "how many pairs; ends at the first that splits")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--out", options->folder, "folder for the runs of a pair that splits")
        ->type_name("DIR")
        ->capture_default_str();
    command->add_flag("--keep", options->keep, "keep the runs of equal pairs as well");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return check(invocation, *options); };
    });
}

}  // namespace firstsplit::app
