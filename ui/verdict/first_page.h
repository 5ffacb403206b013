#pragma once

#include <QScrollArea>

class QLabel;
class QLayout;
class QPushButton;

namespace firstsplit::ui {

class LessonCards;
class RunLibrary;
class RecentPairs;

/// What is seen with no run open: train something twice, record a training of one's own, open what is there,
/// or take a lesson.
class FirstPage : public QScrollArea {
    Q_OBJECT
  public:
    explicit FirstPage(RunLibrary* library, QWidget* parent = nullptr);
    QPushButton* trainButton() const { return m_train; }
    RecentPairs* recentPairs() const { return m_recent; }
    LessonCards* lessons() const { return m_lessons; }
    /// Why training is not possible; empty when it is.
    void setObstacle(const QString& sentence);

  signals:
    void trainTwiceChosen();
    void ownCommandChosen();
    void openChosen();
    void pairChosen(const QString& a, const QString& b);
    void lessonChosen(const QString& name);

  private:
    QLayout* trainColumn();
    QLayout* openColumn();

    QPushButton* m_train;
    QLabel *m_trainDetail, *m_noPairs;
    RecentPairs* m_recent;
    LessonCards* m_lessons;
};

}  // namespace firstsplit::ui
