#pragma once

#include <QHash>
#include <QSet>
#include <vector>

#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

class LibraryModel;

/// The table of the library. Groups and days are headings over the whole width; what is folded, selected and
/// in view outlasts a rearrangement of the model, and a column keeps its width under its own name, as columns
/// come and go.
class LibraryView : public TableView {
    Q_OBJECT
  public:
    explicit LibraryView(LibraryModel* model, QWidget* parent = nullptr);

    QString currentPath() const;
    /// From top to bottom.
    QStringList selectedPaths() const;
    void select(const QString& path);
    /// Opens the editor of a cell of the current row.
    void editCurrent(int section);
    void saveColumns() const override;

  signals:
    /// At a point of the viewport.
    void menuWanted(const QPoint& at);

  protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;

  private:
    void remember();
    void restore();
    void layOutColumns();
    void noteWidths() const;
    int usualWidth(int section) const;
    int widestText(int section) const;

    LibraryModel* m_library;
    mutable QHash<QString, int> m_widths;  ///< by column, of those that a person changed
    std::vector<int> m_laidOut;            ///< what the columns got at first
    QSet<QString> m_folded;
    QString m_current;
    QStringList m_selected;
    int m_scroll = 0;
};

}  // namespace firstsplit::ui
