#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "ui/models/library_groups.h"
#include "ui/models/run_library.h"

namespace firstsplit::ui {

/// The library as a tree: experiment or command, then day, then a row a run, the two of a pair below each
/// other. A column for a setting is there only while rows of one experiment differ in it.
class LibraryModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    /// The columns that are always there; settings stand between FirstSplit and Steps.
    enum class Column { Sign, Name, FirstSplit, Setting, Steps, End, Date, Note };
    enum Role { PathRole = Qt::UserRole, PairPositionRole, IsGroupRole, GroupKeyRole };

    explicit LibraryModel(RunLibrary* library, QObject* parent = nullptr);

    /// Only runs in whose cells the text is found.
    void setFilter(const QString& text);
    /// While held nothing moves: a cell is being edited.
    void setHeld(bool held);

    /// The first cell of a run's row; invalid when the run is not shown.
    QModelIndex indexOf(const QString& path) const;
    Column columnAt(int section) const;
    int sectionOf(Column column) const;
    /// "name", "setting/threads" …: what a column's width is kept under.
    QString columnId(int section) const;
    int shownRuns() const { return static_cast<int>(m_places.size()); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    QModelIndex parent(const QModelIndex& child) const final;
    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;
    Qt::ItemFlags flags(const QModelIndex& index) const final;

  private:
    struct Place {
        int group, day, row;
    };

    void arrange();
    const LibraryDay& dayAt(const QModelIndex& index) const;
    /// Null for a heading.
    const LibraryRow* rowAt(const QModelIndex& index) const;
    QString textOf(const RunEntry& run, const LibraryRow& row, int section) const;
    QString toolTip(const RunEntry& run, const LibraryRow& row, int section) const;
    QVariant headingData(const QModelIndex& index, int role) const;

    RunLibrary* m_library;
    QString m_filter;
    std::vector<LibraryGroup> m_groups;
    std::vector<std::string> m_settings;  ///< keys with a column of their own
    QHash<QString, Place> m_places;       ///< by path
    bool m_isHeld = false, m_isStale = false;
};

}  // namespace firstsplit::ui
