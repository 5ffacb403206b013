#pragma once

#include <QTreeView>

namespace firstsplit::ui {

/// The one look of all tables: no expanders, groups set apart as headings, rows of one height, Ctrl+C copies
/// the selected rows separated by tabs, and column widths are kept under the object's name.
class TableView : public QTreeView {
    Q_OBJECT
  public:
    /// `groupRole` of the model says whether a row is a heading; -1: there are none.
    explicit TableView(const QString& name, int groupRole = -1, QWidget* parent = nullptr);

    /// The selected rows, or all when none is selected, with a header line.
    QString selectedText() const;
    void copySelection() const;
    virtual void saveColumns() const;
    /// False when nothing was kept yet.
    bool restoreColumns();

  signals:
    void keyPressed(QKeyEvent* event);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;

  private:
    int m_groupRole;
};

}  // namespace firstsplit::ui
