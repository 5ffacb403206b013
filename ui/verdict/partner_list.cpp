#include "ui/verdict/partner_list.h"

#include <QLabel>
#include <QListWidget>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/verdict/run_row_delegate.h"

namespace firstsplit::ui {

PartnerList::PartnerList(QWidget* parent) : QWidget(parent), m_list(new QListWidget) {
    auto* heading = new QLabel(tr("Runs to compare A with"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setBuddy(m_list);
    m_list->setAccessibleName(heading->text());
    m_list->setAccessibleDescription(
        tr("Likeliest first; Return or a click opens one beside the run that is open"));
    m_list->setItemDelegate(new RunRowDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(heading);
    layout->addWidget(m_list);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto choose = [this](const QListWidgetItem* item) {
        emit partnerChosen(item->data(Qt::UserRole).toString());
    };
    // One of the two comes for a click, as the style says.
    connect(m_list, &QListWidget::itemClicked, this, choose);
    connect(m_list, &QListWidget::itemActivated, this, [this, choose](const QListWidgetItem* item) {
        if (!style()->styleHint(QStyle::SH_ItemView_ActivateItemOnSingleClick)) choose(item);
    });
    hide();
}

void PartnerList::setPartners(const QList<Partner>& partners) {
    constexpr qsizetype rowsAtOnce = 5;
    const int current = m_list->currentRow();
    m_list->clear();
    for (const Partner& partner : partners) {
        auto* item = new QListWidgetItem(partner.name);
        item->setData(Qt::UserRole, partner.path);
        item->setData(RunRowDelegate::Detail, partner.detail);
        item->setData(Qt::AccessibleTextRole, QStringLiteral("%1, %2").arg(partner.name, partner.detail));
        item->setToolTip(partner.path);
        m_list->addItem(item);
    }
    if (current >= 0 && current < m_list->count()) m_list->setCurrentRow(current);
    const auto rows = static_cast<int>(std::clamp<qsizetype>(partners.size(), 1, rowsAtOnce));
    m_list->setFixedHeight(rows * RunRowDelegate::rowHeight + 2 * m_list->frameWidth());
    setVisible(!partners.isEmpty());
}

}  // namespace firstsplit::ui
