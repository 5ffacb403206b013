#include "ui/verdict/verdict_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/speech.h"

namespace firstsplit::ui {
namespace {

constexpr int barWidth = 5;

/// `share` of ink in paper.
QColor mixed(const QColor& ink, const QColor& paper, double share) {
    const auto channel = [share](int a, int b) {
        return static_cast<int>(a * share + b * (1 - share) + 0.5);
    };
    return {channel(ink.red(), paper.red()), channel(ink.green(), paper.green()),
            channel(ink.blue(), paper.blue())};
}

QString hintsText(const QStringList& hints) {
    QStringList lines;
    for (const QString& hint : hints) lines << QObject::tr("Beside this: %1").arg(hint);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent),
      m_order(new QLabel),
      m_sign(new QLabel),
      m_sentence(new QLabel),
      m_reason(new QLabel),
      m_scope(new QLabel),
      m_hints(new QLabel),
      m_buttons(new QWidget),
      m_buttonLayout(new QHBoxLayout(m_buttons)),
      m_copy(new QToolButton),
      m_progress(new QProgressBar) {
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Verdict"));
    m_sign->setAlignment(Qt::AlignCenter);
    m_sign->setMinimumWidth(34);
    for (QLabel* label : {m_order, m_sentence, m_reason, m_scope, m_hints}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFocusPolicy(Qt::NoFocus);  // the bar itself is the stop of the Tab key
    }
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setAutoRaise(true);
    m_copy->setMinimumSize(28, 28);
    m_copy->setToolTip(tr("Copy the verdict (Ctrl+C)"));
    m_copy->setAccessibleName(tr("Copy the verdict"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->hide();
    m_buttonLayout->setContentsMargins(0, 0, 0, 0);

    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    words->addStretch();
    for (QLabel* label : {m_order, m_sentence, m_reason, m_scope, m_hints}) words->addWidget(label);
    words->addStretch();
    auto* row = new QHBoxLayout;
    row->setContentsMargins(barWidth + 8, 7, 10, 7);
    row->setSpacing(10);
    row->addWidget(m_sign);
    row->addLayout(words, 1);
    row->addWidget(m_buttons);
    row->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row, 1);
    layout->addWidget(m_progress);
    setMinimumHeight(76);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(m_copy, &QToolButton::clicked, this, &VerdictBar::copy);
    applyFonts();
    applyColours();
}

void VerdictBar::setVerdict(const VerdictView& verdict) {
    // While runs grow the words change with each step; what is said aloud is a split, and each new verdict.
    const bool isNews = verdict.look != VerdictView::Look::Hollow && verdict.sentence != m_verdict.sentence;
    const bool hasOtherButtons = verdict.next != m_verdict.next;
    m_verdict = verdict;
    m_sign->setText(verdict.sign);
    for (const auto& [label, words] :
         {std::pair{m_order, verdict.order}, std::pair{m_sentence, verdict.sentence},
          std::pair{m_reason, verdict.reason}, std::pair{m_scope, verdict.scope},
          std::pair{m_hints, hintsText(verdict.hints)}}) {
        label->setText(words);
        label->setVisible(!words.isEmpty());
    }
    if (hasOtherButtons) arrangeButtons();
    setAccessibleDescription(verdict.plainText());
    applyColours();
    if (isNews) Speech::say(this, true);
}

void VerdictBar::arrangeButtons() {
    while (QLayoutItem* item = m_buttonLayout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    for (const NextStep step : m_verdict.next) {
        auto* button = new QPushButton(labelOf(step));
        button->setMinimumSize(button->sizeHint().width() + 8, 30);
        connect(button, &QPushButton::clicked, this, [this, step] { emit nextChosen(step); });
        m_buttonLayout->addWidget(button);
    }
}

void VerdictBar::setProgress(std::optional<double> fraction) {
    m_progress->setVisible(fraction.has_value());
    if (!fraction) return;
    m_progress->setRange(0, *fraction < 0 ? 0 : 1000);
    if (*fraction >= 0) m_progress->setValue(static_cast<int>(*fraction * 1000));
}

void VerdictBar::setTextScale(double factor) {
    m_scale = factor;
    applyFonts();
}

void VerdictBar::copy() const {
    QApplication::clipboard()->setText(m_verdict.plainText());
}

void VerdictBar::applyFonts() {
    const QFont base = QApplication::font();
    QFont sign = base, sentence = base, small = base;
    sign.setPointSizeF(base.pointSizeF() * 2.0 * m_scale);
    sign.setBold(true);
    sentence.setPointSizeF(base.pointSizeF() * 1.25 * m_scale);
    sentence.setBold(true);
    small.setPointSizeF(base.pointSizeF() * 0.98 * m_scale);
    m_sign->setFont(sign);
    m_sentence->setFont(sentence);
    for (QLabel* label : {m_order, m_reason, m_scope, m_hints}) label->setFont(small);
}

void VerdictBar::applyColours() {
    const Theme theme = Theme::of(QApplication::palette());
    QPalette own = m_sign->palette();
    own.setColor(QPalette::WindowText,
                 m_verdict.look == VerdictView::Look::Split ? theme.difference : theme.dimText);
    m_sign->setPalette(own);
    update();
}

void VerdictBar::paintEvent(QPaintEvent*) {
    const Theme theme = Theme::of(QApplication::palette());
    const bool isSplit = m_verdict.look == VerdictView::Look::Split;
    const bool isHollow = m_verdict.look == VerdictView::Look::Hollow;
    const QColor ink = isSplit ? theme.difference : theme.dimText;
    const QColor paper = isSplit
                             ? mixed(theme.differenceFill, theme.plotBackground, theme.isDark ? 0.14 : 0.11)
                             : mixed(theme.equal, theme.plotBackground, 0.45);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        QPen(isSplit ? theme.differenceFill : theme.grid, 1, isHollow ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(isHollow ? theme.background : paper);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (!isHollow) painter.fillRect(QRect(0, 0, barWidth, height()), ink);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
}

void VerdictBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        applyColours();
    if (event->type() == QEvent::ApplicationFontChange) applyFonts();
}

void VerdictBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    update();
}

}  // namespace firstsplit::ui
