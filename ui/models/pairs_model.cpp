#include "ui/models/pairs_model.h"

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {

PairRow summaryOf(const QString& fileA, const QString& fileB, const compare::Comparison& comparison) {
    PairRow row;
    row.fileA = fileA;
    row.fileB = fileB;
    row.isCompared = true;
    row.verdict = comparison.verdict;
    const auto firstOf = [&](Kind kind) -> std::optional<qint64> {
        if (const auto step = comparison.kinds[indexOf(kind)].firstStep) return *step;
        return std::nullopt;
    };
    row.gradient = firstOf(Kind::Gradient);
    row.weight = firstOf(Kind::Weight);
    row.loss = firstOf(Kind::Loss);
    if (comparison.first) {
        row.first = comparison.first->step;
        const auto kind = labelOf(comparison.first->kind);
        row.firstKind = QString::fromLatin1(kind.data(), static_cast<qsizetype>(kind.size()));
    }
    if (comparison.weights && !comparison.weights->overall.empty())
        row.maxAbsWeight = comparison.weights->overall.back().maxAbs;
    return row;
}

int PairsModel::rowOf(const QString& fileA, const QString& fileB) const {
    const auto found = std::ranges::find_if(
        m_rows, [&](const PairRow& row) { return row.fileA == fileA && row.fileB == fileB; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void PairsModel::setPairs(const std::vector<std::pair<QString, QString>>& files) {
    std::vector<PairRow> rows;
    for (const auto& [a, b] : files) {
        const int known = rowOf(a, b);
        rows.push_back(known >= 0 ? m_rows[static_cast<std::size_t>(known)]
                                  : PairRow{.fileA = a, .fileB = b});
    }
    QString currentA, currentB;
    if (m_current >= 0) {
        currentA = m_rows[static_cast<std::size_t>(m_current)].fileA;
        currentB = m_rows[static_cast<std::size_t>(m_current)].fileB;
    }
    beginResetModel();
    m_rows = std::move(rows);
    m_current = rowOf(currentA, currentB);
    endResetModel();
    emit headlineChanged();
}

void PairsModel::addPair(const QString& fileA, const QString& fileB) {
    if (rowOf(fileA, fileB) >= 0) return;
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.push_back({.fileA = fileA, .fileB = fileB});
    endInsertRows();
    emit headlineChanged();
}

void PairsModel::setSummary(const PairRow& summary) {
    const int row = rowOf(summary.fileA, summary.fileB);
    if (row < 0) return;
    PairRow& known = m_rows[static_cast<std::size_t>(row)];
    const auto measured = known.maxAbsWeight;
    known = summary;
    // A summary by fingerprints alone takes nothing away from one that has read the weights.
    if (!known.maxAbsWeight) known.maxAbsWeight = measured;
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    emit headlineChanged();
}

void PairsModel::setCurrent(const QString& fileA, const QString& fileB) {
    const int before = m_current;
    m_current = rowOf(fileA, fileB);
    for (const int row : {before, m_current})
        if (row >= 0 && row < rowCount()) emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

compare::Repeats PairsModel::repeats() const {
    compare::Repeats repeats;
    for (const PairRow& row : m_rows) {
        if (!row.isCompared) continue;
        ++repeats.pairs;
        if (row.verdict == compare::Verdict::Split) ++repeats.splits;
        if (row.verdict == compare::Verdict::Incomplete) ++repeats.incomplete;
        if (row.loss) repeats.lossFirstSteps.push_back(*row.loss);
    }
    return repeats;
}

QString PairsModel::headline() const {
    const compare::Repeats repeats = this->repeats();
    const auto waiting = static_cast<qint64>(m_rows.size()) - repeats.pairs;
    if (m_rows.empty()) return tr("No pair of this set-up yet");
    if (repeats.pairs == 0) return counted(waiting, tr("pair"), tr("pairs")) + tr(", not compared yet");
    return QString::fromStdString(compare::describe(repeats));
}

int PairsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PairsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PairsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const PairRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const std::optional<qint64> steps[] = {std::nullopt, row.gradient, row.weight, row.loss};
    const auto column = index.column();
    const bool isStep = column >= Gradient && column <= Loss;
    switch (role) {
        case Qt::DisplayRole:
            if (column == Pair) return index.row() + 1;
            if (!row.isCompared) return row.error.isEmpty() ? QStringLiteral("…") : QStringLiteral("?");
            if (isStep) return steps[column] ? QVariant(*steps[column]) : QVariant(QStringLiteral("="));
            return row.maxAbsWeight ? QString::fromStdString(compare::differenceText(*row.maxAbsWeight))
                                    : QStringLiteral("–");
        case SortRole:
            if (column == Pair) return index.row();
            if (isStep) return steps[column] ? QVariant(*steps[column]) : QVariant(qint64{-2});
            return row.maxAbsWeight.value_or(-1);
        case Qt::TextAlignmentRole:
            return column == Pair ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                  : int(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::ToolTipRole:
            return row.error.isEmpty() ? row.fileA + QLatin1Char('\n') + row.fileB : row.error;
        case Qt::AccessibleTextRole:
            return headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() + QStringLiteral(": ") +
                   data(index, Qt::DisplayRole).toString();
        case Qt::ForegroundRole:
            if (isStep && row.isCompared && !steps[column])
                return Theme::of(QGuiApplication::palette()).dimText;
            return {};
        case IsCurrentRole:
            return index.row() == m_current;
        default:
            return {};
    }
}

QVariant PairsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return section == Pair ? int(Qt::AlignLeft | Qt::AlignVCenter)
                               : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section >= Gradient && section <= Loss)
        return tr("first step at which it differs");
    if (role == Qt::ToolTipRole && section == MaxAbs)
        return tr("largest difference of a weight at the last stored step");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Pair:
            return tr("Pair");
        case Gradient:
            return tr("Gradient");
        case Weight:
            return tr("Weight");
        case Loss:
            return tr("Loss");
        case MaxAbs:
            return tr("max |Δw|");
        default:
            return {};
    }
}

}  // namespace firstsplit::ui
