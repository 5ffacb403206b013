#include "ui/verdict/first_page.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/settings/settings.h"
#include "ui/models/library_model.h"
#include "ui/widgets/icons.h"

namespace firstsplit::ui {
namespace {

const QString ownCommand = QStringLiteral("firstsplit pair -- python train.py");
constexpr int maximumPairs = 12;

QLabel* heading(const QString& title, double size) {
    auto* label = new QLabel(title);
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    label->setFont(font);
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

FirstPage::FirstPage(LibraryModel* library, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_train(new QPushButton(icon(QStringLiteral("twice")), tr("  Train twice"))),
      m_trainDetail(dim(trainDetail())),
      m_noPairs(dim(tr("No pairs yet."))),
      m_recent(new QListWidget) {
    setAccessibleName(tr("First page"));
    QFont large = QApplication::font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setBold(true);
    m_train->setFont(large);
    m_train->setIconSize({20, 20});
    m_train->setMinimumSize(240, 54);
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

    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(m_train);
    left->addWidget(m_trainDetail);
    left->addSpacing(22);
    left->addWidget(own);
    left->addWidget(dim(tr("Any Python training, unchanged. In a terminal:")));
    left->addLayout(commandRow);
    left->addStretch();

    m_recent->setAccessibleName(tr("Recent pairs"));
    m_recent->setUniformItemSizes(true);
    m_recent->setMinimumHeight(230);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    auto* open = new QPushButton(icon(QStringLiteral("open")), tr("Open…"));
    open->setMinimumHeight(34);
    open->setToolTip(tr("Open run files (Ctrl+O)"));
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    right->addWidget(heading(tr("Recent pairs"), 1.05));
    right->addWidget(m_recent);
    right->addWidget(m_noPairs);
    right->addWidget(open, 0, Qt::AlignLeft);
    right->addWidget(dim(tr("Run files (*.split.h5) and journals may also be dropped here.")));
    right->addStretch(1);

    auto* content = new QWidget;
    content->setMaximumSize(860, 520);
    auto* grid = new QGridLayout(content);
    grid->setHorizontalSpacing(40);
    grid->setVerticalSpacing(6);
    grid->addWidget(heading(tr("Do two trainings from one seed stay equal?"), 1.6), 0, 0, 1, 2);
    grid->addWidget(
        dim(tr("FirstSplit trains the same thing twice, compares both runs bit by bit, and shows the "
               "first step and tensor at which they differ.")),
        1, 0, 1, 2);
    grid->setRowMinimumHeight(2, 20);
    grid->addLayout(left, 3, 0);
    grid->addLayout(right, 3, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(3, 1);
    auto* outer = new QGridLayout(this);
    outer->addWidget(content, 1, 1);
    outer->setColumnStretch(0, 1);
    outer->setColumnStretch(1, 20);
    outer->setColumnStretch(2, 1);
    outer->setRowStretch(0, 1);
    outer->setRowStretch(1, 6);
    outer->setRowStretch(2, 2);

    connect(m_train, &QPushButton::clicked, this, &FirstPage::trainTwiceChosen);
    connect(own, &QPushButton::clicked, this, &FirstPage::ownCommandChosen);
    connect(open, &QPushButton::clicked, this, &FirstPage::openChosen);
    connect(copy, &QToolButton::clicked, this, [] { QApplication::clipboard()->setText(ownCommand); });
    connect(m_recent, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        emit pairChosen(item->data(Qt::UserRole).toString(), item->data(Qt::UserRole + 1).toString());
    });
    connect(m_recent, &QListWidget::itemClicked, m_recent, &QListWidget::itemActivated);
    connect(library, &LibraryModel::runsChanged, this, &FirstPage::listPairs);
    listPairs();
}

void FirstPage::listPairs() {
    m_recent->clear();
    for (const auto& [a, b] : m_library->pairs()) {
        if (m_recent->count() >= maximumPairs) break;
        const RunEntry* run = m_library->find(a);
        const QString sign = m_library->signOf(a, b);
        QString name = run->label();
        if (name.endsWith(QStringLiteral(" A"))) name.chop(2);
        if (name.endsWith(QLatin1Char(','))) name.chop(1);
        const QDateTime date = run->started.isValid() ? run->started : run->modified;
        auto* item = new QListWidgetItem(
            QStringLiteral("%1   %2   %3")
                .arg(sign.isEmpty() ? QStringLiteral("…") : sign, name,
                     QLocale().toString(date.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"))));
        item->setData(Qt::UserRole, a);
        item->setData(Qt::UserRole + 1, b);
        item->setToolTip(a + QLatin1Char('\n') + b);
        item->setSizeHint({0, 26});
        m_recent->addItem(item);
    }
    m_noPairs->setVisible(m_recent->count() == 0);
    m_recent->setVisible(m_recent->count() > 0);
}

void FirstPage::setObstacle(const QString& sentence) {
    m_train->setEnabled(sentence.isEmpty());
    m_trainDetail->setText(sentence.isEmpty() ? trainDetail() : sentence);
    m_train->setAccessibleDescription(m_trainDetail->text());
}

}  // namespace firstsplit::ui
