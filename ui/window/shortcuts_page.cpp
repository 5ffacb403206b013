#include "ui/window/shortcuts_page.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/window/window_actions.h"

namespace firstsplit::ui {

ShortcutsPage::ShortcutsPage(const WindowActions& actions, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* table = new QTableWidget(0, 2);
    table->setHorizontalHeaderLabels({tr("Keys"), tr("Does")});
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAccessibleName(windowTitle());
    table->setShowGrid(false);
    for (int id = 0; id < WindowActions::Count; ++id) {
        const QAction* action = actions[static_cast<WindowActions::Id>(id)];
        if (!action || action->shortcuts().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(keys.join(QStringLiteral(",  "))));
        table->setItem(row, 1, new QTableWidgetItem(action->statusTip()));
    }
    table->resizeColumnToContents(0);
    table->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(table);
    resize(620, 640);
}

}  // namespace firstsplit::ui
