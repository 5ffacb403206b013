#include "ui/models/samples_model.h"

#include <algorithm>

namespace firstsplit::ui {

void SamplesModel::setEpochs(const std::vector<journal::EpochRecord>& a,
                             const std::vector<journal::EpochRecord>& b) {
    beginResetModel();
    m_rows.clear();
    m_compared = 0;
    for (const auto& inA : a) {
        const auto inB = std::ranges::find(b, inA.epoch, &journal::EpochRecord::epoch);
        if (inB == b.end()) continue;
        const std::size_t count = std::min(inA.firstSampleIds.size(), inB->firstSampleIds.size());
        m_compared += static_cast<qint64>(count);
        for (std::size_t i = 0; i < count; ++i)
            if (inA.firstSampleIds[i] != inB->firstSampleIds[i])
                m_rows.push_back(
                    {inA.epoch, static_cast<qint64>(i), inA.firstSampleIds[i], inB->firstSampleIds[i]});
    }
    endResetModel();
}

int SamplesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SamplesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SamplesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
        case Epoch:
            return row.epoch;
        case Position:
            return row.position;
        case A:
            return row.a;
        case B:
            return row.b;
        default:
            return {};
    }
}

QVariant SamplesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Epoch:
            return tr("Epoch");
        case Position:
            return tr("Position");
        case A:
            return tr("Sample in A");
        case B:
            return tr("Sample in B");
        default:
            return {};
    }
}

}  // namespace firstsplit::ui
