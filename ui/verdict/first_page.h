#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace firstsplit::ui {

class LibraryModel;

/// What is seen with no run open: train something twice, record a training of one's own, or open what is
/// there.
class FirstPage : public QWidget {
    Q_OBJECT
  public:
    explicit FirstPage(LibraryModel* library, QWidget* parent = nullptr);
    QPushButton* trainButton() const { return m_train; }
    /// Why training is not possible; empty when it is.
    void setObstacle(const QString& sentence);

  signals:
    void trainTwiceChosen();
    void ownCommandChosen();
    void openChosen();
    void pairChosen(const QString& a, const QString& b);

  private:
    void listPairs();
    LibraryModel* m_library;
    QPushButton* m_train;
    QLabel *m_trainDetail, *m_noPairs;
    QListWidget* m_recent;
};

}  // namespace firstsplit::ui
