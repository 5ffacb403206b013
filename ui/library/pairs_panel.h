#pragma once

#include <QWidget>

class QLabel;

namespace firstsplit::ui {

class PairsModel;
class TableView;

/// The repeats of the pair on screen, and what they say together.
class PairsPanel : public QWidget {
    Q_OBJECT
  public:
    explicit PairsPanel(PairsModel* model, QWidget* parent = nullptr);
    TableView* view() const { return m_view; }
    QSize sizeHint() const override { return {300, 150}; }

  signals:
    void pairChosen(const QString& a, const QString& b);

  private:
    void showCurrent();
    PairsModel* m_model;
    TableView* m_view;
    QLabel* m_headline;
    bool m_isFollowing = false;
};

}  // namespace firstsplit::ui
