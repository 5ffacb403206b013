#include "ui/library/pairs_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/models/pairs_model.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

PairsPanel::PairsPanel(PairsModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_view(new TableView(QStringLiteral("pairs"))),
      m_headline(new QLabel) {
    m_view->setModel(model);
    m_view->setAccessibleName(tr("Pairs"));
    m_view->setAccessibleDescription(
        tr("A row a pair: first differing steps and the final difference of the weights"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(PairsModel::MaxAbs, QHeaderView::Stretch);
    for (int column = 0; column < PairsModel::MaxAbs; ++column) {
        const QString title = model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_view->header()->resizeSection(column, m_view->fontMetrics().horizontalAdvance(title) + 12);
    }
    m_view->restoreColumns();
    m_view->setMinimumHeight(60);
    m_headline->setWordWrap(true);
    m_headline->setAccessibleName(tr("All pairs of this set-up"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_headline);
    layout->addWidget(m_view, 1);
    const auto update = [this] { m_headline->setText(m_model->headline()); };
    update();
    connect(model, &PairsModel::headlineChanged, this, update);
    connect(model, &QAbstractItemModel::dataChanged, this, &PairsPanel::showCurrent);
    connect(model, &QAbstractItemModel::modelReset, this, &PairsPanel::showCurrent);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (m_isFollowing || !row.isValid() || row.row() == m_model->currentRow()) return;
                const PairRow& pair = m_model->pairs()[static_cast<std::size_t>(row.row())];
                emit pairChosen(pair.fileA, pair.fileB);
            });
}

void PairsPanel::showCurrent() {
    const int row = m_model->currentRow();
    if (row < 0 || m_view->currentIndex().row() == row) return;
    m_isFollowing = true;
    m_view->setCurrentIndex(m_model->index(row, 0));
    m_isFollowing = false;
}

}  // namespace firstsplit::ui
