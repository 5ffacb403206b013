#pragma once

#include <QPlainTextEdit>

#include "core/record/run.h"

namespace firstsplit::ui {

/// What the runs write, and what the program has to say. Bounded: the oldest lines go first.
class LogPanel : public QPlainTextEdit {
    Q_OBJECT
  public:
    explicit LogPanel(QWidget* parent = nullptr);

    void addOutput(const QString& source, const QString& text);
    void addMessage(const QString& sentence);
    /// Warnings, errors and last words of an opened run.
    void addRun(const QString& side, const record::RunInfo& info, const std::vector<record::LogEntry>& log);

  private:
    void addLine(const QString& text);
    QString m_source;  ///< of the last output; the next of the same source goes on
};

}  // namespace firstsplit::ui
