#include "app/commands/short_path.h"

#include <QDir>

namespace firstsplit::app {

std::string shortPath(const QString& path) {
    const QString inside = QDir::current().relativeFilePath(path);
    return (inside.startsWith(QLatin1String("..")) ? path : inside).toLocal8Bit().toStdString();
}

std::string shortPath(const std::string& path) {
    return shortPath(QString::fromLocal8Bit(path.c_str()));
}

}  // namespace firstsplit::app
