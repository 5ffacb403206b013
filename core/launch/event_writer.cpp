#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "core/launch/event_lines.h"
#include "core/launch/file_tail.h"

namespace firstsplit::launch {

namespace {
constexpr int patience = 5000;  // ms, for events that matter
}

EventWriter::EventWriter(int descriptor, QObject* parent) : QObject(parent), m_descriptor(descriptor) {}

void EventWriter::follow(Recorder& recorder) {
    connect(&recorder, &Recorder::started, this,
            [this](const QString& journal, const QString& file, qint64 processId) {
                write(event::Started{journal, file, processId});
            });
    connect(&recorder, &Recorder::progressed, this, [this](const RunProgress& progress) { write(progress); });
    connect(&recorder, &Recorder::splitSeen, this, [this](const SplitSeen& split) { write(split); });
    connect(&recorder, &Recorder::outputWritten, this, [this](bool isError, const QByteArray& text) {
        write(event::Output{isError, cleanText(text)});
    });
    connect(&recorder, &Recorder::logged, this,
            [this](const QString& sentence) { write(event::Log{sentence}); });
    connect(&recorder, &Recorder::building, this, [this](double fraction) {
        const int percent = static_cast<int>(fraction * 100);
        if (percent != std::exchange(m_lastPercent, percent)) write(event::Building{fraction});
    });
    connect(&recorder, &Recorder::ended, this,
            [this](const RecordOutcome& outcome) { write(event::End{outcome}); });
}

void EventWriter::write(const Event& event) {
    if (m_isGone) return;
    const bool canBeMissed = std::holds_alternative<RunProgress>(event) ||
                             std::holds_alternative<event::Output>(event) ||
                             std::holds_alternative<event::Building>(event);
    const QByteArray line = toLine(event);
    for (qsizetype done = 0; done < line.size();) {
        pollfd ready{m_descriptor, POLLOUT, 0};
        const int answer = ::poll(&ready, 1, canBeMissed && done == 0 ? 0 : patience);
        if (answer < 0 && errno == EINTR) continue;
        if (answer == 0 && canBeMissed && done == 0) return;
        // A pipe that is ready takes this much without blocking.
        const auto part = static_cast<std::size_t>(std::min<qsizetype>(line.size() - done, 4096));
        const ssize_t written = answer > 0 ? ::write(m_descriptor, line.constData() + done, part) : -1;
        if (written < 0 && answer > 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (written < 0) {
            m_isGone = true;
            return;
        }
        done += written;
    }
}

}  // namespace firstsplit::launch
