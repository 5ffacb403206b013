#include <fmt/format.h>

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <cstdio>
#include <memory>

#include "app/commands/invocation.h"
#include "app/commands/progress_line.h"
#include "app/commands/run_text.h"
#include "core/journal/frame.h"
#include "core/launch/file_tail.h"
#include "core/launch/run_paths.h"

namespace firstsplit::app {

namespace {

struct RecoverOptions {
    std::string journal, output;
};

bool isJournal(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) &&
           file.read(qsizetype(journal::fileMagic.size())) ==
               QByteArray(journal::fileMagic.data(), qsizetype(journal::fileMagic.size()));
}

int recover(Invocation& invocation, const RecoverOptions& options) {
    if (const int refused = refuseCommand(invocation, "recover")) return refused;
    const QString journal = QString::fromLocal8Bit(options.journal.c_str());
    const auto run = record::openRun(options.journal);
    if (!run) return reportError(invocation, run.error().message);
    if (!isJournal(journal))
        return reportError(invocation, options.journal +
                                           " is a run file already: there is nothing to recover. Look at it "
                                           "with firstsplit info, or compare it with firstsplit diff.");
    const record::RunInfo& info = (*run)->info();
    if (info.end == record::EndState::Running)
        return reportError(invocation, options.journal +
                                           " is still being written: its training runs. Wait for its end, or "
                                           "stop it first; meanwhile firstsplit info and diff follow it.");
    if ((*run)->rowCount() == 0)
        return reportError(
            invocation,
            options.journal +
                " holds no whole step, so there is nothing to build a file from. It was left as it is.");

    const QString output = options.output.empty() ? launch::fileOfJournal(journal)
                                                  : QString::fromLocal8Bit(options.output.c_str());
    if (const auto paths = launch::pathsOf(output); !paths)
        return reportError(invocation, paths.error().message);
    if (QFileInfo::exists(output))
        return reportError(invocation,
                           output.toStdString() +
                               " exists already, and runs are never overwritten. Name another file with -o.");

    const auto beside = launch::pathsOf(launch::fileOfJournal(journal));
    record::ObservedEnd end;
    end.reason =
        "Nobody saw how the command ended: its recorder was gone, and the file was built from the journal "
        "later.";
    if (beside) end.lastWords = launch::lastWordsOf(beside->errors).toStdString();
    end.endTime = QFileInfo(journal).lastModified().toUTC().toString(Qt::ISODateWithMs).toStdString();
    ProgressLine line;
    const auto built =
        record::buildRunFile(options.journal, output.toLocal8Bit().toStdString(), end, [&line](double done) {
            line.showFraction("building the file", done);
            return true;
        });
    line.clear();
    if (!built) return reportError(invocation, built.error().message + " The journal was left as it is.");

    const auto file = record::openRun(output.toLocal8Bit().toStdString());
    if (!file) return reportError(invocation, file.error().message + " The journal was left as it is.");
    // Whether a training on another machine still writes cannot be seen; then the journal is not ours to
    // remove.
    const bool mayStillGrow = info.endReason.find("cannot be seen") != std::string::npos;
    if (!mayStillGrow && beside) {
        QFile::remove(journal);
        QFile::remove(beside->errors);
        QFile::remove(beside->output);
    }
    if (invocation.wantsJson) {
        std::puts(runDocument(**file).c_str());
    } else {
        std::printf("%s: %lld steps recovered, %s.\n", output.toLocal8Bit().constData(),
                    static_cast<long long>((*file)->stepCount()),
                    std::string(record::nameOf((*file)->info().end)).c_str());
        for (const std::string& sentence : (*file)->info().damaged) std::printf("  %s\n", sentence.c_str());
        if (mayStillGrow) std::printf("  The journal was kept: %s\n", info.endReason.c_str());
    }
    return 0;
}

}  // namespace

void addRecover(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<RecoverOptions>();
    CLI::App* command = app.add_subcommand("recover", "build the file of a run whose recorder was killed");
    command->add_option("JOURNAL", options->journal, "the journal (*.split.part)")
        ->type_name("FILE")
        ->required();
    command->add_option("-o,--output", options->output, "the run file to make (default: beside the journal)")
        ->type_name("FILE");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return recover(invocation, *options); };
    });
}

}  // namespace firstsplit::app
