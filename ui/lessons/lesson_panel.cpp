#include "ui/lessons/lesson_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "ui/lessons/lesson_session.h"
#include "ui/widgets/speech.h"

namespace firstsplit::ui {
namespace {

QString html(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

QLabel* paragraph() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

QLabel* heading(const QString& words) {
    auto* label = new QLabel(words);
    label->setForegroundRole(QPalette::PlaceholderText);
    QFont font = QApplication::font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

/// The lesson after this one; nullptr after the last.
const lessons::Lesson* following(const lessons::Lesson& lesson) {
    const auto all = lessons::lessons();
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        if (all[i].name == lesson.name) return &all[i + 1];
    return nullptr;
}

}  // namespace

LessonPanel::LessonPanel(const LessonSession* session, QWidget* parent)
    : QScrollArea(parent),
      m_session(session),
      m_title(new QLabel),
      m_question(paragraph()),
      m_lookFor(paragraph()),
      m_runs(paragraph()),
      m_explanation(paragraph()),
      m_claims(paragraph()),
      m_answer(new QWidget),
      m_explain(new QPushButton(tr("Explain"))),
      m_again(new QPushButton(tr("Run again"))),
      m_next(new QPushButton),
      m_all(new QPushButton(tr("All lessons"))) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Lesson"));
    QFont large = QApplication::font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_title->setFont(large);
    m_title->setWordWrap(true);
    QFont question = QApplication::font();
    question.setPointSizeF(question.pointSizeF() * 1.1);
    m_question->setFont(question);
    for (QPushButton* button : {m_explain, m_again, m_next, m_all}) button->setMinimumHeight(30);
    m_runs->setAccessibleName(tr("What is trained"));

    auto* answer = new QVBoxLayout(m_answer);
    answer->setContentsMargins(0, 0, 0, 0);
    answer->setSpacing(6);
    answer->addWidget(heading(tr("Why")));
    answer->addWidget(m_explanation);
    answer->addSpacing(6);
    answer->addWidget(heading(tr("Claimed, and seen here")));
    answer->addWidget(m_claims);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(m_all);
    buttons->addStretch();
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 12, 12, 10);
    layout->setSpacing(6);
    layout->addWidget(m_title);
    layout->addWidget(m_question);
    layout->addSpacing(8);
    layout->addWidget(heading(tr("What is trained")));
    layout->addWidget(m_runs);
    layout->addSpacing(8);
    layout->addWidget(heading(tr("What to look for")));
    layout->addWidget(m_lookFor);
    layout->addSpacing(8);
    layout->addWidget(m_explain);
    layout->addWidget(m_answer);
    layout->addSpacing(8);
    layout->addWidget(m_next);
    layout->addLayout(buttons);
    layout->addStretch(1);
    setWidget(page);

    connect(m_explain, &QPushButton::clicked, this, &LessonPanel::explain);
    connect(m_all, &QPushButton::clicked, this, &LessonPanel::allChosen);
    connect(m_again, &QPushButton::clicked, this,
            [this] { emit lessonChosen(QString::fromStdString(m_session->lesson().name)); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (const auto* next = following(m_session->lesson()))
            emit lessonChosen(QString::fromStdString(next->name));
    });
    connect(m_runs, &QLabel::linkActivated, this, [this](const QString& link) {
        const auto& part = m_session->parts().at(link.toUInt());
        emit pairChosen(part.fileA, part.fileB);
    });
    connect(session, &LessonSession::changed, this, &LessonPanel::update);
    update();
}

QString LessonPanel::runsHtml() const {
    QString rows;
    const auto& parts = m_session->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& part = parts[i];
        QString state;
        switch (part.progress) {
            case LessonSession::Progress::Waiting:
                state = tr("waits");
                break;
            case LessonSession::Progress::Training:
                state = tr("trains…");
                break;
            case LessonSession::Progress::Failed:
                state = part.sentence.toHtmlEscaped();
                break;
            case LessonSession::Progress::Done:
                state = (part.sign + QLatin1Char(' ') + part.sentence).trimmed().toHtmlEscaped();
                if (!part.fileA.isEmpty()) state += tr(" <a href=\"%1\">Show</a>").arg(i);
                break;
        }
        const QString number = parts.size() > 1 ? QStringLiteral("%1. ").arg(i + 1) : QString();
        rows += QStringLiteral("<p style=\"margin-top:0; margin-bottom:6px\">%1%2<br><b>%3</b></p>")
                    .arg(number, part.training.what.toHtmlEscaped(), state);
    }
    return rows;
}

QString LessonPanel::claimsHtml() const {
    QString rows;
    for (const auto& claim : m_session->claims())
        rows += QStringLiteral("<tr><td style=\"padding-right:10px\"><b>%1</b></td><td>%2</td></tr>")
                    .arg(claim.isSeen ? tr("yes") : tr("no"), claim.sentence.toHtmlEscaped());
    QString html = QStringLiteral("<table cellspacing=\"2\">%1</table>").arg(rows);
    if (!m_session->isClaimSeen())
        html += tr(
            "<p>Not all of it was seen. A race can be lost by chance, and a busy machine hides a cost: run "
            "the lesson again.</p>");
    return html;
}

void LessonPanel::begin() {
    m_isExplained = false;
    update();
    verticalScrollBar()->setValue(0);
}

void LessonPanel::update() {
    const lessons::Lesson& lesson = m_session->lesson();
    m_title->setText(QString::fromStdString(lesson.title));
    m_question->setText(html(lesson.question));
    m_lookFor->setText(html(lesson.lookFor));
    m_runs->setText(runsHtml());
    const bool isDone = m_session->isDone();
    m_explain->setEnabled(isDone);
    m_explain->setVisible(!m_isExplained);
    m_explain->setToolTip(isDone ? QString() : tr("The explanation comes when the runs have ended."));
    m_explain->setAccessibleDescription(m_explain->toolTip());
    m_answer->setVisible(m_isExplained && isDone);
    if (m_isExplained && isDone) {
        m_explanation->setText(html(lesson.explanation));
        m_claims->setText(claimsHtml());
    }
    const auto* next = following(lesson);
    m_next->setVisible(m_isExplained && next);
    if (next) m_next->setText(tr("Next: %1").arg(QString::fromStdString(next->title)));
    for (QPushButton* button : {m_again, m_next}) button->setEnabled(!m_session->isTraining());
}

void LessonPanel::explain() {
    m_isExplained = true;
    update();
    m_next->setFocus(Qt::OtherFocusReason);
    setAccessibleDescription(text());
    Speech::say(this, true);
}

QString LessonPanel::text() const {
    QStringList lines;
    for (const QLabel* label : widget()->findChildren<QLabel*>())
        if (label->isVisibleTo(widget()))
            lines << QTextDocumentFragment::fromHtml(label->text()).toPlainText();
    return lines.join(u'\n');
}

}  // namespace firstsplit::ui
