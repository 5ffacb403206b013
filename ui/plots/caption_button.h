#pragma once

#include <QToolButton>

#include "ui/theme.h"

namespace firstsplit::ui {

/// Lies over a plot's caption, which it leaves visible, and opens a menu of what the plot is to show. Its
/// arrow stands right of the caption.
class CaptionButton : public QToolButton {
    Q_OBJECT
  public:
    static constexpr int arrowRoom = 16;

    explicit CaptionButton(QWidget* parent);
    void setTheme(const Theme& theme);
    /// Of the caption beneath, which may be lower than what a finger hits.
    void setFrameHeight(int pixels) { m_frameHeight = pixels; }

  signals:
    /// The menu is about to open: fill it.
    void menuWanted(QMenu* menu);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    Theme m_theme;
    int m_frameHeight = 0;
};

}  // namespace firstsplit::ui
