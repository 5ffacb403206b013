#include "core/train/training.h"

#include <chrono>
#include <deque>

#include "core/train/device.h"
#include "core/train/fingerprints.h"
#include "core/train/random_states.h"
#include "core/train/recording.h"
#include "core/train/setting_appliers.h"
#include "core/train/torch_facts.h"
#include "core/train/trainer.h"

namespace firstsplit::train {
namespace {

bool isRecorderOn(const settings::Values& values) {
    const auto recorder = values.find("recorder");
    return recorder == values.end() || recorder->second == "on";
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
    Run(const TrainingRequest& request, at::Device device)
        : m_request(request),
          m_device(device),
          m_seeds((applySettings(request.settings), seedAll(request.settings))),
          m_trainer(makeExperiment(request.experiment, request.steps, request.settings, device), loadDigits(),
                    m_seeds.data, device),
          m_lossLines(request, device) {}

    Result<> openJournal() {
        if (!m_request.run) return {};
        journal::Hello hello{.request = *m_request.run,
                             .client = "firstsplit-runner " FIRSTSPLIT_VERSION,
                             .seed = static_cast<std::int64_t>(m_seeds.seed.value_or(0)),
                             .hasSeed = m_seeds.seed.has_value(),
                             .device = m_device.str(),
                             .environment = torchFacts(m_device)};
        auto journal = journal::JournalWriter::create(hello.request.journal, hello);
        if (!journal) return tl::unexpected(journal.error());
        m_journal = std::move(*journal);
        noteSettings("start");
        if (!isRecorderOn(m_request.settings)) return {};
        auto recording = Recording::open(*m_journal, hello.request, m_device);
        if (!recording) return tl::unexpected(recording.error());
        m_recording = std::move(*recording);
        return {};
    }

    Result<TrainingOutcome> train() {
        TrainingOutcome outcome;
        if (const Result<> ok = recordStart(); !ok) return tl::unexpected(ok.error());
        while (outcome.stepsDone < m_request.steps && !outcome.isCancelled) {
            if (const Result<> ok = step(outcome.stepsDone); !ok) return tl::unexpected(ok.error());
            ++outcome.stepsDone;
            outcome.isCancelled = m_request.shouldStop && m_request.shouldStop();
            if (m_trainer.sampler().isEndOfEpoch() && m_recording)
                if (const Result<> ok = recordEpoch(outcome.stepsDone - 1); !ok)
                    return tl::unexpected(ok.error());
        }
        m_lossLines.flush();
        if (const Result<> ok = finish(outcome); !ok) return tl::unexpected(ok.error());
        return outcome;
    }

    void endAsFailed(const std::string& reason) {
        if (m_journal) m_journal->end("failed", reason);
    }

  private:
    void noteSettings(const std::string& when) {
        const auto gradient = m_request.settings.find("embedding.gradient");
        const RunState state{
            .dataSeed = m_seeds.data,
            .embeddingGradient = gradient == m_request.settings.end() ? "atomic" : gradient->second,
            .isRecording = isRecorderOn(m_request.settings),
        };
        m_journal->addSettingsInForce(when, settingsInForce(state));
    }

    Result<> recordStart() {
        if (!m_recording) return {};
        RecordedStep start;
        start.tensors[indexOf(Kind::RandomState)] = randomStates(m_trainer.sampler().generator(), m_device);
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
        record.tensors[indexOf(Kind::RandomState)] = randomStates(m_trainer.sampler().generator(), m_device);
        const Trainer::Step done = m_trainer.step(number);
        m_times.seconds.push_back(done.seconds);
        m_lossLines.add(number, done);
        record.learningRate = done.learningRate;
        record.seconds = done.seconds;
        NamedTensors& batch = record.tensors[indexOf(Kind::Batch)];
        batch.add("sample ids", done.ids);
        batch.add("input", done.input);
        batch.add("target", done.target);
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

    Result<> recordEpoch(std::int64_t lastStep) {
        if (const Result<> ok = m_recording->flush(); !ok) return ok;
        const Trainer::Score score = m_trainer.evaluate();
        m_journal->addEpoch({.epoch = m_trainer.sampler().epoch(),
                             .step = lastStep,
                             .validationLoss = score.loss,
                             .validationAccuracy = score.accuracy,
                             .firstSampleIds = m_trainer.sampler().drawnIds(100)});
        return {};
    }

    Result<> finish(TrainingOutcome& outcome) {
        const Trainer::Score score = m_trainer.evaluate();
        outcome.holdOutLoss = score.loss;
        outcome.holdOutAccuracy = score.accuracy;
        outcome.medianStepSeconds = m_times.median();
        outcome.medianRecordSeconds = m_recordTimes.median();
        outcome.finalWeights = fingerprint::ofList(fingerprintsOf(m_trainer.model().parameters().tensors));
        if (!m_journal) return {};
        if (m_recording) {
            if (const Result<> ok = m_recording->flush(); !ok) return ok;
            if (!m_trainer.sampler().isEndOfEpoch())
                if (const Result<> ok = recordEpoch(outcome.stepsDone - 1); !ok) return ok;
        }
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
    Seeds m_seeds;
    Trainer m_trainer;
    LossLines m_lossLines;
    StepTimes m_times, m_recordTimes;
    std::unique_ptr<journal::JournalWriter> m_journal;
    std::unique_ptr<Recording> m_recording;  ///< none when nothing is recorded
};

}  // namespace

Result<TrainingOutcome> train(const TrainingRequest& request) {
    const Result<at::Device> device = deviceNamed(request.device);
    if (!device) return tl::unexpected(device.error());
    Run run(request, *device);
    if (const Result<> opened = run.openJournal(); !opened) {
        run.endAsFailed(opened.error().message);
        return tl::unexpected(opened.error());
    }
    try {
        Result<TrainingOutcome> outcome = run.train();
        if (!outcome) run.endAsFailed(outcome.error().message);
        return outcome;
    } catch (const std::exception& error) {
        const std::string text = error.what();
        run.endAsFailed(text.substr(0, text.find('\n')));
        throw;
    }
}

}  // namespace firstsplit::train
