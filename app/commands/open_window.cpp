#include <unistd.h>

#include <QApplication>
#include <QFileInfo>
#include <cstdio>
#include <cstdlib>

#include "app/commands/invocation.h"
#include "app/commands/qt_messages.h"
#include "ui/window/application_style.h"
#include "ui/window/main_window.h"

namespace firstsplit::app {

namespace {

bool isSet(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool hasDisplay() {
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

/// Qt aborts when it cannot reach the display; a person is better served with a sentence.
void explainFatal(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    printQtMessage(type, context, message);
    if (type != QtFatalMsg) return;
    std::fputs(
        "firstsplit: The window cannot be opened: the display that DISPLAY or WAYLAND_DISPLAY names cannot "
        "be reached. "
        "Correct it, or use a subcommand, which needs none: firstsplit --help\n",
        stderr);
    ::_exit(exitBadInput);
}

}  // namespace

int openWindow(Invocation& invocation, const QStringList& files) {
    for (const QString& file : files)
        if (!QFileInfo::exists(file))
            return reportError(invocation,
                               file.toStdString() + " cannot be opened: no such file. Check the path.");
    if (!hasDisplay())
        return reportError(invocation,
                           "The window cannot be opened: there is no display (neither DISPLAY nor "
                           "WAYLAND_DISPLAY is set). Use "
                           "a subcommand, which needs none: firstsplit --help, for example firstsplit pair "
                           "or firstsplit diff.");
    const QtMessageHandler usual = qInstallMessageHandler(explainFatal);
    QApplication application(invocation.argumentCount, invocation.arguments);
    qInstallMessageHandler(usual);
    ui::ApplicationStyle::apply(application);
    ui::MainWindow window;
    if (!files.isEmpty()) window.openFiles(files);
    window.show();
    return QApplication::exec();
}

}  // namespace firstsplit::app
