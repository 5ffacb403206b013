#include "core/train/training.h"

#include <chrono>
#include <deque>

#include "core/settings/nondeterministic_operators.h"
#include "core/train/device.h"
#include "core/train/experiment_data.h"
#include "core/train/fingerprints.h"
#include "core/train/nondeterministic_warnings.h"
#include "core/train/random_states.h"
#include "core/train/recording.h"
#include "core/train/setting_appliers.h"
#include "core/train/torch_facts.h"
#include "core/train/trainer.h"

namespace firstsplit::train {
namespace {

constexpr std::int64_t idsPerEpoch = 100;  // as many as the journal's format takes

/// LibTorch's first line says what happened; the rest is its own stack.
std::string firstLineOf(const std::exception& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
}

/// Losses that people want to read, kept on the device until reading them waits for hardly anything.
class LossLines {
  public:
    LossLines(const TrainingRequest& request, at::Device device)
        : m_request(request), m_delay(device.is_cpu() ? 0 : 32) {}

    void add(std::int64_t step, const Trainer::Step& done) {
        if (!m_request.onLoss) return;
        m_waiting.push_back({step, done.loss, done.learningRate});
        if (m_waiting.size() > m_delay) flush();
    }
    void flush() {
        for (const Line& line : m_waiting)
            m_request.onLoss(line.step, line.loss.item<double>(), line.learningRate);
        m_waiting.clear();
    }

  private:
    struct Line {
        std::int64_t step;
        at::Tensor loss;
        double learningRate;
    };
    const TrainingRequest& m_request;
    std::size_t m_delay;
    std::deque<Line> m_waiting;
};

/// One training from its start to its end, with its journal when there is one.
class Run {
  public:
    Run(const TrainingRequest& request, const std::shared_ptr<const Dataset>& data)
        : m_request(request),
          m_device(data->device()),
          m_state(runStateOf(request.settings, seedAll(request.settings))),
          m_trainer(makeExperiment(request.experiment, data, request.steps, m_state), m_state),
          m_lossLines(request, m_device),
          m_warnings([this] { return place(); },
                     [this](const Place& where, const std::string& text) { warn(where, text); }) {}

    Result<> openJournal() {
        if (!m_request.run) return {};
        journal::Hello hello{.request = *m_request.run,
                             .client = "firstsplit-runner " FIRSTSPLIT_VERSION,
                             .seed = static_cast<std::int64_t>(m_state.seeds.seed.value_or(0)),
                             .hasSeed = m_state.seeds.seed.has_value(),
                             .device = m_device.str(),
                             .environment = torchFacts(m_device)};
        hello.environment["data"] = m_trainer.data().description();
        auto journal = journal::JournalWriter::create(hello.request.journal, hello);
        if (!journal) return tl::unexpected(journal.error());
        m_journal = std::move(*journal);
        noteSettings("start");
        m_journal->addLog(journal::LogLevel::Info, std::nullopt,
                          "Trains on " + m_trainer.data().description() + ": " +
                              std::to_string(m_trainer.data().trainingCount()) + " samples, and " +
                              std::to_string(m_trainer.data().holdOutCount()) + " as hold-out.");
        if (!m_state.isRecording) return {};
        auto recording = Recording::open(*m_journal, hello.request, m_device);
        if (!recording) return tl::unexpected(recording.error());
        m_recording = std::move(*recording);
        return {};
    }

    Result<TrainingOutcome> train() {
        TrainingOutcome outcome;
        outcome.data = m_trainer.data().description();
        if (const Result<> ok = recordStart(); !ok) return tl::unexpected(ok.error());
        while (outcome.stepsDone < m_request.steps && !outcome.isCancelled) {
            m_step = outcome.stepsDone;
            if (const Result<> ok = step(outcome.stepsDone); !ok) return tl::unexpected(ok.error());
            ++outcome.stepsDone;
            outcome.isCancelled = m_request.shouldStop && m_request.shouldStop();
            if (m_trainer.batches().isEndOfEpoch() && m_recording)
                if (const Result<> ok = recordEpoch(outcome.stepsDone - 1, m_trainer.evaluate()); !ok)
                    return tl::unexpected(ok.error());
        }
        m_lossLines.flush();
        if (const Result<> ok = finish(outcome); !ok) return tl::unexpected(ok.error());
        return outcome;
    }

    void endAsFailed(const std::string& reason) {
        if (m_journal) m_journal->end("failed", reason);
    }

    /// What deterministic=error was set for: an operator stopped the training.
    TrainingOutcome endWithFinding(const std::string& operatorName) {
        const Place where = place();
        TrainingOutcome outcome;
        outcome.stepsDone = m_step;
        const journal::Finding finding{operatorName, where.step, where.phase,
                                       settings::remedyFor(operatorName)};
        outcome.finding = journal::sentenceOf(finding);
        if (!m_journal) return outcome;
        if (m_recording) (void)m_recording->flush();
        m_journal->addLog(journal::LogLevel::Error, where.step, *outcome.finding);
        noteSettings("end");
        m_journal->end("failed", *outcome.finding, finding);
        outcome.detachReason = m_journal->detachReason();
        return outcome;
    }

  private:
    void noteSettings(const std::string& when) {
        m_journal->addSettingsInForce(when, settingsInForce(m_state));
    }

    Place place() const { return {m_step, std::string(nameOf(m_trainer.phase()))}; }

    void warn(const Place& where, const std::string& text) {
        std::fprintf(stderr, "firstsplit-runner: step %lld, %s: %s\n", static_cast<long long>(where.step),
                     where.phase.c_str(), text.c_str());
        if (m_journal) m_journal->addLog(journal::LogLevel::Warning, where.step, text);
    }

    Result<> recordStart() {
        if (!m_recording) return {};
        RecordedStep start;
        start.tensors[indexOf(Kind::RandomState)] =
            randomStates(m_trainer.batches().samplerGenerator(), m_device);
        start.tensors[indexOf(Kind::Buffer)] = m_trainer.model().buffers();
        start.tensors[indexOf(Kind::Weight)] = m_trainer.model().parameters();
        return m_recording->add(start);
    }

    Result<> step(std::int64_t number) {
        if (!m_recording) {
            const Trainer::Step done = m_trainer.step(number);
            m_times.seconds.push_back(done.seconds);
            m_lossLines.add(number, done);
            return {};
        }
        RecordedStep record;
        record.step = number;
        record.isLast = number + 1 == m_request.steps;
        record.tensors[indexOf(Kind::RandomState)] =
            randomStates(m_trainer.batches().samplerGenerator(), m_device);
        const Trainer::Step done = m_trainer.step(number);
        m_times.seconds.push_back(done.seconds);
        m_lossLines.add(number, done);
        record.learningRate = done.learningRate;
        record.seconds = done.seconds;
        NamedTensors& batch = record.tensors[indexOf(Kind::Batch)];
        batch.add("sample ids", done.batch.ids);
        batch.add("input", done.batch.input);
        batch.add("target", done.batch.target);
        record.tensors[indexOf(Kind::Loss)].add("loss", done.loss);
        record.tensors[indexOf(Kind::Buffer)] = m_trainer.model().buffers();
        record.tensors[indexOf(Kind::Gradient)] = m_trainer.optimizer().gradients();
        record.tensors[indexOf(Kind::Optimizer)] = m_trainer.optimizer().state();
        record.tensors[indexOf(Kind::Weight)] = m_trainer.model().parameters();
        using Clock = std::chrono::steady_clock;
        const Clock::time_point start = Clock::now();
        Result<> added = m_recording->add(record);
        m_recordTimes.seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
        return added;
    }

    Result<> recordEpoch(std::int64_t lastStep, const Trainer::Score& score) {
        if (const Result<> ok = m_recording->flush(); !ok) return ok;
        m_journal->addEpoch({.epoch = m_trainer.batches().epoch(),
                             .step = lastStep,
                             .validationLoss = score.loss,
                             .validationAccuracy = score.accuracy,
                             .firstSampleIds = m_trainer.batches().takenIds(idsPerEpoch)});
        return {};
    }

    Result<> finish(TrainingOutcome& outcome) {
        const Trainer::Score score = m_trainer.evaluate();
        outcome.holdOutLoss = score.loss;
        outcome.holdOutAccuracy = score.accuracy;
        outcome.medianStepSeconds = m_times.median();
        outcome.medianRecordSeconds = m_recordTimes.median();
        outcome.finalWeights = fingerprint::ofList(fingerprintsOf(m_trainer.model().parameters().tensors));
        outcome.warned = m_warnings.summary();
        if (!m_journal) return {};
        if (m_recording) {
            if (const Result<> ok = m_recording->flush(); !ok) return ok;
            if (!m_trainer.batches().isEndOfEpoch())
                if (const Result<> ok = recordEpoch(outcome.stepsDone - 1, score); !ok) return ok;
        }
        for (const std::string& sentence : outcome.warned)
            m_journal->addLog(journal::LogLevel::Warning, std::nullopt, sentence);
        m_journal->addLog(journal::LogLevel::Info, outcome.stepsDone - 1,
                          "final weights: " + fingerprint::toHex(outcome.finalWeights));
        noteSettings("end");
        m_journal->end(outcome.isCancelled ? "cancelled" : "finished",
                       outcome.isCancelled
                           ? "Stopped by the user after " + std::to_string(outcome.stepsDone) + " steps."
                           : "");
        outcome.detachReason = m_journal->detachReason();
        return {};
    }

    const TrainingRequest& m_request;
    at::Device m_device;
    RunState m_state;
    Trainer m_trainer;
    std::int64_t m_step = 0;  ///< the one at hand
    LossLines m_lossLines;
    StepTimes m_times, m_recordTimes;
    std::unique_ptr<journal::JournalWriter> m_journal;
    std::unique_ptr<Recording> m_recording;  ///< none when nothing is recorded
    WarningCollector m_warnings;
};

}  // namespace

Result<TrainingOutcome> train(const TrainingRequest& request) {
    const Result<at::Device> device = deviceNamed(request.device);
    if (!device) return tl::unexpected(device.error());
    applySettings(request.settings);
    const auto data = loadData(request.experiment, request.dataFolder, *device);
    if (!data) return tl::unexpected(data.error());
    Run run(request, *data);
    if (const Result<> opened = run.openJournal(); !opened) {
        run.endAsFailed(opened.error().message);
        return tl::unexpected(opened.error());
    }
    try {
        Result<TrainingOutcome> outcome = run.train();
        if (!outcome) run.endAsFailed(outcome.error().message);
        return outcome;
    } catch (const std::exception& error) {
        const std::string sentence = firstLineOf(error);
        if (const auto name = settings::nondeterministicOperatorIn(sentence))
            return run.endWithFinding(*name);
        run.endAsFailed(sentence);
        throw;
    }
}

}  // namespace firstsplit::train
