#pragma once

#include <QDialog>

namespace firstsplit::ui {

class WindowActions;

/// Every command that has a key, in a window that may stay open.
class ShortcutsPage : public QDialog {
    Q_OBJECT
  public:
    ShortcutsPage(const WindowActions& actions, QWidget* parent);
};

}  // namespace firstsplit::ui
