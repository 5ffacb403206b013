#pragma once

#include <QList>
#include <QWidget>

class QGridLayout;
class QPushButton;

namespace firstsplit::ui {

/// All lessons, a card each: title, question, how much it trains, and Start. In two columns where there is
/// room.
class LessonCards : public QWidget {
    Q_OBJECT
  public:
    explicit LessonCards(QWidget* parent = nullptr);

    /// Why nothing can be trained; empty when it can.
    void setObstacle(const QString& sentence);
    QList<QPushButton*> startButtons() const { return m_starts; }

  signals:
    void lessonChosen(const QString& name);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* cardOf(int number);
    void arrange(int columns);

    QGridLayout* m_grid;
    QList<QWidget*> m_cards;
    QList<QPushButton*> m_starts;
    int m_columns = 0;
};

}  // namespace firstsplit::ui
