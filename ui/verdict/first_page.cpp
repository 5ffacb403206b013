#include "ui/verdict/first_page.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/settings/settings.h"
#include "ui/lessons/lesson_cards.h"
#include "ui/verdict/recent_pairs.h"
#include "ui/widgets/icons.h"

namespace firstsplit::ui {
namespace {

const QString ownCommand = QStringLiteral("firstsplit pair -- python train.py");
constexpr int pageWidth = 960;

QLabel* heading(const QString& title, double size) {
    auto* label = new QLabel(title);
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    label->setFont(font);
    label->setWordWrap(true);
    return label;
}

QLabel* dim(const QString& words) {
    auto* label = new QLabel(words);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QString trainDetail() {
    const auto& experiment = settings::experiments().front();
    const auto threads = experiment.defaults.find("threads");
    QString words = QObject::tr("%1, %2 steps, seeds only")
                        .arg(QString::fromStdString(experiment.name))
                        .arg(experiment.defaultSteps);
    if (threads != experiment.defaults.end())
        words += QObject::tr(", %1 CPU threads").arg(QString::fromStdString(threads->second));
    return words + QObject::tr(": a few seconds");
}

}  // namespace

FirstPage::FirstPage(RunLibrary* library, QWidget* parent)
    : QScrollArea(parent),
      m_train(new QPushButton(icon(QStringLiteral("twice")), tr("  Train twice"))),
      m_trainDetail(dim(trainDetail())),
      m_noPairs(dim(tr("No pairs yet: what you train here, or open, is listed here."))),
      m_recent(new RecentPairs(library)),
      m_lessons(new LessonCards) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("First page"));

    m_noPairs->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* top = new QGridLayout;
    top->setHorizontalSpacing(40);
    top->addLayout(trainColumn(), 0, 0);
    top->addLayout(openColumn(), 0, 1);
    top->setColumnStretch(0, 1);
    top->setColumnStretch(1, 1);
    auto* content = new QWidget;
    content->setMaximumWidth(pageWidth);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(heading(tr("Do two trainings from one seed stay equal?"), 1.6));
    column->addWidget(
        dim(tr("FirstSplit trains the same thing twice, compares both runs bit by bit, and shows "
               "the first step and tensor at which they differ.")));
    column->addSpacing(14);
    column->addLayout(top);
    column->addSpacing(18);
    column->addWidget(heading(tr("Lessons"), 1.2));
    column->addWidget(
        dim(tr("Each asks a question and trains what answers it; when the runs have ended, it says why.")));
    column->addSpacing(4);
    column->addWidget(m_lessons);
    auto* page = new QWidget;
    auto* outer = new QGridLayout(page);
    outer->setContentsMargins(20, 18, 20, 18);
    outer->addWidget(content, 1, 1);
    outer->setColumnStretch(0, 1);
    outer->setColumnStretch(1, 1000);
    outer->setColumnStretch(2, 1);
    outer->setRowStretch(0, 1);
    outer->setRowStretch(2, 3);
    setWidget(page);

    connect(m_recent, &RecentPairs::pairChosen, this, &FirstPage::pairChosen);
    connect(m_lessons, &LessonCards::lessonChosen, this, &FirstPage::lessonChosen);
    const auto showPairs = [this](int pairs) {
        m_noPairs->setVisible(pairs == 0);
        m_recent->setVisible(pairs > 0);
    };
    connect(m_recent, &RecentPairs::listed, this, showPairs);
    showPairs(m_recent->count());
}

QLayout* FirstPage::trainColumn() {
    QFont large = QApplication::font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setBold(true);
    m_train->setFont(large);
    m_train->setIconSize({20, 20});
    m_train->setMinimumSize(220, 54);
    m_train->setDefault(true);
    m_train->setAccessibleDescription(m_trainDetail->text());
    auto* command = new QLineEdit(ownCommand);
    command->setReadOnly(true);
    command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command->setMinimumHeight(28);
    command->setAccessibleName(tr("Command that records your own training"));
    auto* copy = new QToolButton;
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setMinimumSize(28, 28);
    copy->setToolTip(tr("Copy the command"));
    copy->setAccessibleName(tr("Copy the command"));
    auto* own = new QPushButton(icon(QStringLiteral("record")), tr("Record your own training"));
    own->setMinimumHeight(34);
    auto* commandRow = new QHBoxLayout;
    commandRow->addWidget(command, 1);
    commandRow->addWidget(copy);
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(m_train);
    column->addWidget(m_trainDetail);
    column->addSpacing(10);
    column->addWidget(own);
    column->addWidget(dim(tr("Any Python training, unchanged. In a terminal:")));
    column->addLayout(commandRow);
    column->addStretch();
    connect(m_train, &QPushButton::clicked, this, &FirstPage::trainTwiceChosen);
    connect(own, &QPushButton::clicked, this, &FirstPage::ownCommandChosen);
    connect(copy, &QToolButton::clicked, this, [] { QApplication::clipboard()->setText(ownCommand); });
    return column;
}

QLayout* FirstPage::openColumn() {
    auto* open = new QPushButton(icon(QStringLiteral("open")), tr("Open runs…"));
    open->setMinimumSize(open->sizeHint().width() + 16, 34);
    open->setToolTip(tr("Open run files (Ctrl+O)"));
    auto* openRow = new QHBoxLayout;
    openRow->setSpacing(12);
    openRow->addWidget(open);
    openRow->addWidget(dim(tr("Run files (*.split.h5) and journals may also be dropped here.")), 1);
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(heading(tr("Recent pairs"), 1.05));
    column->addWidget(m_recent, 1);
    column->addWidget(m_noPairs, 1);
    column->addLayout(openRow);
    connect(open, &QPushButton::clicked, this, &FirstPage::openChosen);
    return column;
}

void FirstPage::setObstacle(const QString& sentence) {
    m_train->setEnabled(sentence.isEmpty());
    m_trainDetail->setText(sentence.isEmpty() ? trainDetail() : sentence);
    m_train->setAccessibleDescription(m_trainDetail->text());
    m_lessons->setObstacle(sentence);
}

}  // namespace firstsplit::ui
