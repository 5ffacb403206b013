#pragma once

#include "ui/lessons/lesson_session.h"
#include "ui/models/pair_document.h"
#include "ui/verdict/verdict_view.h"

namespace firstsplit::ui {

class LessonPanel;
class RunController;
class Workspace;

/// Brings a lesson together with the runs: asks for its pairs, hands their documents back to it, and words
/// what its other commands report.
class LessonController : public QObject {
    Q_OBJECT
  public:
    LessonController(Workspace* workspace, RunController* runs, QObject* parent);

    /// Has no parent until it is put into a dock.
    LessonPanel* panel() const { return m_panel; }
    LessonSession* session() { return &m_session; }
    /// Opens a lesson and trains it; pairs are saved to `outputFolder`.
    void start(const QString& name, const QString& outputFolder);
    /// A command of a lesson is at work that is no pair.
    bool isAtCommand() const { return m_isAtCommand; }

  signals:
    void opened();
    void runWanted(const firstsplit::launch::PairRequest& request);
    void commandStarted();
    /// What a command that is no pair says, for the place of the plots.
    void reported(const firstsplit::ui::VerdictView& verdict, const QString& text, double fraction);
    void commandEnded();
    void failed(const QString& sentence);

  private:
    void report(const QString& sentence, const QString& text, double fraction);

    LessonSession m_session;
    LessonPanel* m_panel;
    bool m_isAtCommand = false;
};

}  // namespace firstsplit::ui
