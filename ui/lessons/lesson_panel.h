#pragma once

#include <QScrollArea>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace firstsplit::ui {

class LessonSession;

/// A lesson beside its plots: the question, what to look for, what was trained; and, once that has ended and
/// the reader asks, why it is so.
class LessonPanel : public QScrollArea {
    Q_OBJECT
  public:
    explicit LessonPanel(const LessonSession* session, QWidget* parent = nullptr);

    QPushButton* explainButton() const { return m_explain; }
    QPushButton* nextButton() const { return m_next; }
    bool isExplained() const { return m_isExplained; }
    /// Everything that can be read now, as plain text.
    QString text() const;

  public slots:
    void update();
    /// Another lesson, or the same one anew: its explanation is hidden again.
    void begin();

  signals:
    void pairChosen(const QString& a, const QString& b);
    void lessonChosen(const QString& name);
    void allChosen();

  private:
    QString runsHtml() const;
    QString claimsHtml() const;
    void explain();

    const LessonSession* m_session;
    QLabel *m_title, *m_question, *m_lookFor, *m_runs, *m_explanation, *m_claims;
    QWidget* m_answer;
    QPushButton *m_explain, *m_again, *m_next, *m_all;
    bool m_isExplained = false;
};

}  // namespace firstsplit::ui
