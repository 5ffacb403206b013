#include "ui/models/tensor_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <limits>

#include "core/compare/words.h"
#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

constexpr quintptr groupId = ~quintptr{0};

/// "momentum_buffer/table" as "table (momentum_buffer)": where room is short the tensor is what must stay
/// readable.
QString shownName(const std::string& name) {
    const QString text = QString::fromStdString(name);
    const auto slash = text.lastIndexOf(QLatin1Char('/'));
    return slash < 0 ? text : QStringLiteral("%1 (%2)").arg(text.mid(slash + 1), text.left(slash));
}

QString titleOf(Kind kind) {
    QString title = QString::fromUtf8(labelOf(kind).data(), static_cast<int>(labelOf(kind).size()));
    title[0] = title[0].toUpper();
    return title;
}

}  // namespace

void TensorModel::setReport(std::shared_ptr<const StepReport> report) {
    m_report = std::move(report);
    arrange();
}

void TensorModel::setOnlyDifferences(bool only) {
    m_onlyDifferences = only;
    arrange();
}

void TensorModel::setFilter(const QString& text) {
    m_filter = text.trimmed();
    arrange();
}

void TensorModel::arrange() {
    std::vector<Group> groups;
    int hidden = 0;
    if (m_report) {
        for (const TensorRow& row : m_report->tensors) {
            if (!m_filter.isEmpty() &&
                !QString::fromStdString(row.key.name).contains(m_filter, Qt::CaseInsensitive))
                continue;
            if (m_onlyDifferences && row.cell == compare::Cell::Equal) {
                ++hidden;
                continue;
            }
            if (groups.empty() || groups.back().kind != row.key.kind) groups.push_back({row.key.kind, {}});
            groups.back().rows.push_back(row);
        }
    }
    const auto sameShape = [](const Group& a, const Group& b) {
        return a.kind == b.kind && std::ranges::equal(a.rows, b.rows, {}, &TensorRow::key, &TensorRow::key);
    };
    // Moving the cursor mostly changes numbers only: selection and scroll position survive then.
    if (hidden == m_hidden && std::ranges::equal(groups, m_groups, sameShape)) {
        m_groups = std::move(groups);
        for (int group = 0; group < static_cast<int>(m_groups.size()); ++group) {
            const QModelIndex top = index(group, 0);
            emit dataChanged(index(0, 0, top), index(rowCount(top) - 1, ColumnCount - 1, top));
        }
        return;
    }
    beginResetModel();
    m_groups = std::move(groups);
    m_hidden = hidden;
    endResetModel();
}

const TensorRow* TensorModel::rowAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == groupId) return nullptr;
    return &m_groups[static_cast<std::size_t>(index.internalId())]
                .rows[static_cast<std::size_t>(index.row())];
}

std::optional<TensorKey> TensorModel::keyAt(const QModelIndex& index) const {
    if (const TensorRow* row = rowAt(index)) return row->key;
    return std::nullopt;
}

QModelIndex TensorModel::indexOf(const TensorKey& key) const {
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto& rows = m_groups[group].rows;
        const auto found = std::ranges::find(rows, key, &TensorRow::key);
        if (found != rows.end())
            return createIndex(static_cast<int>(found - rows.begin()), 0, static_cast<quintptr>(group));
    }
    return {};
}

QModelIndex TensorModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : groupId);
}

QModelIndex TensorModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == groupId) return {};
    return createIndex(static_cast<int>(child.internalId()), 0, groupId);
}

int TensorModel::rowCount(const QModelIndex& parent) const {
    const auto groups = static_cast<int>(m_groups.size());
    if (!parent.isValid()) return groups + (m_hidden > 0 ? 1 : 0);
    if (parent.internalId() != groupId || parent.column() != 0 || parent.row() >= groups) return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size());
}

int TensorModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QString TensorModel::cellText(const TensorRow& row, int column) const {
    const QString unknown = QStringLiteral("–");
    switch (column) {
        case Name:
            return shownName(row.key.name);
        case Since:
            return row.since                                ? QString::number(*row.since)
                   : row.cell == compare::Cell::NotRecorded ? unknown
                                                            : QStringLiteral("=");
        case Differing:
            if (row.size) return shareText(row.size->differingElements, row.size->elements);
            if (row.cell == compare::Cell::NotRecorded) return unknown;
            return row.cell == compare::Cell::Equal ? tr("equal") : tr("differs");
        case MaxAbs:
            return row.size ? QString::fromStdString(compare::differenceText(row.size->maxAbs)) : unknown;
        case Ulp:
            return row.size ? ulpText(row.size->ulpAtMax) : unknown;
        default:
            return {};
    }
}

QVariant TensorModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const TensorRow* row = rowAt(index);
    if (!row) {
        const bool isNote = index.row() >= static_cast<int>(m_groups.size());
        if (role == IsGroupRole) return !isNote;
        if (role == IsNoteRole) return isNote;
        if (index.column() != Name) return {};
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return isNote ? counted(m_hidden, tr("equal tensor hidden"), tr("equal tensors hidden"))
                          : titleOf(m_groups[static_cast<std::size_t>(index.row())].kind);
        if (role == Qt::FontRole && !isNote) {
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        if (role == Qt::ForegroundRole) return Theme::of(QGuiApplication::palette()).dimText;
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return cellText(*row, column);
        case SortRole:
            switch (column) {
                case Since:
                    return static_cast<qint64>(row->since.value_or(std::numeric_limits<std::int64_t>::max()));
                case Differing:
                    return row->size ? static_cast<qint64>(row->size->differingElements) : qint64{-1};
                case MaxAbs:
                    return row->size ? row->size->maxAbs : -1.0;
                case Ulp:
                    return row->size ? static_cast<qint64>(row->size->ulpAtMax) : qint64{-1};
                default:
                    return QString::fromStdString(row->key.name);
            }
        case Qt::TextAlignmentRole:
            return column == Name ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                  : int(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::ToolTipRole:
            if (column == Name) return QString::fromStdString(row->key.name);
            if (column == Ulp && row->size)
                return tr("%1 of the element with the largest |Δ|; the largest count in the tensor is %2")
                    .arg(ulpText(row->size->ulpAtMax) + QStringLiteral(" ULP"), ulpText(row->size->maxUlp));
            if (column == Differing && row->size)
                return tr("%1 of %2 elements")
                    .arg(countText(row->size->differingElements), countText(row->size->elements));
            if (!row->size && column > Since)
                return tr("The bytes of this step were not stored, only fingerprints.");
            return {};
        case Qt::AccessibleTextRole:
            return headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() + QStringLiteral(": ") +
                   cellText(*row, column);
        case Qt::ForegroundRole:
            if (row->cell != compare::Cell::Different) return Theme::of(QGuiApplication::palette()).dimText;
            return {};
        case IsGroupRole:
        case IsNoteRole:
            return false;
        default:
            return {};
    }
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return section == Name ? int(Qt::AlignLeft | Qt::AlignVCenter)
                               : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Since) return tr("first step at which it differs");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Tensor");
        case Since:
            return tr("Since");
        case Differing:
            return tr("Differing");
        case MaxAbs:
            return tr("max |Δ|");
        case Ulp:
            return tr("ULP");
        default:
            return {};
    }
}

Qt::ItemFlags TensorModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    if (!rowAt(index)) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

}  // namespace firstsplit::ui
