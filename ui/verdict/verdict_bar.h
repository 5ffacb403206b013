#pragma once

#include <QWidget>

#include "ui/verdict/verdict_view.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace firstsplit::ui {

/// The answer above the plots: sign, sentence, reason, scope, what to do next. A thin bar below moves while
/// runs are read or trained.
class VerdictBar : public QWidget {
    Q_OBJECT
  public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void setVerdict(const VerdictView& verdict);
    const VerdictView& verdict() const { return m_verdict; }
    /// 0 to 1; negative: it moves without an end in sight; none: hidden.
    void setProgress(std::optional<double> fraction);
    void setTextScale(double factor);
    void copy() const;

  signals:
    void nextChosen(firstsplit::ui::NextStep step);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void applyFonts();
    void applyColours();
    void arrangeButtons();

    VerdictView m_verdict;
    QLabel *m_order, *m_sign, *m_sentence, *m_reason, *m_scope, *m_hints;
    QWidget* m_buttons;
    QHBoxLayout* m_buttonLayout;
    QToolButton* m_copy;
    QProgressBar* m_progress;
    double m_scale = 1;
};

}  // namespace firstsplit::ui
