#include "ui/models/settings_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <algorithm>

#include "ui/models/number_text.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

constexpr quintptr groupId = ~quintptr{0};

QString text(const std::string& string) {
    return QString::fromStdString(string);
}

}  // namespace

SettingsModel::SettingsModel(QObject* parent) : QAbstractItemModel(parent) {
    arrange();
}

void SettingsModel::arrange() {
    m_groups.clear();
    Group elsewhere, otherDevice;  // what has no effect here, by the reason
    elsewhere.isIdle = otherDevice.isIdle = true;
    for (const auto& setting : settings::table()) {
        if (!actsOnDevice(setting, m_device)) {
            otherDevice.settings.push_back(&setting);
            continue;
        }
        if (!actsInExperiment(setting, m_experiment)) {
            elsewhere.settings.push_back(&setting);
            continue;
        }
        const QString title = text(setting.group);
        auto group = std::ranges::find(m_groups, title, &Group::title);
        if (group == m_groups.end()) group = m_groups.insert(m_groups.end(), Group{title, {}, false});
        group->settings.push_back(&setting);
    }
    const auto close = [this](Group& group, const QString& title) {
        if (group.settings.empty()) return;
        group.title =
            title.arg(counted(static_cast<qint64>(group.settings.size()), tr("setting"), tr("settings")));
        m_groups.push_back(std::move(group));
    };
    const bool isCpu = !m_device.starts_with("cuda");
    close(elsewhere, tr("Other trainings: %1, no effect here"));
    close(otherDevice,
          isCpu ? tr("CUDA: %1, no effect on this device") : tr("CPU: %1, no effect on this device"));
}

void SettingsModel::setCircumstances(const std::string& device, const std::string& experiment) {
    const bool isRearranged = device != m_device || experiment != m_experiment;
    if (isRearranged) beginResetModel();
    m_device = device;
    m_experiment = experiment;
    if (isRearranged) {
        arrange();
        endResetModel();
    } else {
        refresh();
    }
}

void SettingsModel::setFindings(std::map<std::string, settings::Finding> findings) {
    m_findings = std::move(findings);
    refresh();
}

void SettingsModel::refresh() {
    for (int group = 0; group < rowCount(); ++group) {
        const QModelIndex parentIndex = index(group, 0);
        const int rows = rowCount(parentIndex);
        if (rows > 0)
            emit dataChanged(index(0, 0, parentIndex), index(rows - 1, ColumnCount - 1, parentIndex));
    }
}

bool SettingsModel::isIdleGroup(int row) const {
    return row >= 0 && row < rowCount() && m_groups[static_cast<std::size_t>(row)].isIdle;
}

const settings::Setting* SettingsModel::settingAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == groupId) return nullptr;
    return m_groups[static_cast<std::size_t>(index.internalId())]
        .settings[static_cast<std::size_t>(index.row())];
}

QModelIndex SettingsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : groupId);
}

QModelIndex SettingsModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == groupId) return {};
    return createIndex(static_cast<int>(child.internalId()), 0, groupId);
}

int SettingsModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    if (parent.internalId() != groupId || parent.column() != 0) return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].settings.size());
}

int SettingsModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant SettingsModel::groupData(const Group& group, int column, int role) const {
    if (role == IsGroupRole) return true;
    if (role == HasNoEffectRole) return group.isIdle;
    if (column != Name) return {};
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) return group.title;
    if (role == Qt::ForegroundRole) return Theme::of(QGuiApplication::palette()).dimText;
    if (role == Qt::FontRole) {
        QFont font = QGuiApplication::font();
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant SettingsModel::settingData(const settings::Setting& setting, int column, int role) const {
    const QString a = text(m_values.valueA(setting.key));
    const bool follows = m_values.followsA(setting.key);
    const QString b = text(m_values.valueB(setting.key));
    const bool isIdle = !acts(setting, m_device, m_experiment, m_values);
    const auto finding = m_findings.find(setting.key);
    switch (role) {
        case Qt::DisplayRole:
            if (column == Name) return text(setting.label);
            if (column == A) return a;
            return follows ? QStringLiteral("=") : b;
        case Qt::EditRole:
            return column == Name ? text(setting.label) : column == A ? a : b;
        case KeyRole:
            return text(setting.key);
        case ChoicesRole: {
            QStringList choices;
            for (const auto& choice : setting.choices) choices << text(choice.value);
            return choices;
        }
        case BreaksLinkRole:
            return column == B && !follows;
        case IsGroupRole:
            return false;
        case HasNoEffectRole:
            return isIdle;
        case FindingRole:
            return finding == m_findings.end() ? QVariant() : text(finding->second.sentence);
        case RefusedRole:
            return finding != m_findings.end() &&
                   finding->second.severity == settings::Finding::Severity::Refused;
        case Qt::ToolTipRole:
            if (finding != m_findings.end()) return text(finding->second.sentence);
            return column == Name ? text(setting.label + " (" + setting.key + ")\n" + setting.effect)
                                  : QVariant();
        case Qt::AccessibleTextRole:
            if (column == Name) return text(setting.label);
            if (column == A) return tr("A: %1").arg(a);
            return follows ? tr("B: as A") : tr("B: %1").arg(b);
        case Qt::AccessibleDescriptionRole:
            return text(setting.effect);
        case Qt::ForegroundRole:
            if (isIdle || (column == B && follows)) return Theme::of(QGuiApplication::palette()).dimText;
            return {};
        case Qt::FontRole: {
            const bool isOwn =
                (column == B && !follows && a != b) || (column == A && m_values.isSetInA(setting.key));
            if (!isOwn) return {};
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        default:
            return {};
    }
}

QVariant SettingsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (const auto* setting = settingAt(index)) return settingData(*setting, index.column(), role);
    return groupData(m_groups[static_cast<std::size_t>(index.row())], index.column(), role);
}

bool SettingsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto* setting = settingAt(index);
    if (role != Qt::EditRole || !setting || index.column() == Name) return false;
    const std::string typed = value.toString().trimmed().toStdString();
    if (typed.empty() || typed == "=") {
        reset(index);
        return true;
    }
    if (auto checked = settings::check(setting->key, typed); !checked) {
        emit editRefused(text(checked.error().message));
        return false;
    }
    if (index.column() == A)
        m_values.setA(setting->key, typed);
    else
        m_values.setB(setting->key, typed);
    refresh();
    emit edited();
    return true;
}

void SettingsModel::reset(const QModelIndex& index) {
    const auto* setting = settingAt(index);
    if (!setting) return;
    if (index.column() == B)
        m_values.resetB(setting->key);
    else
        m_values.resetA(setting->key);
    refresh();
    emit edited();
}

Qt::ItemFlags SettingsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (!settingAt(index)) return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() != Name) flags |= Qt::ItemIsEditable;
    return flags | Qt::ItemNeverHasChildren;
}

QVariant SettingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Setting");
        case A:
            return QStringLiteral("A");
        case B:
            return QStringLiteral("B");
        default:
            return {};
    }
}

}  // namespace firstsplit::ui
