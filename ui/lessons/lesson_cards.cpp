#include "ui/lessons/lesson_cards.h"

#include <QApplication>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/lessons/lesson_training.h"
#include "ui/widgets/icons.h"

namespace firstsplit::ui {
namespace {

constexpr int twoColumnsFrom = 700;

QString trainingsText(const lessons::Lesson& lesson) {
    const int trainings = trainingsOf(lesson);
    return trainings > 0 ? QObject::tr("%1 runs").arg(trainings) : QString();
}

}  // namespace

LessonCards::LessonCards(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    setAccessibleName(tr("Lessons"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(10);
    for (int i = 0; i < static_cast<int>(lessons::lessons().size()); ++i) m_cards << cardOf(i);
    arrange(2);
}

QWidget* LessonCards::cardOf(int number) {
    const lessons::Lesson& lesson = lessons::lessons()[static_cast<std::size_t>(number)];
    const QString title = QString::fromStdString(lesson.title);
    auto* card = new QFrame;
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    card->setBackgroundRole(QPalette::Base);
    auto* name = new QLabel(QStringLiteral("%1. %2").arg(number + 1).arg(title));
    QFont bold = QApplication::font();
    bold.setBold(true);
    name->setFont(bold);
    name->setWordWrap(true);
    auto* question = new QLabel(QString::fromStdString(lesson.question));
    question->setWordWrap(true);
    question->setForegroundRole(QPalette::PlaceholderText);
    question->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* start = new QPushButton(icon(QStringLiteral("run")), tr("Start"));
    start->setMinimumHeight(28);
    start->setAccessibleName(tr("Start the lesson: %1").arg(title));
    start->setAccessibleDescription(question->text());
    auto* cost = new QLabel(trainingsText(lesson));
    cost->setForegroundRole(QPalette::PlaceholderText);
    cost->setAlignment(Qt::AlignHCenter);
    cost->setToolTip(tr("How many runs the lesson trains"));
    auto* words = new QVBoxLayout;
    words->setSpacing(3);
    words->addWidget(name);
    words->addWidget(question, 1);
    auto* side = new QVBoxLayout;
    side->setSpacing(3);
    side->addWidget(start);
    side->addWidget(cost);
    side->addStretch();
    auto* row = new QHBoxLayout(card);
    row->setContentsMargins(12, 9, 10, 9);
    row->setSpacing(12);
    row->addLayout(words, 1);
    row->addLayout(side);
    m_starts << start;
    connect(start, &QPushButton::clicked, this,
            [this, name = QString::fromStdString(lesson.name)] { emit lessonChosen(name); });
    return card;
}

void LessonCards::arrange(int columns) {
    if (columns == m_columns) return;
    m_columns = columns;
    for (QWidget* card : std::as_const(m_cards)) m_grid->removeWidget(card);
    for (int i = 0; i < m_cards.size(); ++i) m_grid->addWidget(m_cards[i], i / columns, i % columns);
    for (int column = 0; column < 2; ++column) m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void LessonCards::setObstacle(const QString& sentence) {
    for (QPushButton* start : std::as_const(m_starts)) {
        start->setEnabled(sentence.isEmpty());
        start->setToolTip(sentence);
    }
}

void LessonCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange(width() >= twoColumnsFrom ? 2 : 1);
}

}  // namespace firstsplit::ui
