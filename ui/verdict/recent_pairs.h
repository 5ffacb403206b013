#pragma once

#include <QListWidget>

namespace firstsplit::ui {

class RunLibrary;

/// The newest pairs of the library: sign, name, date; a click opens one.
class RecentPairs : public QListWidget {
    Q_OBJECT
  public:
    explicit RecentPairs(RunLibrary* library, QWidget* parent = nullptr);

  signals:
    void pairChosen(const QString& a, const QString& b);
    void listed(int pairs);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void list();
    RunLibrary* m_library;
};

}  // namespace firstsplit::ui
