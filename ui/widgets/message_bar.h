#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace firstsplit::ui {

/// A sentence across the view, with at most one thing to do about it, and a button that closes it. Errors are
/// shown so, never in a box that must be answered.
class MessageBar : public QFrame {
    Q_OBJECT
  public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// Shows a sentence; `action` labels the button, none when empty.
    void showMessage(const QString& sentence, const QString& action = {});
    QString message() const;
    QPushButton* actionButton() const { return m_action; }

  signals:
    void actionChosen();

  private:
    QLabel* m_text;
    QPushButton* m_action;
};

}  // namespace firstsplit::ui
