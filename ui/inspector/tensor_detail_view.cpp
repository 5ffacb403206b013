#include "ui/inspector/tensor_detail_view.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocument>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inspector/delta_picture_view.h"
#include "ui/inspector/histogram_view.h"
#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

QString text(const std::string& string) {
    return QString::fromStdString(string);
}

/// The digits in which `shown` differs from `other`, in bold and ink.
QString marked(const QString& shown, const QString& other, const QColor& ink) {
    QString html;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const QString digit = QString(shown[i]).toHtmlEscaped();
        html += i < other.size() && other[i] == shown[i]
                    ? digit
                    : QStringLiteral("<b style='color:%1'>%2</b>").arg(ink.name(), digit);
    }
    return html;
}

}  // namespace

TensorDetailView::TensorDetailView(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel),
      m_amount(new QLabel),
      m_body(new QLabel),
      m_histogram(new HistogramView),
      m_picture(new DeltaPictureView) {
    setAccessibleName(tr("Selected tensor"));
    m_title->setTextFormat(Qt::RichText);
    m_title->setWordWrap(true);
    m_amount->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_body->setTextFormat(Qt::RichText);
    m_body->setWordWrap(true);
    m_body->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_body->setAccessibleName(tr("Elements of the selected tensor"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_amount);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    layout->addLayout(head);
    layout->addWidget(m_body);
    layout->addWidget(m_histogram, 4);
    layout->addWidget(m_picture, 3);
    layout->addStretch(0);
    connect(m_body, &QLabel::linkActivated, this,
            [this](const QString& link) { emit stepChosen(link.toLongLong()); });
    setDetail(nullptr, compare::Cell::NotRecorded, 0);
}

void TensorDetailView::setDetail(const TensorDetail* detail, compare::Cell cell, qint64 step) {
    m_detail = detail ? std::optional(*detail) : std::nullopt;
    m_cell = cell;
    m_step = step;
    render();
}

void TensorDetailView::setError(const QString& sentence) {
    m_detail.reset();
    render();
    m_body->setText(sentence.toHtmlEscaped());
}

QString TensorDetailView::elementHtml(const ElementPair& element) const {
    const Theme theme = Theme::of(palette());
    QStringList index;
    for (std::int64_t position : element.index) index << QString::number(position);
    const QString mono = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    const auto line = [&](const QString& side, const QColor& colour, const std::string& value,
                          const std::string& bits, const std::string& otherBits) {
        return QStringLiteral(
                   "<tr><td style='color:%1'><b>%2</b>&nbsp;&nbsp;</td>"
                   "<td style='font-family:%3'>%4&nbsp;&nbsp;</td><td style='font-family:%3'>%5</td></tr>")
            .arg(colour.name(), side, mono, text(value).replace(QLatin1Char('-'), QStringLiteral("−")),
                 marked(text(bits), text(otherBits), theme.difference));
    };
    return QStringLiteral(
               "<span style='color:%1'>%2</span><table cellspacing='0' cellpadding='1'>%3%4</table>")
        .arg(theme.dimText.name(), tr("First differing element [%1]").arg(index.join(QStringLiteral(", "))),
             line(QStringLiteral("A"), theme.runA, element.valueA, element.bitsA, element.bitsB),
             line(QStringLiteral("B"), theme.runB, element.valueB, element.bitsB, element.bitsA));
}

void TensorDetailView::render() {
    m_histogram->setVisible(m_detail && m_detail->isStored && !m_detail->histogram.counts.empty());
    m_picture->setVisible(m_detail && m_detail->isStored && !m_detail->picture.isEmpty());
    m_title->setVisible(m_detail.has_value());
    m_amount->clear();
    m_body->clear();
    if (!m_detail) return;
    const TensorDetail& detail = *m_detail;
    const Theme theme = Theme::of(palette());
    const auto label = labelOf(detail.kind);
    m_title->setText(QStringLiteral("<b>%1</b> <span style='color:%2'>%3 · %4 · %5</span>")
                         .arg(text(detail.name).toHtmlEscaped(), theme.dimText.name(),
                              QString::fromUtf8(label.data(), static_cast<int>(label.size())),
                              shapeText(detail.shape), text(detail.dtype)));
    if (detail.isStored) {
        QPalette ink = m_amount->palette();
        ink.setColor(QPalette::WindowText, detail.differing > 0 ? theme.difference : theme.dimText);
        m_amount->setPalette(ink);
        m_amount->setText(
            detail.differing > 0
                ? tr("%1 of %2 differ").arg(countText(detail.differing), countText(detail.elements))
                : tr("all %1 equal").arg(countText(detail.elements)));
        if (detail.first) m_body->setText(elementHtml(*detail.first));
        if (detail.histogram.left > 0)
            m_body->setText(m_body->text() + tr("<br>%1 elements are NaN or Inf in one of the runs.")
                                                 .arg(countText(detail.histogram.left)));
        m_histogram->setHistogram(detail.histogram);
        m_picture->setPicture(detail.picture);
        return;
    }
    const auto link = [](std::int64_t step) { return QStringLiteral("<a href='%1'>%1</a>").arg(step); };
    QString where;
    if (detail.storedBefore && detail.storedAfter)
        where = tr("Its elements were stored at steps %1 and %2. ")
                    .arg(link(*detail.storedBefore), link(*detail.storedAfter));
    else if (detail.storedBefore || detail.storedAfter)
        where = tr("Its elements were stored at step %1. ")
                    .arg(link(detail.storedBefore ? *detail.storedBefore : *detail.storedAfter));
    else
        where = tr("Its elements were not stored, only fingerprints. ");
    const QString said = m_cell == compare::Cell::Different ? tr("Fingerprints say: it differs.")
                         : m_cell == compare::Cell::Equal   ? tr("Fingerprints say: it is equal.")
                                                          : tr("Its fingerprint at this step was not kept.");
    m_body->setText(where + said);
}

void TensorDetailView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) render();
}

QString TensorDetailView::plainText() const {
    QTextDocument document;
    document.setHtml(m_title->text() + QStringLiteral(" ") + m_amount->text() + QStringLiteral("<br>") +
                     m_body->text());
    return document.toPlainText();
}

}  // namespace firstsplit::ui
