#include "ui/lessons/lesson_session.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace firstsplit::ui {

LessonSession::LessonSession(QString program, QObject* parent)
    : QObject(parent), m_command(std::move(program)) {
    connect(&m_command, &launch::OwnCommand::lineWritten, this, [this](const QString& line) {
        if (!isTraining() || m_isAskingForText) return;
        m_lines << line;
        const int total = std::max(1, m_parts[static_cast<std::size_t>(m_current)].training.trainings);
        const auto files = QDir(m_folder).entryList({QStringLiteral("*.split.h5")}, QDir::Files).size();
        const auto trained = std::min<qsizetype>(files, total);
        emit reported(tr("%1 of %2 runs have trained.").arg(trained).arg(total), m_lines.join(u'\n'),
                      static_cast<double>(trained) / total);
    });
    connect(&m_command, &launch::OwnCommand::finished, this, &LessonSession::commandEnded);
    connect(&m_command, &launch::OwnCommand::failed, this, &LessonSession::end);
}

void LessonSession::start(const lessons::Lesson& lesson, const QString& outputFolder) {
    stop();
    m_lesson = lesson;
    m_outputFolder = outputFolder;
    m_folder.clear();
    m_parts.clear();
    for (const lessons::Run& run : lesson.runs) {
        auto training = trainingOf(run);
        if (!training) {
            const QString sentence = QString::fromStdString(training.error().message);
            close();
            emit failed(sentence);
            return;
        }
        if (training->pair) training->pair->outputFolder = outputFolder;
        m_parts.emplace_back().training = std::move(*training);
    }
    next();
}

void LessonSession::stop() {
    if (m_command.isRunning()) m_command.cancel();
    end(tr("The lesson was stopped."));
}

void LessonSession::close() {
    stop();
    m_lesson = {};
    m_parts.clear();
    emit changed();
}

bool LessonSession::isDone() const {
    return isOpen() && std::ranges::all_of(m_parts, [](const Part& part) {
               return part.progress == Progress::Done && !part.document.empty();
           });
}

std::vector<LessonSession::Claim> LessonSession::claims() const {
    std::vector<Claim> claims;
    if (!isDone()) return claims;
    std::vector<std::string> documents;
    for (const Part& part : m_parts) documents.push_back(part.document);
    for (const lessons::Check& check : m_lesson.claim) {
        const auto holds = lessons::holds(check, documents);
        claims.push_back({QString::fromStdString(check.sentence), holds && *holds});
    }
    return claims;
}

bool LessonSession::isClaimSeen() const {
    const auto all = claims();
    return !all.empty() && std::ranges::all_of(all, &Claim::isSeen);
}

void LessonSession::next() {
    ++m_current;
    if (m_current >= static_cast<int>(m_parts.size())) {
        m_current = -1;
        emit changed();
        return;
    }
    Part& part = m_parts[static_cast<std::size_t>(m_current)];
    part.progress = Progress::Training;
    emit changed();
    if (part.training.pair)
        emit pairWanted(*part.training.pair);
    else
        startCommand(part);
}

void LessonSession::pairSaved(const QString& a, const QString& b) {
    if (!isTraining()) return;
    Part& part = m_parts[static_cast<std::size_t>(m_current)];
    part.fileA = a;
    part.fileB = b;
}

void LessonSession::pairEnded(bool wasCancelled, const QString& sentence) {
    if (!isTraining()) return;
    Part& part = m_parts[static_cast<std::size_t>(m_current)];
    if (!part.training.pair) return;
    if (wasCancelled || !sentence.isEmpty() || part.fileB.isEmpty())
        return end(wasCancelled ? tr("The lesson was stopped.") : sentence);
    part.progress = Progress::Done;
    next();
}

void LessonSession::takeDocument(const PairDocument& document) {
    const auto part = std::ranges::find_if(m_parts, [&](const Part& one) {
        return one.fileA == document.fileA && one.fileB == document.fileB && !one.fileA.isEmpty();
    });
    if (part == m_parts.end()) return;
    part->sign = document.sign;
    part->sentence = document.sentence;
    part->document = document.json;
    emit changed();
}

void LessonSession::startCommand(const Part& part) {
    const QDir parent(m_outputFolder);
    for (int number = 1; m_folder.isEmpty() || QFileInfo::exists(m_folder); ++number)
        m_folder = parent.filePath(QStringLiteral("lesson-%1-%2")
                                       .arg(QString::fromStdString(m_lesson.name))
                                       .arg(number, 3, 10, QLatin1Char('0')));
    m_lines.clear();
    m_isAskingForText = false;
    emit reported(tr("The first of %1 runs is training.").arg(part.training.trainings), {}, 0);
    m_command.start(part.training.words +
                    QStringList{QStringLiteral("--out"), m_folder, QStringLiteral("--json")});
}

void LessonSession::commandEnded(int exitCode, const QString& output) {
    if (!isTraining()) return;
    Part& part = m_parts[static_cast<std::size_t>(m_current)];
    if (!m_isAskingForText) {
        if (exitCode != 0)
            return end(m_lines.isEmpty() ? tr("The command ended with code %1.").arg(exitCode)
                                         : m_lines.last());
        part.document = output.toStdString();
        m_isAskingForText = true;
        // All runs are there, so nothing is trained again.
        m_command.start(part.training.words + QStringList{QStringLiteral("--out"), m_folder});
        return;
    }
    m_isAskingForText = false;
    part.progress = Progress::Done;
    part.sentence = tr("%1 runs have trained.").arg(part.training.trainings);
    emit reported(part.sentence, output, 1);
    emit reportEnded();
    next();
}

void LessonSession::end(const QString& failure) {
    if (!isTraining()) return;
    const bool isCommand = !m_parts[static_cast<std::size_t>(m_current)].training.pair;
    m_parts[static_cast<std::size_t>(m_current)].progress = Progress::Failed;
    m_parts[static_cast<std::size_t>(m_current)].sentence = failure;
    m_current = -1;
    emit changed();
    if (!isCommand) return;  // the pair's runner says it
    emit reportEnded();
    emit failed(failure);
}

}  // namespace firstsplit::ui
