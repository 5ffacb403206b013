#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace firstsplit::ui {

class LibraryModel;
class LibraryView;
class RunLibrary;

/// The runs that are known. Typing filters, Return opens a run with its partner, or those that are selected;
/// A and B place the selected run, F2 renames it; one can be pinned, and all others are held against it.
class LibraryPanel : public QWidget {
    Q_OBJECT
  public:
    explicit LibraryPanel(RunLibrary* library, QWidget* parent = nullptr);

    /// What can be done with the selected runs, of which this is the one clicked.
    QMenu* menuFor(const QString& path);
    LibraryView* view() const { return m_view; }
    LibraryModel* model() const { return m_model; }
    void focusFilter();

  signals:
    /// `b` is empty for a run without a partner.
    void pairChosen(const QString& a, const QString& b);
    /// Three or more: the first is A, the second B, the rest stand beside them.
    void manyChosen(const QStringList& paths);
    /// A journal that its recorder left behind is to become a run file.
    void recoverChosen(const QString& journal);
    /// A run was opened to be worked with; previewing does not say so.
    void entered();
    void placedAsA(const QString& path);
    void placedAsB(const QString& path);
    void forgetChosen(const QString& folder);

  private:
    void showMenu(const QPoint& at);
    void openCurrent();
    void keyPressed(QKeyEvent* event);
    void showBaseline();

    RunLibrary* m_library;
    LibraryModel* m_model;
    QLineEdit* m_filter;
    LibraryView* m_view;
    QLabel *m_empty, *m_hint, *m_baseline;
    QToolButton* m_unpin;
};

}  // namespace firstsplit::ui
