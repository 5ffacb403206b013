#include "core/launch/run_note.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <optional>

namespace firstsplit::launch {
namespace {

const QString formatKey = QStringLiteral("format"), nameKey = QStringLiteral("name"),
              noteKey = QStringLiteral("note");
const QString format = QStringLiteral("firstsplit.note/1");
constexpr qint64 mostBytes = 1 << 20;

tl::unexpected<Error> failAt(const QString& file, const QString& rest) {
    return fail((file + u' ' + rest).toStdString());
}

/// None where there is no file.
Result<std::optional<QJsonObject>> readObject(const QString& path) {
    QFile file(path);
    if (!file.exists()) return std::nullopt;
    if (!file.open(QIODevice::ReadOnly))
        return failAt(path,
                      QStringLiteral("cannot be read: %1. Check its permissions.").arg(file.errorString()));
    const QJsonDocument document = QJsonDocument::fromJson(file.read(mostBytes));
    if (document.object().value(formatKey).toString() != format)
        return failAt(path,
                      QStringLiteral("is no note of a run, or is damaged. Move it away to write a new one."));
    return document.object();
}

}  // namespace

QString noteFileOf(const QString& runFile) {
    QString stem = runFile;
    for (const QString& ending : {QStringLiteral(".h5"), QStringLiteral(".part")})
        if (stem.endsWith(ending)) {
            stem.chop(ending.size());
            break;
        }
    return stem + QStringLiteral(".note.json");
}

Result<RunNote> readNote(const QString& runFile) {
    const auto object = readObject(noteFileOf(runFile));
    if (!object) return tl::unexpected(object.error());
    if (!*object) return RunNote{};
    return RunNote{(*object)->value(nameKey).toString(), (*object)->value(noteKey).toString()};
}

Result<> writeNote(const QString& runFile, const RunNote& note) {
    const QString path = noteFileOf(runFile);
    const auto known = readObject(path);
    if (!known) return tl::unexpected(known.error());
    if (note.isEmpty()) {
        if (*known && !QFile::remove(path))
            return failAt(path, QStringLiteral("cannot be removed. Check the folder's permissions."));
        return {};
    }
    // Whatever a newer version keeps beside name and note stays.
    QJsonObject object = known->value_or(QJsonObject());
    object.insert(formatKey, format);
    object.insert(nameKey, note.name);
    object.insert(noteKey, note.note);
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(object).toJson()) > 0;
    if (!isWritten || !file.commit())
        return failAt(path,
                      QStringLiteral("cannot be written: %1. Check the folder's permissions and free space.")
                          .arg(file.errorString()));
    return {};
}

}  // namespace firstsplit::launch
