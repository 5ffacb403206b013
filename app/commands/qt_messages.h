#pragma once

#include <QString>

namespace firstsplit::app {

/// A message handler (qInstallMessageHandler) that prints what Qt says, but for what is true of any container
/// and concerns nobody here: that there is no folder for sockets (XDG_RUNTIME_DIR).
void printQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message);

}  // namespace firstsplit::app
