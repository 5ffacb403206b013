#include "ui/widgets/elided_label.h"

namespace firstsplit::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::setWords(const QString& words, const QString& more) {
    m_words = words;
    m_more = more;
    fit();
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void ElidedLabel::fit() {
    const QString shown = fontMetrics().elidedText(m_words, Qt::ElideRight, contentsRect().width());
    setText(shown);
    setAccessibleDescription(m_words);
    QStringList tip{shown == m_words ? QString() : m_words, m_more};
    tip.removeAll(QString());
    setToolTip(tip.join(QStringLiteral("\n\n")));
}

}  // namespace firstsplit::ui
