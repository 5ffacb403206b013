#include "ui/export/figure.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>

#include "core/compare/words.h"
#include "ui/export/export.h"
#include "ui/plots/plot_stack.h"

namespace firstsplit::ui {

namespace {
constexpr int margin = 12;

QFont headFont() {
    QFont font = QApplication::font();
    font.setBold(true);
    if (font.pointSizeF() > 0) font.setPointSizeF(font.pointSizeF() * 1.2);
    return font;
}
}  // namespace

Theme paperTheme(bool isDark) {
    QPalette palette;
    palette.setColor(QPalette::Window, isDark ? QColor(0x25292d) : QColor(0xf4f5f6));
    palette.setColor(QPalette::WindowText, isDark ? QColor(0xeff0f1) : QColor(0x1b1e21));
    return Theme::of(palette);
}

Figure::Figure(const compare::Comparison& comparison, QSize size, const Theme& theme)
    : m_comparison(comparison), m_size(size), m_theme(theme), m_stack(std::make_unique<PlotStack>()) {
    // The stack keeps no longer than the figure, and the figure no longer than its caller's comparison.
    const std::shared_ptr<const compare::Comparison> borrowed(&comparison, [](const compare::Comparison*) {});
    const bool isSingle = comparison.b.id.empty() && comparison.b.file.empty() && comparison.stepsB == 0;
    if (isSingle)
        m_stack->setSingleRun(borrowed);
    else
        m_stack->setComparison(borrowed);
    m_stack->setTheme(theme);
    // The legends tell the values at the cursor: most is to be told where the loss splits.
    const auto lossStep = comparison.kinds[indexOf(Kind::Loss)].firstStep;
    if (lossStep) m_stack->setCursorStep(*lossStep);
    m_stack->resize(size.width() - 2 * margin, std::max(100, size.height() - headHeight() - margin));
}

Figure::~Figure() = default;

int Figure::headHeight() const {
    return margin + QFontMetrics(headFont()).height() + 2 * QFontMetrics(QApplication::font()).height() +
           margin;
}

void Figure::drawOn(QCPPainter* painter) {
    painter->setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    painter->fillRect(QRect(QPoint(), m_size), m_theme.background);
    const compare::VerdictText words = compare::describe(m_comparison);
    const int width = m_size.width() - 2 * margin;
    int y = margin;
    const auto line = [&](const std::string& text, const QFont& font, const QColor& ink) {
        const QFontMetrics metrics(font);
        painter->setFont(font);
        painter->setPen(ink);
        painter->drawText(QRect(margin, y, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(QString::fromStdString(text), Qt::ElideRight, width));
        y += metrics.height();
    };
    line(words.sign + "  " + words.sentence, headFont(), m_theme.text);
    line(words.reason, QApplication::font(), m_theme.text);
    line(words.scope, QApplication::font(), m_theme.dimText);
    painter->save();
    painter->translate(margin, headHeight());
    m_stack->drawOn(painter);
    painter->restore();
}

QImage Figure::image(double scale) {
    QImage image((QSizeF(m_size) * scale).toSize(), QImage::Format_RGB32);
    if (image.isNull()) return image;
    image.fill(m_theme.background);
    QCPPainter painter(&image);
    painter.scale(scale, scale);
    drawOn(&painter);
    return image;
}

QByteArray Figure::svg(const QString& title) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(m_size);
    generator.setViewBox(QRect(QPoint(), m_size));
    generator.setResolution(96);
    generator.setTitle(title);
    generator.setDescription(QStringLiteral("FirstSplit " FIRSTSPLIT_VERSION));
    QCPPainter painter(&generator);
    drawOn(&painter);
    painter.end();
    return buffer.data();
}

}  // namespace firstsplit::ui
