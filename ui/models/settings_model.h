#pragma once

#include <QAbstractItemModel>
#include <map>
#include <vector>

#include "ui/models/pair_settings.h"

namespace firstsplit::ui {

/// The settings table as a tree of groups with the columns setting, A and B. Settings that do nothing in this
/// training, or on this device, are gathered in groups at the end. The values are edited through EditRole; B shows "=" while it
/// follows A, and setting B to
/// "=" or to nothing makes it follow again.
class SettingsModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { Name = 0, A = 1, B = 2, ColumnCount = 3 };
    enum Role {
        KeyRole = Qt::UserRole,  ///< the setting's key; empty for a group
        ChoicesRole,             ///< QStringList of values to choose from; empty: a number or words
        BreaksLinkRole,          ///< B has a value of its own
        FindingRole,             ///< sentence of a conflict in this row
        RefusedRole,             ///< that conflict stops the run
        IsGroupRole,
        HasNoEffectRole,
    };

    explicit SettingsModel(QObject* parent = nullptr);

    PairSettings& values() { return m_values; }
    const PairSettings& values() const { return m_values; }
    /// To be called after values() was changed from outside.
    void refresh();
    void setCircumstances(const std::string& device, const std::string& experiment);
    void setFindings(std::map<std::string, settings::Finding> findings);
    /// Whether this top row gathers settings that have no effect here.
    bool isIdleGroup(int row) const;
    /// A to the preset's value, B to following A.
    void reset(const QModelIndex& index);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    QModelIndex parent(const QModelIndex& child) const final;
    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) final;
    Qt::ItemFlags flags(const QModelIndex& index) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

  signals:
    void edited();
    /// The value was not taken; the sentence says why.
    void editRefused(const QString& sentence);

  private:
    struct Group {
        QString title;
        std::vector<const settings::Setting*> settings;
        bool isIdle = false;
    };
    const settings::Setting* settingAt(const QModelIndex& index) const;
    QVariant groupData(const Group& group, int column, int role) const;
    QVariant settingData(const settings::Setting& setting, int column, int role) const;
    void arrange();

    std::vector<Group> m_groups;
    PairSettings m_values;
    std::map<std::string, settings::Finding> m_findings;
    std::string m_device = "cpu", m_experiment;
};

}  // namespace firstsplit::ui
