#pragma once

#include <QSortFilterProxyModel>
#include <QWidget>

class QLineEdit;
class QMenu;

namespace firstsplit::ui {

class LibraryModel;
class TableView;

/// The runs that are known. Typing filters, Return opens a run with its partner, A and B place the selected
/// run.
class LibraryPanel : public QWidget {
    Q_OBJECT
  public:
    explicit LibraryPanel(LibraryModel* model, QWidget* parent = nullptr);

    /// What can be done with the selected run, whose path this is.
    QMenu* menuFor(const QString& path);
    TableView* view() const { return m_view; }
    void focusFilter();
    QString currentPath() const;

  signals:
    /// `b` is empty for a run without a partner.
    void pairChosen(const QString& a, const QString& b);
    /// A journal that its recorder left behind is to become a run file.
    void recoverChosen(const QString& journal);
    /// A run was opened to be worked with; previewing does not say so.
    void entered();
    void placedAsA(const QString& path);
    void placedAsB(const QString& path);

  private:
    void showMenu(const QPoint& at);
    void openCurrent();
    void keyPressed(QKeyEvent* event);

    LibraryModel* m_model;
    QSortFilterProxyModel* m_filtered;
    QLineEdit* m_filter;
    TableView* m_view;
};

}  // namespace firstsplit::ui
