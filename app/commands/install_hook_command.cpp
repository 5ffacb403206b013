#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <cstdio>
#include <memory>

#include "app/commands/invocation.h"
#include "core/launch/run_paths.h"

namespace firstsplit::app {

namespace {

struct InstallHookOptions {
    std::string environment;
    bool remove = false;
};

const QString hookFile = QStringLiteral("firstsplit-hook.pth");

/// Folders "site-packages" of a virtual environment; usually one.
QStringList sitePackagesOf(const QString& environment) {
    QStringList found;
    for (const QString& lib : {QStringLiteral("lib"), QStringLiteral("lib64")}) {
        const QDir folder(QDir(environment).filePath(lib));
        if (QFileInfo(folder.path()).isSymLink()) continue;
        for (const QString& python : folder.entryList({QStringLiteral("python3*")}, QDir::Dirs))
            if (const QString path = folder.filePath(python + QStringLiteral("/site-packages")); QDir(path).exists())
                found << path;
    }
    return found;
}

/// What Python carries out at every start, also of `python -I`: nothing, unless a recorder started it.
QByteArray hookLine(const QString& hookFolder) {
    QString path = hookFolder + QStringLiteral("/sitecustomize.py");
    path.replace(u'\\', QStringLiteral("\\\\")).replace(u'\'', QStringLiteral("\\'"));
    return QStringLiteral(
               "import os; os.environ.get('FIRSTSPLIT_RUN') and os.path.isfile('%1') and "
               "exec(compile(open('%1').read(), '%1', 'exec'), "
               "{'__file__': '%1', '__name__': 'firstsplit_hook'})\n")
        .arg(path)
        .toUtf8();
}

int installHook(Invocation& invocation, const InstallHookOptions& options) {
    if (const int refused = refuseCommand(invocation, "install-hook")) return refused;
    const QString hookFolder = launch::pythonHookFolder();
    if (hookFolder.isEmpty() && !options.remove)
        return reportError(invocation,
                           "The start-up hook for Python is not installed with this program. Build and install it "
                           "again with packaging/setup.sh.");
    const QString environment = QString::fromLocal8Bit(options.environment.c_str());
    const QStringList folders = sitePackagesOf(environment);
    if (folders.isEmpty())
        return reportError(invocation, options.environment +
                                           " is no virtual environment: it has no folder "
                                           "lib/python3*/site-packages. Name the folder that holds bin/python.");
    for (const QString& folder : folders) {
        const QString path = QDir(folder).filePath(hookFile);
        if (options.remove) {
            if (QFile::exists(path) && !QFile::remove(path))
                return reportError(invocation, path.toStdString() + " cannot be removed. Check its permissions.");
            std::printf("%s is removed.\n", path.toLocal8Bit().constData());
            continue;
        }
        QSaveFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(hookLine(hookFolder)) < 0 || !file.commit())
            return reportError(invocation, path.toStdString() + " cannot be written: " +
                                               file.errorString().toStdString() + ". Check the folder's permissions.");
        std::printf("%s is written: trainings of this environment can be recorded also where PYTHONPATH is ignored "
                    "(python -I, -E).\n",
                    path.toLocal8Bit().constData());
    }
    return 0;
}

}  // namespace

void addInstallHook(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<InstallHookOptions>();
    CLI::App* command = app.add_subcommand(
        "install-hook", "let trainings of a Python environment be recorded that ignores PYTHONPATH");
    command->add_option("VENV", options->environment, "folder of the virtual environment")
        ->type_name("FOLDER")
        ->required();
    command->add_flag("--remove", options->remove, "take the hook out again");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return installHook(invocation, *options); };
    });
}

}  // namespace firstsplit::app
