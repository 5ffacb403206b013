#include "ui/plots/plot_table_model.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/plots/step_axis.h"

namespace firstsplit::ui {

namespace {
/// The shortest text that reads back as the same number.
QString exactText(double value) {
    return std::isfinite(value) ? QString::number(value, 'g', QLocale::FloatingPointShortest)
                                : badText(value);
}
}  // namespace

PlotTableModel::PlotTableModel(PlotContent content, QObject* parent)
    : QAbstractTableModel(parent), m_content(std::move(content)) {
    if (m_content.tensors) {
        m_steps = m_content.tensors->steps();
        for (TensorTable::Row& row : m_content.tensors->rows({}, m_content.tensors->size() + 1))
            m_tensors.push_back(std::move(row));
        return;
    }
    std::set<qint64> steps;
    for (const Curve& curve : m_content.curves)
        for (std::size_t i = 0; i < curve.series->size(); ++i)
            if (curve.series->markAt(i) != 0) steps.insert(steps.end(), curve.series->stepAt(i));
    m_steps.assign(steps.begin(), steps.end());
}

int PlotTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}
int PlotTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid()
               ? 0
               : 1 + static_cast<int>(m_content.tensors ? m_tensors.size() : m_content.curves.size());
}

QString PlotTableModel::cellText(std::size_t row, std::size_t column) const {
    if (column == 0) return stepText(m_steps[row]);
    if (!m_content.tensors) {
        const auto value = m_content.curves[column - 1].series->at(m_steps[row]);
        return value ? exactText(*value) : QString();
    }
    const TensorTable::Cells& cells = *m_tensors[column - 1].cells;
    const unsigned char found = cells.marks[row];
    if (found == 0) return {};
    if (found & mark::bad) return QStringLiteral("NaN");
    if (m_content.tensors->measure() == Measure::EqualOrNot) return found & mark::number ? u"≠"_qs : u"="_qs;
    return exactText(static_cast<double>(cells.largest[row]));
}

QVariant PlotTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::DisplayRole)
        return cellText(static_cast<std::size_t>(index.row()), static_cast<std::size_t>(index.column()));
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
    if (section == 0) return tr("step");
    const auto column = static_cast<std::size_t>(section - 1);
    if (m_content.tensors) return column < m_tensors.size() ? m_tensors[column].tensor : QVariant();
    return column < m_content.curves.size() ? m_content.curves[column].name : QVariant();
}

QString PlotTableModel::text(qint64 first, qint64 last) const {
    QStringList lines;
    QStringList cells;
    const int columns = columnCount();
    for (int column = 0; column < columns; ++column) cells += headerData(column, Qt::Horizontal).toString();
    lines += cells.join(u'\t');
    for (std::size_t row = 0; row < m_steps.size(); ++row) {
        if (m_steps[row] < first || m_steps[row] > last) continue;
        cells.clear();
        cells += QString::number(m_steps[row]);
        for (std::size_t column = 1; column < static_cast<std::size_t>(columns); ++column)
            cells += cellText(row, column);
        lines += cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

void showTable(const QString& title, PlotContent content, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* table = new QTableView;
    table->setAccessibleName(title);
    table->setAlternatingRowColors(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::ContiguousSelection);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->setModel(new PlotTableModel(std::move(content), table));
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    table->horizontalHeader()->setDefaultSectionSize(
        table->fontMetrics().horizontalAdvance(QStringLiteral("0.0000000000000000e-00")));
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(table);
    auto* copy = new QAction(dialog);
    copy->setShortcut(QKeySequence::Copy);
    dialog->addAction(copy);
    QObject::connect(copy, &QAction::triggered, table, [table] {
        const auto* model = static_cast<const PlotTableModel*>(table->model());
        const QItemSelection rows = table->selectionModel()->selection();
        if (model->rowCount() == 0) return;
        const int first = rows.isEmpty() ? 0 : rows.front().top();
        const int last = rows.isEmpty() ? model->rowCount() - 1 : rows.back().bottom();
        QApplication::clipboard()->setText(model->text(model->stepAt(first), model->stepAt(last)));
    });
    dialog->resize(520, 600);
    dialog->show();
}

}  // namespace firstsplit::ui
