#pragma once

#include <qcustomplot.h>
#include <QString>

namespace firstsplit::ui {

/// Whole decades of a logarithmic axis. The lowest lies below the smallest value that is not zero, so nothing
/// but zero can enter the zero band under it.
struct Decades {
    int low = -1, high = 0;
    /// Decades around the absolute values `smallest` to `largest`, both finite and above zero; otherwise 10⁻¹
    /// to 1.
    static Decades around(double smallest, double largest);
};

/// A logarithmic axis of whose range the lowest `bandPixels` are the zero band, above it `gapPixels` of
/// nothing. Coordinates are log10 of the value: ours, since QCustomPlot's logarithmic axis has no place for
/// zero.
struct ZeroBandScale {
    Decades decades;
    double unitsPerPixel = 0.01;
    double bandPixels = 14, gapPixels = 6;

    ZeroBandScale() = default;
    ZeroBandScale(Decades shown, double axisPixels, double textScale);
    double lowEdge() const { return decades.low - (bandPixels + gapPixels) * unitsPerPixel; }
    double highEdge() const { return decades.high; }
    double bandTop() const { return lowEdge() + bandPixels * unitsPerPixel; }
    double zero() const { return lowEdge() + bandPixels * unitsPerPixel / 2; }
};

/// "10⁻⁸"; 10⁰ is written "1".
QString decadeText(int exponent);

/// Decade labels no closer than 18 pixels, and the 0 of the zero band.
class DecadeTicker : public QCPAxisTicker {
  public:
    void setScale(const ZeroBandScale& scale, double labelPixels);
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* tickLabels) override;

  private:
    ZeroBandScale m_scale;
    double m_labelPixels = 18;
};

/// A linear axis's range that holds all values with some air; both must be finite.
QCPRange linearRange(double smallest, double largest);

}  // namespace firstsplit::ui
