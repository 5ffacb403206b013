#include "ui/verdict/recent_pairs.h"

#include <QLocale>
#include <QStyle>

#include "ui/models/run_library.h"
#include "ui/verdict/run_row_delegate.h"

namespace firstsplit::ui {
namespace {

constexpr int maximumPairs = 20;
enum Role { FileA = Qt::UserRole, FileB };

}  // namespace

RecentPairs::RecentPairs(RunLibrary* library, QWidget* parent) : QListWidget(parent), m_library(library) {
    setAccessibleName(tr("Recent pairs"));
    setUniformItemSizes(true);
    setMouseTracking(true);
    setItemDelegate(new RunRowDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);  // also beside the rows
    setAutoFillBackground(true);
    setMinimumHeight(4 * RunRowDelegate::rowHeight);
    const auto choose = [this](const QListWidgetItem* item) {
        emit pairChosen(item->data(FileA).toString(), item->data(FileB).toString());
    };
    // One of the two comes for a click, as the style says; a second one would open the pair anew.
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, [this, choose](const QListWidgetItem* item) {
        if (!style()->styleHint(QStyle::SH_ItemView_ActivateItemOnSingleClick)) choose(item);
    });
    connect(library, &RunLibrary::runsChanged, this, &RecentPairs::list);
    list();
}

void RecentPairs::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    // Whole rows only.
    setViewportMargins(0, 0, 0, (height() - 2 * frameWidth()) % RunRowDelegate::rowHeight);
}

void RecentPairs::list() {
    const QString current = currentItem() ? currentItem()->data(FileA).toString() : QString();
    clear();
    for (const auto& [a, b] : m_library->pairs()) {
        if (count() >= maximumPairs) break;
        const RunEntry* run = m_library->find(a);
        QString name = run->label();
        if (name.endsWith(QStringLiteral(" A"))) name.chop(2);
        if (name.endsWith(QLatin1Char(','))) name.chop(1);
        const QString sign = m_library->signOf(a, b);
        const QString when =
            QLocale().toString(dateOf(*run).toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
        auto* item = new QListWidgetItem(name);
        item->setData(FileA, a);
        item->setData(FileB, b);
        item->setData(RunRowDelegate::Sign, sign.isEmpty() ? QStringLiteral("…") : sign);
        item->setData(RunRowDelegate::Detail, when);
        const QString verdict = sign == QStringLiteral("≠")   ? tr("split")
                                : sign == QStringLiteral("=") ? tr("identical")
                                                              : tr("not compared");
        item->setData(Qt::AccessibleTextRole, QStringLiteral("%1, %2, %3").arg(name, verdict, when));
        item->setToolTip(a + QLatin1Char('\n') + b);
        addItem(item);
        if (a == current) setCurrentItem(item);
    }
    emit listed(count());
}

}  // namespace firstsplit::ui
