#include "ui/window/known_folders.h"

#include "ui/widgets/window_state.h"

namespace firstsplit::ui {
namespace {

constexpr qsizetype mostFolders = 20;
const QString key = QStringLiteral("library/folders");

void save(const QStringList& folders) {
    windowSettings().setValue(key, folders.mid(0, mostFolders));
}

}  // namespace

QStringList KnownFolders::all() {
    return windowSettings().value(key).toStringList();
}

void KnownFolders::add(const QString& folder) {
    QStringList folders = all();
    if (!folders.isEmpty() && folders.front() == folder) return;
    folders.removeAll(folder);
    folders.prepend(folder);
    save(folders);
}

void KnownFolders::forget(const QString& folder) {
    QStringList folders = all();
    if (folders.removeAll(folder) > 0) save(folders);
}

}  // namespace firstsplit::ui
