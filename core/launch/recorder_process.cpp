#include "core/launch/recorder_process.h"

#include <signal.h>
#include <unistd.h>

#include <QFileInfo>
#include <QProcess>
#include <QSet>
#include <QTimer>

#include "core/launch/event_lines.h"
#include "core/launch/pair_plan.h"
#include "core/launch/run_paths.h"

namespace firstsplit::launch {

namespace {

/// A recorder that was asked to end waits for its training, then builds the file. Only if it stays silent for
/// this long on top is it taken for stuck.
constexpr int silenceAfterCancel = 60'000;  // ms
constexpr qsizetype longestLine = 4 << 20;  // bytes; no event is as long

}  // namespace

struct RecorderProcess::State {
    explicit State(RecorderProcess* owner) : self(owner), silenceTimer(owner) {}

    RecorderProcess* self;
    QString who, journal, folder;
    QProcessEnvironment environment{QProcessEnvironment::InheritFromParent};
    QProcess* process = nullptr;
    QByteArray pending;  ///< a line that has not ended yet
    std::optional<RecordOutcome> outcome;
    std::optional<RecordRefusal> refusal;
    QByteArray strayErrors;  ///< standard error of the recorder itself
    QString nonsense;        ///< the first line that was no event
    QSet<QString> said;      ///< of all runs so far: those of one job mostly have the same to say
    QTimer silenceTimer;

    void start(const QStringList& command) {
        journal.clear();
        pending.clear();
        strayErrors.clear();
        nonsense.clear();
        outcome.reset();
        refusal.reset();
        process = new QProcess(self);
        // A process group of its own: Ctrl+C in the terminal is ours to pass on, once.
        process->setChildProcessModifier([] { ::setpgid(0, 0); });
        process->setStandardInputFile(QProcess::nullDevice());
        process->setProcessEnvironment(environment);
        if (!folder.isEmpty()) process->setWorkingDirectory(folder);
        connect(process, &QProcess::readyReadStandardOutput, self, [this] { readEvents(); });
        connect(process, &QProcess::readyReadStandardError, self, [this] { readErrors(); });
        connect(process, &QProcess::errorOccurred, self, [this](QProcess::ProcessError error) {
            // Every other error is followed by finished(), which is where an end is told.
            if (error == QProcess::FailedToStart) failedToStart();
        });
        connect(process, &QProcess::finished, self, [this] { recorderEnded(); });
        process->start(command.first(), command.mid(1), QIODevice::ReadOnly);
    }

    void failedToStart() {
        const QString reason = process->errorString();
        dropProcess();
        emit self->failed(QStringLiteral("%1 cannot be started: %2").arg(programPath(), reason));
    }

    void dropProcess() {
        silenceTimer.stop();
        process->disconnect(self);
        process->deleteLater();  // never inside its own signal
        process = nullptr;
    }

    void readErrors() { strayErrors = (strayErrors + process->readAllStandardError()).right(4096); }

    void readEvents() {
        pending += process->readAllStandardOutput();
        for (qsizetype end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
            const QByteArray line = pending.left(end);
            pending.remove(0, end + 1);
            takeLine(line);
        }
        if (pending.size() > longestLine) {
            nonsense = QStringLiteral("a line without end");
            pending.clear();
        }
    }

    void takeLine(const QByteArray& line) {
        auto parsed = eventFromLine(line);
        if (!parsed) {
            if (nonsense.isEmpty()) nonsense = QString::fromStdString(parsed.error().message);
            return;
        }
        if (silenceTimer.isActive()) silenceTimer.start(silenceAfterCancel);
        std::visit([this](const auto& event) { take(event); }, *parsed);
    }

    void take(const event::Started& event) {
        journal = event.journal;
        emit self->started(event.journal, event.file);
    }
    void take(const RunProgress& event) { emit self->progressed(event); }
    void take(const SplitSeen& event) { emit self->splitSeen(event); }
    void take(const event::Output& event) { emit self->outputWritten(event.isError, event.text); }
    void take(const event::Log& event) {
        if (said.contains(event.sentence)) return;
        said.insert(event.sentence);
        emit self->outputWritten(true, event.sentence + u'\n');
    }
    void take(const event::Building&) {}
    void take(const event::End& event) { outcome = event.outcome; }
    void take(const event::Refused& event) { refusal = event.refusal; }

    void recorderEnded() {
        readEvents();
        readErrors();
        const bool crashed = process->exitStatus() == QProcess::CrashExit;
        const int code = process->exitCode();
        dropProcess();
        if (refusal) return emit self->failed(refusal->sentence);
        if (!outcome) return emit self->failed(lost(crashed, code));
        const RecordOutcome told = *outcome;  // who hears of it may start the next run
        emit self->ended(told);
    }

    QString lost(bool crashed, int code) const {
        QString sentence = crashed
                               ? QStringLiteral("The recorder of %1 was killed.").arg(who)
                               : QStringLiteral("The recorder of %1 ended with code %2 and without a report.")
                                     .arg(who)
                                     .arg(code);
        if (!nonsense.isEmpty()) sentence += u' ' + nonsense;
        if (!strayErrors.trimmed().isEmpty()) sentence += u' ' + QString::fromUtf8(strayErrors).trimmed();
        if (!journal.isEmpty() && QFileInfo::exists(journal))
            sentence += QStringLiteral(
                            " What was recorded is safe in its journal; when the training has ended: "
                            "firstsplit recover %1")
                            .arg(shellQuoted(journal));
        return sentence;
    }

    void signalRecorder(int signal) const {
        if (process != nullptr && process->processId() > 0)
            ::kill(static_cast<pid_t>(process->processId()), signal);
    }
};

RecorderProcess::RecorderProcess(QObject* parent) : QObject(parent), m_state(std::make_unique<State>(this)) {
    State* state = m_state.get();
    state->silenceTimer.setSingleShot(true);
    connect(&state->silenceTimer, &QTimer::timeout, this, [state] { state->signalRecorder(SIGKILL); });
}

RecorderProcess::~RecorderProcess() {
    if (m_state->process == nullptr) return;
    // The recorder ends the training and builds the file; it needs nobody for that.
    m_state->process->disconnect(this);
    m_state->signalRecorder(SIGTERM);
    QProcess* process = m_state->process;
    m_state->process = nullptr;
    // QProcess would kill it in its destructor; so it is left to itself, at the price of its small object.
    process->setParent(nullptr);
    process->closeReadChannel(QProcess::StandardOutput);
    process->closeReadChannel(QProcess::StandardError);
}

void RecorderProcess::start(const QStringList& command, const QString& who) {
    if (isRunning()) return;
    m_state->who = who;
    m_state->start(command);
}

void RecorderProcess::setWorkingDirectory(const QString& folder) {
    m_state->folder = folder;
}

void RecorderProcess::setEnvironment(const QProcessEnvironment& environment) {
    m_state->environment = environment;
}

void RecorderProcess::cancel() {
    if (!isRunning()) return;
    m_state->signalRecorder(SIGTERM);  // a second one makes the recorder kill the training at once
    m_state->silenceTimer.start(silenceAfterCancel);
}

bool RecorderProcess::isRunning() const {
    return m_state->process != nullptr;
}

QStringList recorderCommandOf(const RecordRequest& request) {
    const bool isCommand = request.source.experiment.isEmpty();
    const auto append = [](QStringList& words, const char* option, const QString& value) {
        if (!value.isEmpty()) words << QLatin1String(option) << value;
    };
    QStringList words{programPath(), isCommand ? QStringLiteral("record") : QStringLiteral("run"),
                      QStringLiteral("--events")};
    append(words, "-o", request.file);
    append(words, "--name", request.name);
    append(words, "--preset", request.preset);
    for (const auto& [key, value] : request.assignments)
        append(words, "--set", QString::fromStdString(key + "=" + value));
    words << snapshotOptions(request.snapshots);
    append(words, "--against", request.against);
    if (request.stepsAfterSplit)
        append(words, "--stop-after-split", QString::number(*request.stepsAfterSplit));
    if (isCommand) return words << QStringLiteral("--") << request.source.command;
    append(words, "--experiment", request.source.experiment);
    append(words, "--device", request.device);
    if (request.steps) append(words, "--steps", QString::number(*request.steps));
    return words;
}

}  // namespace firstsplit::launch
