#pragma once

#include <QByteArray>
#include <QSize>

#include "core/compare/comparison.h"
#include "ui/theme.h"

class QCPPainter;
class QImage;

namespace firstsplit::ui {

class PlotStack;

/// Verdict, ladder and plots of a comparison, to be drawn onto any paint device in logical pixels.
class Figure {
  public:
    Figure(const compare::Comparison& comparison, QSize size, const Theme& theme);
    ~Figure();
    void drawOn(QCPPainter* painter);
    QSize size() const { return m_size; }

    QImage image(double scale);
    /// A whole SVG document; text stays text.
    QByteArray svg(const QString& title);

  private:
    int headHeight() const;

    const compare::Comparison& m_comparison;
    QSize m_size;
    Theme m_theme;
    std::unique_ptr<PlotStack> m_stack;
};

}  // namespace firstsplit::ui
