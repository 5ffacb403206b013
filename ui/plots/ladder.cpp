#include "ui/plots/ladder.h"

#include <QEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <algorithm>
#include <cmath>

namespace firstsplit::ui {

namespace {
constexpr int numberGap = 6, rightOfNumber = 10;
}

LadderRowButton::LadderRowButton(QWidget* parent) : QAbstractButton(parent) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
}

void LadderRowButton::setRow(const LadderRow& row) {
    m_label = row.label;
    m_number = row.number();
    m_hasSplit = row.firstStep.has_value();
    setText(m_label + u' ' + m_number);
    setAccessibleName(row.label);
    setAccessibleDescription(row.description);
    setToolTip(row.description);
    update();
}

void LadderRowButton::setTheme(const Theme& theme) {
    m_theme = theme;
    update();
}

QFont LadderRowButton::numberFont() const {
    QFont font = this->font();
    font.setBold(m_hasSplit);
    return font;
}

int LadderRowButton::neededWidth() const {
    const double number = std::max(QFontMetricsF(numberFont()).horizontalAdvance(m_number),
                                   QFontMetricsF(numberFont()).horizontalAdvance(QStringLiteral("000")));
    return static_cast<int>(std::ceil(QFontMetricsF(font()).horizontalAdvance(m_label) + number)) +
           numberGap + rightOfNumber + 6;
}

void LadderRowButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawOn(&painter, rect());
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(1, 1, -3, -1);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void LadderRowButton::drawOn(QPainter* painter, const QRect& area) const {
    painter->save();
    const QFont bold = numberFont();
    const double number = std::max(QFontMetricsF(bold).horizontalAdvance(m_number),
                                   QFontMetricsF(bold).horizontalAdvance(QStringLiteral("000")));
    const double right = area.left() + area.width() - rightOfNumber;
    painter->setFont(bold);
    painter->setPen(m_hasSplit ? m_theme.difference : m_theme.dimText);
    painter->drawText(QRectF(area.left(), area.top(), right - area.left(), area.height()),
                      Qt::AlignRight | Qt::AlignVCenter, m_number);
    painter->setFont(font());
    painter->setPen(m_theme.text);
    painter->drawText(
        QRectF(area.left(), area.top(), right - number - numberGap - area.left(), area.height()),
        Qt::AlignRight | Qt::AlignVCenter, m_label);
    painter->restore();
}

Ladder::Ladder(StepView* view, QWidget* parent)
    : QWidget(parent), m_view(view), m_header(new PlotHeader(view, this)) {
    setAccessibleName(tr("Where the runs are equal"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_header->setCaption(tr("Where the runs are equal"));
    connect(view, &StepView::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(view, &StepView::cursorChanged, this, qOverload<>(&QWidget::update));
    connect(view, &StepView::secondCursorChanged, this, qOverload<>(&QWidget::update));
    connect(view, &StepView::marginsChanged, this, &Ladder::layOut);
}

int Ladder::rowHeight() const {
    return fontMetrics().height() + 2;
}

QSize Ladder::sizeHint() const {
    return {300, m_header->sizeHint().height() + static_cast<int>(m_rows.size()) * rowHeight() + 4};
}

QRect Ladder::rowArea(std::size_t row, int width) const {
    return {0, m_header->sizeHint().height() + 2 + static_cast<int>(row) * rowHeight(), width, rowHeight()};
}

QRect Ladder::blockArea() const {
    const int top = m_header->sizeHint().height();
    return {m_view->leftMargin(), top, width() - m_view->leftMargin() - m_view->rightMargin(),
            height() - top};
}

int Ladder::neededLeftMargin() const {
    int width = 0;
    for (const LadderRowButton* button : m_buttons) width = std::max(width, button->neededWidth());
    return width;
}

void Ladder::setRows(std::vector<LadderRow> rows, bool isRunning) {
    m_rows = std::move(rows);
    m_isRunning = isRunning;
    while (m_buttons.size() > m_rows.size()) {
        delete m_buttons.back();
        m_buttons.pop_back();
    }
    while (m_buttons.size() < m_rows.size()) {
        auto* button = new LadderRowButton(this);
        const std::size_t row = m_buttons.size();
        button->setTheme(m_theme);
        connect(button, &QAbstractButton::clicked, this, [this, row] {
            if (row < m_rows.size() && m_rows[row].firstStep) m_view->setCursor(*m_rows[row].firstStep);
        });
        button->show();
        m_buttons.push_back(button);
    }
    QStringList words;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_buttons[i]->setRow(m_rows[i]);
        words += m_rows[i].description;
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateLegend();
    updateGeometry();
    layOut();
}

void Ladder::updateLegend() {
    bool hasMissing = false, hasBad = false, hasDifferent = false;
    for (const LadderRow& row : m_rows) {
        const unsigned char all = row.blocks.over(0, row.blocks.size(), 0);
        hasDifferent = hasDifferent || row.firstStep;
        hasMissing = hasMissing || (all & (1u << static_cast<unsigned>(Block::NotRecorded)));
        hasBad = hasBad || (all & (1u << static_cast<unsigned>(Block::NotANumber)));
    }
    using S = LegendItem::Sample;
    std::vector<LegendItem> items;
    const auto add = [&](S sample, const QString& text, const QColor& fill) {
        items.push_back({sample, text, m_theme.dimText, fill, {}, {}});
    };
    add(m_isRunning ? S::Hollow : S::Block, m_isRunning ? tr("equal so far") : tr("equal, bit for bit"),
        m_theme.equal);
    // A pair that is still equal shows no colour.
    if (!m_isRunning || hasDifferent) add(S::Block, tr("different"), m_theme.differenceFill);
    if (hasBad) add(S::Block, tr("NaN or Inf"), m_theme.notANumber);
    if (hasMissing) add(S::Hatch, tr("not recorded"), {});
    m_header->setLegend(std::move(items));
}

void Ladder::setTheme(const Theme& theme) {
    m_theme = theme;
    m_header->setTheme(theme);
    for (LadderRowButton* button : m_buttons) button->setTheme(theme);
    updateLegend();
    update();
}

void Ladder::layOut() {
    m_header->setGeometry(0, 0, width(), m_header->sizeHint().height());
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const QRect area = rowArea(i, width());
        m_buttons[i]->setGeometry(0, area.top(), m_view->leftMargin(), area.height());
    }
    update();
}

void Ladder::resizeEvent(QResizeEvent*) {
    layOut();
}

void Ladder::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        layOut();
    }
    QWidget::changeEvent(event);
}

void Ladder::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRect area = blockArea();
    painter.fillRect(area, m_theme.plotBackground);
    const StepScale scale = m_view->scaleFor(width());
    for (std::size_t i = 0; i < m_rows.size(); ++i) drawRow(&painter, m_rows[i], rowArea(i, width()), scale);
    drawCursors(&painter);
}

void Ladder::drawCursors(QPainter* painter) const {
    if (m_view->isEmpty()) return;
    const QRect area = blockArea();
    const StepScale scale = m_view->scaleFor(width());
    const auto line = [&](qint64 step, Qt::PenStyle style) {
        const double x = scale.xOf(static_cast<double>(step));
        if (x < scale.left || x > scale.right()) return;
        painter->setPen(QPen(m_theme.text, 1, style));
        const double at = std::floor(x) + 0.5;
        painter->drawLine(QPointF(at, area.top()), QPointF(at, area.bottom() + 1));
    };
    line(m_view->cursor(), Qt::SolidLine);
    if (m_view->secondCursor()) line(*m_view->secondCursor(), Qt::DashLine);
}

void Ladder::drawOn(QPainter* painter, const QRect& area) const {
    painter->save();
    painter->translate(area.topLeft());
    m_header->drawOn(painter, m_header->geometry());
    painter->fillRect(blockArea(), m_theme.plotBackground);
    const StepScale scale = m_view->scaleFor(width());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_buttons[i]->drawOn(painter, m_buttons[i]->geometry());
        drawRow(painter, m_rows[i], rowArea(i, width()), scale);
    }
    drawCursors(painter);
    painter->restore();
}

void Ladder::drawRow(QPainter* painter, const LadderRow& row, const QRect& area,
                     const StepScale& scale) const {
    const int left = static_cast<int>(scale.left), count = static_cast<int>(scale.width);
    const std::vector<Block> columns = row.columns(scale.range, count);
    const double top = area.top() + 2, height = area.height() - 4;
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t end = i;
        while (end < columns.size() && columns[end] == columns[i]) ++end;
        const QRectF block(left + static_cast<double>(i), top, static_cast<double>(end - i), height);
        switch (columns[i]) {
            case Block::Equal:
                if (m_isRunning) {
                    painter->setPen(QPen(m_theme.dimText, 1));
                    painter->setBrush(Qt::NoBrush);
                    painter->drawRect(block.adjusted(0.5, 0.5, -0.5, -0.5));
                } else {
                    painter->fillRect(block, m_theme.equal);
                }
                break;
            case Block::Different:
                painter->fillRect(block, m_theme.differenceFill);
                break;
            case Block::NotANumber:
                painter->fillRect(block, m_theme.notANumber);
                break;
            case Block::NotRecorded:
                drawHatch(painter, block, m_theme.dimText);
                break;
            case Block::Nothing:
                break;
        }
        i = end;
    }
    if (!row.firstStep) return;
    const auto first = static_cast<double>(*row.firstStep);
    // At least three pixels, around the step's middle where the step itself is thinner.
    const double middle = scale.xOf(first);
    const double from = std::max(scale.left, std::round(std::min(scale.xOf(first - 0.5), middle - 1.5)));
    const double to = std::min(scale.right(), from + std::clamp(scale.xOf(first + 0.5) - from, 3.0, 5.0));
    const bool isInView = first + 0.5 > scale.range.from && first - 0.5 < scale.range.to;
    if (isInView) painter->fillRect(QRectF(from, area.top(), to - from, area.height()), m_theme.difference);
}

}  // namespace firstsplit::ui
