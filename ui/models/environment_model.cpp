#include "ui/models/environment_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <set>

#include "core/settings/settings.h"
#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

constexpr quintptr groupId = ~quintptr{0};

QString text(const std::string& string) {
    return QString::fromStdString(string);
}

QString orDash(const std::string& string) {
    return string.empty() ? QStringLiteral("–") : text(string);
}

QString labelOfKey(const std::string& key) {
    const settings::Setting* setting = settings::find(key);
    return setting ? text(setting->label) : text(key);
}

using Values = std::map<std::string, std::string>;

QString valueIn(const Values& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? QStringLiteral("–") : text(found->second);
}

}  // namespace

void EnvironmentModel::setComparison(const compare::Comparison* comparison, bool isSingle) {
    m_candidates.clear();
    m_idle.clear();
    m_effects.clear();
    m_equal.clear();
    m_isSingle = isSingle;
    if (comparison) {
        std::set<std::string> differing;
        for (const auto* differences : {&comparison->settingsDiffer, &comparison->environmentDiffer}) {
            for (const auto& differs : *differences) {
                differing.insert(differs.key);
                Row row{labelOfKey(differs.key), orDash(differs.a), orDash(differs.b), true};
                (differs.acts ? m_candidates : m_idle).push_back(std::move(row));
            }
        }
        const Values noValues;
        const auto& a = comparison->a;
        const auto& b = comparison->b;
        // A script may change what was in force at the start; that is an effect worth seeing, in either run.
        const auto addChanges = [&](const record::RunInfo& info, const QString& side) {
            for (const auto& [key, atEnd] : info.inForceAtEnd) {
                const auto atStart = info.inForceAtStart.find(key);
                if (atStart != info.inForceAtStart.end() && atStart->second != atEnd)
                    m_effects.push_back({tr("%1, changed in %2").arg(labelOfKey(key), side),
                                         text(atStart->second), text(atEnd), true});
            }
        };
        addChanges(a, QStringLiteral("A"));
        if (!isSingle) addChanges(b, QStringLiteral("B"));
        const auto addEqual = [&](const Values& inA, const Values& inB) {
            for (const auto& [key, value] : inA) {
                if (differing.contains(key)) continue;
                m_equal.push_back(
                    {labelOfKey(key), text(value), isSingle ? QString() : valueIn(inB, key), false});
            }
        };
        addEqual(a.inForceAtStart, b.inForceAtStart);
        addEqual(a.environment, b.environment);
    }
    arrange();
}

void EnvironmentModel::setShowEqual(bool show) {
    m_showEqual = show;
    arrange();
}

void EnvironmentModel::arrange() {
    beginResetModel();
    m_groups.clear();
    if (!m_candidates.empty()) m_groups.push_back({tr("Possible causes"), m_candidates});
    if (!m_idle.empty()) m_groups.push_back({tr("Asked for differently, in force alike"), m_idle});
    if (!m_effects.empty()) m_groups.push_back({tr("Changed during the run (start, end)"), m_effects});
    const auto equal = static_cast<int>(m_equal.size());
    if (equal > 0 && (m_showEqual || m_isSingle))
        m_groups.push_back({m_isSingle ? tr("Settings and environment") : tr("Equal"), m_equal});
    else if (equal > 0)
        m_groups.push_back({counted(equal, tr("equal value hidden"), tr("equal values hidden")), {}});
    endResetModel();
}

QModelIndex EnvironmentModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : groupId);
}

QModelIndex EnvironmentModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == groupId) return {};
    return createIndex(static_cast<int>(child.internalId()), 0, groupId);
}

int EnvironmentModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    if (parent.internalId() != groupId || parent.column() != 0) return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size());
}

int EnvironmentModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant EnvironmentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (index.internalId() == groupId) {
        const Group& group = m_groups[static_cast<std::size_t>(index.row())];
        const bool isNote = group.rows.empty();
        if (role == IsGroupRole) return !isNote;
        if (role == IsNoteRole) return isNote;
        if (index.column() != Name) return {};
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) return group.title;
        if (role == Qt::ForegroundRole) return Theme::of(QGuiApplication::palette()).dimText;
        if (role == Qt::FontRole && !isNote) {
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        return {};
    }
    const Row& row =
        m_groups[static_cast<std::size_t>(index.internalId())].rows[static_cast<std::size_t>(index.row())];
    const QString& cell = index.column() == Name ? row.name : index.column() == A ? row.a : row.b;
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return cell;
        case Qt::AccessibleTextRole:
            return headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString() +
                   QStringLiteral(": ") + cell;
        case IsGroupRole:
        case IsNoteRole:
            return false;
        default:
            return {};
    }
}

QVariant EnvironmentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Value");
        case A:
            return QStringLiteral("A");
        case B:
            return QStringLiteral("B");
        default:
            return {};
    }
}

}  // namespace firstsplit::ui
