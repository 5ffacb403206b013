#include "ui/widgets/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/icons.h"
#include "ui/widgets/speech.h"

namespace firstsplit::ui {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), m_text(new QLabel), m_action(new QPushButton) {
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setAccessibleName(tr("Message"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setForegroundRole(QPalette::ToolTipText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton;
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setMinimumSize(24, 24);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 6, 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(close);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::actionChosen);
    hide();
}

void MessageBar::showMessage(const QString& sentence, const QString& action) {
    m_text->setText(sentence);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleDescription(sentence);
    show();
    Speech::say(this, true);
}

QString MessageBar::message() const {
    return m_text->text();
}

}  // namespace firstsplit::ui
