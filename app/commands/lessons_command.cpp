#include <fmt/format.h>

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/invocation.h"
#include "app/commands/short_path.h"
#include "app/commands/text_table.h"
#include "core/launch/run_paths.h"
#include "core/launch/signal_watch.h"
#include "core/lessons/lesson.h"

namespace firstsplit::app {

using lessons::Lesson;

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t pageWidth = 98;

struct LessonsOptions {
    std::string name, folder = "runs";
};

std::string paragraph(const std::string& text) {
    return wrapped(text, pageWidth, "  ");
}

Json summaryJson(const Lesson& lesson) {
    Json runs = Json::array();
    for (const lessons::Run& run : lesson.runs)
        runs.push_back({{"what", run.what}, {"arguments", run.arguments}});
    return {{"name", lesson.name},
            {"title", lesson.title},
            {"question", lesson.question},
            {"look_for", lesson.lookFor},
            {"explanation", lesson.explanation},
            {"runs", std::move(runs)}};
}

int listLessons(const Invocation& invocation) {
    if (invocation.wantsJson) {
        Json list = Json::array();
        for (const Lesson& lesson : lessons::lessons()) list.push_back(summaryJson(lesson));
        std::puts(Json({{"format", "firstsplit.lessons/1"}, {"lessons", std::move(list)}}).dump(2).c_str());
        return 0;
    }
    for (const Lesson& lesson : lessons::lessons())
        std::printf("%s\n%s\n", lesson.name.c_str(), paragraph(lesson.question).c_str());
    std::puts("firstsplit lessons run NAME trains one, and says whether its claim was seen.");
    return 0;
}

QStringList wordsOf(const lessons::Run& run) {
    QStringList words;
    for (const std::string& word : run.arguments) words << QString::fromStdString(word);
    return words;
}

struct Answer {
    std::string document;
    bool wasStopped = false;
};

/// This program once more, with its document caught; its progress goes where ours would.
Answer answerOf(const lessons::Run& run, const QString& folder) {
    QProcess process;
    launch::SignalWatch watch;
    Answer answer;
    QObject::connect(&watch, &launch::SignalWatch::caught, &process, [&](int, bool fromTerminal) {
        answer.wasStopped = true;
        if (!fromTerminal) process.terminate();
    });
    QObject::connect(&process, &QProcess::finished, &process, [] { QCoreApplication::quit(); });
    QObject::connect(&process, &QProcess::errorOccurred, &process, [](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) QCoreApplication::quit();
    });
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(launch::programPath(),
                  wordsOf(run) + QStringList{QStringLiteral("--out"), folder, QStringLiteral("--json")},
                  QIODevice::ReadOnly);
    QCoreApplication::exec();
    answer.document = process.readAllStandardOutput().toStdString();
    return answer;
}

class LessonSession {
  public:
    LessonSession(Invocation& invocation, Lesson lesson, QString folder)
        : m_invocation(invocation), m_lesson(std::move(lesson)), m_folder(std::move(folder)) {}

    int run() {
        if (!m_invocation.wantsJson)
            std::printf("%s\n\n%s\n", m_lesson.title.c_str(), paragraph(m_lesson.question).c_str());
        for (std::size_t i = 0; i < m_lesson.runs.size(); ++i) {
            const lessons::Run& run = m_lesson.runs[i];
            if (!m_invocation.wantsJson) {
                const QStringList line = QStringList{QStringLiteral("firstsplit")} + wordsOf(run);
                std::printf("%s    %s\n\n", paragraph(run.what).c_str(),
                            launch::shellLine(line).toStdString().c_str());
                std::fflush(stdout);
            }
            // Each command's runs have a place of their own, as a series needs.
            Answer answer = answerOf(run, QDir(m_folder).filePath(QString::number(i + 1)));
            if (answer.wasStopped) return reportError(m_invocation, "The lesson was stopped.");
            m_documents.push_back(std::move(answer.document));
        }
        return report();
    }

  private:
    int report() {
        bool isSeen = true;
        Json checks = Json::array();
        std::vector<std::vector<std::string>> lines;
        for (const lessons::Check& check : m_lesson.claim) {
            const auto holds = lessons::holds(check, m_documents);
            if (!holds) return reportError(m_invocation, holds.error().message);
            if (!documentIsWhole(check.run)) return reportFailedRun(check.run);
            isSeen = isSeen && *holds;
            checks.push_back({{"sentence", check.sentence}, {"holds", *holds}});
            lines.push_back({*holds ? "yes" : "no", check.sentence});
        }
        if (m_invocation.wantsJson) {
            Json document = summaryJson(m_lesson);
            document["format"] = "firstsplit.lesson/1";
            document["seen"] = isSeen;
            document["claim"] = std::move(checks);
            document["folder"] = m_folder.toStdString();
            std::puts(document.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
        } else {
            std::printf(
                "  Claimed, and seen here:\n%s\n  What to look for\n%s\n  Why\n%s\n  Runs: %s\n",
                textTable(lines, "    ").c_str(), wrapped(m_lesson.lookFor, pageWidth - 2, "    ").c_str(),
                wrapped(m_lesson.explanation, pageWidth - 2, "    ").c_str(), shortPath(m_folder).c_str());
            if (!isSeen)
                std::puts("  The claim was not seen. A race can be lost by chance: run the lesson again.");
        }
        return isSeen ? 0 : 1;
    }

    bool documentIsWhole(std::size_t run) const {
        return Json::parse(m_documents[run]).value("format", "") != "firstsplit.error/1";
    }

    int reportFailedRun(std::size_t run) const {
        return reportError(m_invocation,
                           "A run of the lesson failed: " + Json::parse(m_documents[run]).value("error", ""));
    }

    Invocation& m_invocation;
    Lesson m_lesson;
    QString m_folder;
    std::vector<std::string> m_documents;
};

int runLesson(Invocation& invocation, const LessonsOptions& options) {
    if (const int refused = refuseCommand(invocation, "lessons")) return refused;
    const auto lesson = lessons::lessonNamed(options.name);
    if (!lesson) return reportError(invocation, lesson.error().message);
    if (const auto runner = launch::checkRunner(); !runner)
        return reportError(invocation, runner.error().message);
    const QCoreApplication application(invocation.argumentCount, invocation.arguments);
    const QDir parent(QString::fromLocal8Bit(options.folder.c_str()));
    QString folder;
    for (int number = 1; folder.isEmpty() || QFileInfo::exists(folder); ++number)
        folder = parent.filePath(QStringLiteral("lesson-%1-%2")
                                     .arg(QString::fromStdString(lesson->name))
                                     .arg(number, 3, 10, QLatin1Char('0')));
    return LessonSession(invocation, *lesson, folder).run();
}

}  // namespace

void addLessons(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<LessonsOptions>();
    CLI::App* command =
        app.add_subcommand("lessons", "the lessons: a question each, and an experiment that answers it");
    command->require_subcommand(0, 1);
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    CLI::App* run = command->add_subcommand("run", "trains one (exit 0 claim seen, 1 not seen, 2 not)");
    run->add_option("NAME", options->name, "a lesson's name")->type_name("NAME")->required();
    run->add_option("--out", options->folder, "folder for the runs")->type_name("DIR")->capture_default_str();
    run->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options, run] {
        invocation.action = [&invocation, options, isRun = run->parsed()] {
            return isRun ? runLesson(invocation, *options) : listLessons(invocation);
        };
    });
}

}  // namespace firstsplit::app
