#include "ui/inspector/step_values.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/compare/words.h"
#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

const QString dash = QStringLiteral("–");

QString number(double value) {
    return QString::fromStdString(compare::valueTexts(value, value).first);
}

/// A long number without what it has in common with the one before it: two of thirteen digits would push the
/// dock wider as the cursor moves.
QString shortened(const QString& text, const QString& before) {
    constexpr qsizetype longFrom = 11, leastShown = 4;
    qsizetype common = 0;
    while (common < text.size() && common < before.size() && text[common] == before[common]) ++common;
    if (text.size() < longFrom || text.size() != before.size()) return text;
    const qsizetype from = std::min(common, text.size() - leastShown);
    return from < leastShown ? text : u'…' + text.mid(from);
}

}  // namespace

StepValues::StepValues(QWidget* parent)
    : QWidget(parent),
      m_headA(new QLabel(QStringLiteral("A"))),
      m_headB(new QLabel(QStringLiteral("B"))),
      m_headDifference(new QLabel(tr("difference"))),
      m_rows() {
    setAccessibleName(tr("Values of this step"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(8);
    const auto right = Qt::AlignRight | Qt::AlignVCenter;
    grid->addWidget(m_headA, 0, 1, right);
    grid->addWidget(m_headB, 0, 2, right);
    grid->addWidget(m_headDifference, 0, 3, right);
    for (QLabel* head : {m_headA, m_headB}) {
        QFont bold = head->font();
        bold.setBold(true);
        head->setFont(bold);
    }
    const QStringList names{tr("Loss"), tr("Gradient norm"), tr("Learning rate"), tr("Batch"),
                            tr("Random state")};
    for (int row = 0; row < RowCount; ++row) {
        Cells& cells = m_rows[static_cast<std::size_t>(row)];
        cells = {new QLabel(names[row]), new QLabel, new QLabel, new QLabel};
        int column = 0;
        for (QLabel* label : {cells.name, cells.a, cells.b, cells.difference}) {
            label->setTextFormat(Qt::PlainText);
            if (column > 0) label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            label->setFocusPolicy(Qt::NoFocus);
            grid->addWidget(label, row + 1, column, column ? right : Qt::AlignLeft | Qt::AlignVCenter);
            ++column;
        }
    }
    grid->setColumnMinimumWidth(1, 76);
    grid->setColumnMinimumWidth(2, 64);
    grid->setColumnStretch(3, 1);
    setReport(nullptr);
    applyColours();
}

void StepValues::setRow(Row row, const QString& a, const QString& b, const QString& difference,
                        bool differs) {
    const auto at = static_cast<std::size_t>(row);
    const Cells& cells = m_rows[at];
    cells.a->setText(a);
    cells.b->setText(shortened(b, a));
    cells.b->setToolTip(cells.b->text() == b ? QString() : b);
    cells.difference->setText(difference);
    const QString words = tr("%1: A %2, B %3, %4").arg(cells.name->text(), a, b, difference);
    cells.name->setAccessibleDescription(words);
    m_differs[at] = differs;
}

void StepValues::setNumbers(Row row, std::optional<double> a, std::optional<double> b, bool isPair,
                            const QString& ulp) {
    if (!isPair) return setRow(row, a ? number(*a) : dash, {}, {}, false);
    if (!a || !b) return setRow(row, a ? number(*a) : dash, b ? number(*b) : dash, dash, false);
    // A float that decides equality is compared by its bits.
    if (std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b) && ulp.isEmpty())
        return setRow(row, number(*a), QStringLiteral("="), tr("equal"), false);
    const auto [textA, textB] = compare::valueTexts(*a, *b);
    QString difference = QString::fromStdString(compare::differenceText(*b - *a));
    if (!ulp.isEmpty()) difference += QStringLiteral(" · ") + ulp;
    setRow(row, QString::fromStdString(textA), QString::fromStdString(textB), difference, true);
}

void StepValues::setReport(const StepReport* report) {
    if (!report) {
        for (int row = 0; row < RowCount; ++row) setRow(static_cast<Row>(row), dash, dash, dash, false);
        applyColours();
        return;
    }
    for (QLabel* head : {m_headB, m_headDifference}) head->setVisible(report->isPair);
    // Before training there is no loss, no gradient, no batch.
    const QString ulp = report->lossDiffers ? ulpText(report->lossUlp) + QStringLiteral(" ULP") : QString();
    setNumbers(Loss, report->lossA, report->lossB, report->isPair, ulp);
    setNumbers(GradientNorm, report->gradientNormA, report->gradientNormB, report->isPair, {});
    setNumbers(LearningRate, report->learningRateA, report->learningRateB, report->isPair, {});
    const auto setCells = [&](Row row, const QString& what, compare::Cell cell) {
        const bool differs = cell == compare::Cell::Different;
        if (!report->isPair) return setRow(row, what, {}, {}, false);
        if (cell == compare::Cell::NotRecorded) return setRow(row, dash, dash, tr("not recorded"), false);
        setRow(row, what, differs ? tr("other") : QStringLiteral("="),
               differs ? tr("different") : tr("equal"), differs);
    };
    setCells(
        Batch,
        report->samples && report->step >= 0 ? counted(*report->samples, tr("sample"), tr("samples")) : dash,
        report->batch);
    setCells(RandomState,
             report->generators > 0 ? counted(report->generators, tr("generator"), tr("generators")) : dash,
             report->randomState);
    applyColours();
}

void StepValues::applyColours() {
    const Theme theme = Theme::of(palette());
    const auto paint = [](QLabel* label, const QColor& colour) {
        QPalette own = label->palette();
        if (own.color(QPalette::WindowText) == colour) return;
        own.setColor(QPalette::WindowText, colour);
        label->setPalette(own);
    };
    paint(m_headA, theme.runA);
    paint(m_headB, theme.runB);
    paint(m_headDifference, theme.dimText);
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        paint(m_rows[row].b, m_differs[row] ? theme.text : theme.dimText);
        paint(m_rows[row].difference, m_differs[row] ? theme.difference : theme.dimText);
    }
}

void StepValues::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) applyColours();
}

QStringList StepValues::textsOf(Row row) const {
    const Cells& cells = m_rows[static_cast<std::size_t>(row)];
    return {cells.a->text(), cells.b->text(), cells.difference->text()};
}

}  // namespace firstsplit::ui
