#pragma once

#include <QHash>
#include <QObject>
#include <QTimer>

class QAction;
class QDockWidget;
class QMainWindow;
class QToolBar;

namespace firstsplit::ui {

/// The docks at both sides: their tabs, their default places, and the strip of icons into which a side folds
/// when the window is narrow.
class WindowDocks : public QObject {
    Q_OBJECT
  public:
    enum class Side { Left, Right };

    explicit WindowDocks(QMainWindow* window);

    QDockWidget* add(Side side, const QString& name, const QString& title, const QString& iconName,
                     QWidget* widget);
    /// Tabs and strips, once all docks are there.
    void finish();
    void arrangeDefault();

    void setFolded(Side side, bool folded);
    bool isFolded(Side side) const;
    /// Folds and unfolds when the width passes a threshold or runs are opened; what a user did stays until
    /// then.
    void adapt(int width, bool hasRuns);
    /// A side that holds what is being read: it is not folded by itself.
    void setKept(Side side, bool kept);
    /// Brings a dock to the front, unfolding its side.
    void show(QDockWidget* dock);
    /// Hides a dock that has nothing to show.
    void setAvailable(QDockWidget* dock, bool available);
    /// Takes over which sides a restored layout has folded.
    void syncAfterRestore();
    /// Only the centre, for presenting.
    void hideAll();
    void showAll();

    QList<QDockWidget*> docks(Side side) const { return side == Side::Left ? m_left : m_right; }
    QToolBar* strip(Side side) const { return side == Side::Left ? m_leftStrip : m_rightStrip; }

    static constexpr int leftFoldsBelow = 1560;
    static constexpr int rightFoldsBelow = 1300;
    static constexpr int leftWidth = 300, rightWidth = 390;

  private:
    void styleTitles();
    QMainWindow* m_window;
    QList<QDockWidget*> m_left, m_right;
    QHash<QDockWidget*, bool> m_available;
    QHash<QDockWidget*, QAction*> m_stripActions;
    QDockWidget* m_current[2] = {nullptr, nullptr};
    int m_width[2] = {leftWidth, rightWidth};  ///< to which a side unfolds
    QToolBar *m_leftStrip, *m_rightStrip;
    bool m_isFolded[2] = {false, false};
    bool m_wasNarrow[2] = {false, false};
    bool m_isKept[2] = {false, false};
    bool m_hadRuns = false;
    bool m_isHidden = false;
    QTimer m_titleTimer;
};

}  // namespace firstsplit::ui
