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
    const auto addRow = [table](const QString& keys, const QString& words) {
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(keys));
        table->setItem(row, 1, new QTableWidgetItem(words));
    };
    for (int id = 0; id < WindowActions::Count; ++id) {
        const QAction* action = actions[static_cast<WindowActions::Id>(id)];
        if (!action || action->shortcuts().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        addRow(keys.join(QStringLiteral(",  ")), action->statusTip());
    }
    // Keys of single tables, which are no commands of the window.
    addRow(tr("Return"), tr("Runs: open the run with its partner, or compare those that are selected"));
    addRow(tr("Space"), tr("Runs: show the run and stay in the list"));
    addRow(tr("A,  B"), tr("Runs: place the run as A or as B"));
    addRow(tr("F2"), tr("Runs: rename the run, or edit its note"));
    addRow(tr("Backspace"), tr("Set-up: let B follow A again"));
    table->resizeColumnToContents(0);
    table->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(table);
    resize(620, 640);
}

}  // namespace firstsplit::ui
