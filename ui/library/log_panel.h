#pragma once

#include <QPlainTextEdit>
#include <QTextCursor>

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
    /// Scrolls to the newest last words, and selects them.
    void showLastWords();

  private:
    void addLine(const QString& text);
    QTextCursor m_lastWords;  ///< of the run that was opened last, and left some
    QString m_source;  ///< of the last output; the next of the same source goes on
};

}  // namespace firstsplit::ui
