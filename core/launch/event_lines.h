#pragma once

#include <QByteArray>
#include <QObject>
#include <variant>

#include "core/launch/recorder.h"

namespace firstsplit::launch {

/// What a recorder says on its standard output with --events: one JSON object a line, told apart by "event".
/// Numbers that are not finite travel as the strings "NaN", "Infinity" and "-Infinity".
namespace event {
struct Started {
    QString journal, file;
    qint64 processId = 0;
};
struct Output {
    bool isError = false;
    QString text;
};
struct Log {
    QString sentence;
};
struct Building {
    double fraction = 0;
};
struct End {
    RecordOutcome outcome;
};
/// Nothing was started.
struct Refused {
    RecordRefusal refusal;
};
}  // namespace event

using Event = std::variant<event::Started, RunProgress, SplitSeen, event::Output, event::Log, event::Building,
                           event::End, event::Refused>;

/// One line, with its newline.
QByteArray toLine(const Event& event);
/// Fails for a line that is none of ours.
Result<Event> eventFromLine(const QByteArray& line);

/// Writes a recorder's events to a descriptor. A reader that has gone away, or stopped reading, never holds
/// up the recorder: then progress and output are left out, and after a few seconds everything.
class EventWriter : public QObject {
    Q_OBJECT
  public:
    explicit EventWriter(int descriptor, QObject* parent = nullptr);
    void follow(Recorder& recorder);
    void write(const Event& event);

  private:
    int m_descriptor;
    bool m_isGone = false;
    int m_lastPercent = -1;
};

}  // namespace firstsplit::launch
