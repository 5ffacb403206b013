#include "ui/verdict/recent_pairs.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/models/library_model.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

constexpr int maximumPairs = 20;
constexpr int rowHeight = 26;
enum Role { FileA = Qt::UserRole, FileB, Sign, Date };

/// Sign, name and date in columns.
class PairDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const final {
        QStyleOptionViewItem plain = option;
        initStyleOption(&plain, index);
        plain.text.clear();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, option.widget);
        const Theme theme = Theme::of(QApplication::palette());
        const bool isSelected = option.state & QStyle::State_Selected;
        const QColor text = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
        const QString sign = index.data(Sign).toString();
        const QString date = index.data(Date).toString();
        const QRect row = option.rect.adjusted(8, 0, -8, 0);
        const int dateWidth = option.fontMetrics.horizontalAdvance(date);
        painter->save();
        QFont bold = option.font;
        bold.setBold(true);
        painter->setFont(bold);
        painter->setPen(!isSelected && sign == QStringLiteral("≠") ? theme.difference : text);
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignLeft, sign);
        painter->setFont(option.font);
        painter->setPen(isSelected ? text : theme.dimText);
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, date);
        const QRect middle = row.adjusted(26, 0, -dateWidth - 14, 0);
        painter->setPen(text);
        painter->drawText(middle, Qt::AlignVCenter | Qt::AlignLeft,
                          option.fontMetrics.elidedText(index.data(Qt::DisplayRole).toString(),
                                                        Qt::ElideMiddle, middle.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const final { return {0, rowHeight}; }
};

}  // namespace

RecentPairs::RecentPairs(LibraryModel* library, QWidget* parent) : QListWidget(parent), m_library(library) {
    setAccessibleName(tr("Recent pairs"));
    setUniformItemSizes(true);
    setMouseTracking(true);
    setItemDelegate(new PairDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(4 * rowHeight);
    const auto choose = [this](const QListWidgetItem* item) {
        emit pairChosen(item->data(FileA).toString(), item->data(FileB).toString());
    };
    // One of the two comes for a click, as the style says; a second one would open the pair anew.
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, [this, choose](const QListWidgetItem* item) {
        if (!style()->styleHint(QStyle::SH_ItemView_ActivateItemOnSingleClick)) choose(item);
    });
    connect(library, &LibraryModel::runsChanged, this, &RecentPairs::list);
    list();
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
        const QDateTime date = run->started.isValid() ? run->started : run->modified;
        const QString when = QLocale().toString(date.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
        auto* item = new QListWidgetItem(name);
        item->setData(FileA, a);
        item->setData(FileB, b);
        item->setData(Sign, sign.isEmpty() ? QStringLiteral("…") : sign);
        item->setData(Date, when);
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
