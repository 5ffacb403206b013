#include "ui/inspector/step_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inspector/step_values.h"
#include "ui/inspector/tensor_detail_view.h"
#include "ui/models/tensor_model.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

StepPanel::StepPanel(QWidget* parent)
    : QWidget(parent),
      m_values(new StepValues),
      m_filter(new QLineEdit),
      m_only(new QCheckBox(tr("Only differences"))),
      m_model(new TensorModel(this)),
      m_view(new TableView(QStringLiteral("tensors"), TensorModel::IsGroupRole)),
      m_detail(new TensorDetailView) {
    m_filter->setPlaceholderText(tr("Filter tensors"));
    m_filter->setAccessibleName(tr("Filter tensors by name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumHeight(26);
    m_only->setChecked(true);
    m_only->setMinimumHeight(24);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Tensors of this step"));
    m_view->setAccessibleDescription(
        tr("Grouped by kind: name, first differing step, differing elements, largest "
           "difference, its distance in ULP"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setMinimumHeight(140);
    m_view->setTextElideMode(Qt::ElideRight);
    QHeaderView* header = m_view->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(TensorModel::Name, QHeaderView::Stretch);
    const QStringList widest{{},
                             QStringLiteral("1,000"),
                             QStringLiteral("< 0.01 %"),
                             QStringLiteral("8.7×10⁻¹¹"),
                             QStringLiteral("573,440")};
    for (int column = TensorModel::Since; column < TensorModel::ColumnCount; ++column)
        header->resizeSection(
            column, std::max(m_view->fontMetrics().horizontalAdvance(widest[column]),
                             m_view->fontMetrics().horizontalAdvance(
                                 m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())) +
                        10);
    m_view->restoreColumns();

    auto* filterRow = new QHBoxLayout;
    filterRow->addWidget(m_filter, 1);
    filterRow->addWidget(m_only);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->setSpacing(8);
    layout->addWidget(m_values);
    layout->addLayout(filterRow);
    layout->addWidget(m_view, 3);
    layout->addWidget(m_detail, 2);

    connect(m_filter, &QLineEdit::textChanged, m_model, &TensorModel::setFilter);
    connect(m_only, &QCheckBox::toggled, m_model, &TensorModel::setOnlyDifferences);
    connect(m_model, &QAbstractItemModel::modelReset, this, &StepPanel::arrangeRows);
    connect(m_detail, &TensorDetailView::stepChosen, this, &StepPanel::stepChosen);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                const auto key = m_model->keyAt(current);
                if (!key || key == m_selected) return;
                m_selected = key;
                emit tensorSelected();
            });
}

void StepPanel::setReport(const std::shared_ptr<const StepReport>& report) {
    m_report = report;
    m_values->setReport(report.get());
    m_model->setReport(report);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_filter), static_cast<QWidget*>(m_only)})
        widget->setVisible(!report || report->isPair);
    if (!report) {
        m_detail->setDetail(nullptr, compare::Cell::NotRecorded, 0);
        return;
    }
    if (!report->error.empty()) {
        m_detail->setError(QString::fromStdString(report->error));
        return;
    }
    compare::Cell cell = compare::Cell::NotRecorded;
    if (report->detail) {
        const TensorKey key{report->detail->kind, report->detail->name};
        const auto row = std::ranges::find(report->tensors, key, &TensorRow::key);
        if (row != report->tensors.end()) cell = row->cell;
    }
    m_detail->setDetail(report->detail ? &*report->detail : nullptr, cell, report->step);
    // The tensor that differs first is the one to look at until another is chosen.
    if (m_selected || report->tensors.empty()) return;
    const TensorRow* earliest = nullptr;
    for (const TensorRow& row : report->tensors)
        if (row.key.kind == Kind::Weight && row.since && (!earliest || *row.since < *earliest->since))
            earliest = &row;
    if (!earliest) return;
    m_selected = earliest->key;
    showSelection();
    emit tensorSelected();
}

void StepPanel::arrangeRows() {
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_view->setFirstColumnSpanned(row, {}, true);
        m_view->setExpanded(m_model->index(row, 0), true);
    }
    showSelection();
}

void StepPanel::showSelection() {
    if (!m_selected) return;
    const QModelIndex index = m_model->indexOf(*m_selected);
    if (!index.isValid()) return;
    const QSignalBlocker blocker(m_view->selectionModel());
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
    m_view->viewport()->update();
}

void StepPanel::selectTensor(Kind kind, const QString& name) {
    m_selected = TensorKey{kind, name.toStdString()};
    showSelection();
    emit tensorSelected();
}

void StepPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

}  // namespace firstsplit::ui
