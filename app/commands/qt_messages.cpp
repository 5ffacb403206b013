#include "app/commands/qt_messages.h"

#include <cstdio>

namespace firstsplit::app {

void printQtMessage(QtMsgType, const QMessageLogContext&, const QString& message) {
    if (message.contains(QLatin1String("XDG_RUNTIME_DIR not set"))) return;
    std::fprintf(stderr, "%s\n", message.toLocal8Bit().constData());
}

}  // namespace firstsplit::app
