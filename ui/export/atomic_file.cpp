#include "ui/export/atomic_file.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace firstsplit::ui {

Result<> writeAtomically(const QString& path, Existing existing,
                         const std::function<Result<>(QIODevice&)>& write) {
    const auto sentence = [&](const QString& rest) { return fail((path + u' ' + rest).toStdString()); };
    const QFileInfo target(path);
    if (path.isEmpty()) return fail("Nothing was exported: the file has no name. Give one.");
    if (target.isDir())
        return sentence(QStringLiteral("cannot be written: it is a folder. Name a file in it."));
    if (existing == Existing::Keep && target.exists())
        return sentence(QStringLiteral("was not written: it exists. Remove it, or choose another name."));
    if (!target.absoluteDir().exists())
        return sentence(QStringLiteral("cannot be written: the folder %1 does not exist. Make it first.")
                            .arg(target.absolutePath()));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return sentence(
            QStringLiteral("cannot be written: %1. Check the folder's permissions and free space.")
                .arg(file.errorString()));
    if (auto written = write(file); !written) {
        file.cancelWriting();
        return written;
    }
    if (!file.commit())
        return sentence(QStringLiteral("could not be written completely: %1. Free some space and try again.")
                            .arg(file.errorString()));
    return {};
}

}  // namespace firstsplit::ui
