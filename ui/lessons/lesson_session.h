#pragma once

#include <QObject>
#include <vector>

#include "core/launch/own_command.h"
#include "ui/lessons/lesson_training.h"
#include "ui/models/pair_document.h"

namespace firstsplit::ui {

/// A lesson on its way: its commands one after the other, what each of them gave, and whether what the lesson
/// claims was seen. Pairs are run by whoever listens to pairWanted(); other commands it runs itself. Lives on
/// the window's thread.
class LessonSession : public QObject {
    Q_OBJECT
  public:
    enum class Progress { Waiting, Training, Done, Failed };
    struct Part {
        LessonTraining training;
        Progress progress = Progress::Waiting;
        QString sign, sentence;  ///< what it gave
        QString fileA, fileB;    ///< of a pair
        std::string document;    ///< its JSON
    };
    struct Claim {
        QString sentence;
        bool isSeen = false;
    };

    /// `program`: what runs the commands that are no pairs.
    explicit LessonSession(QString program, QObject* parent = nullptr);

    /// Trains what the lesson says; pairs go to `outputFolder`, other commands to a folder of their own in
    /// it.
    void start(const lessons::Lesson& lesson, const QString& outputFolder);
    void stop();
    void close();

    bool isOpen() const { return !m_lesson.name.empty(); }
    bool isTraining() const { return m_current >= 0; }
    /// All commands have come to their end.
    bool isDone() const;
    const lessons::Lesson& lesson() const { return m_lesson; }
    const std::vector<Part>& parts() const { return m_parts; }
    /// Once it is done.
    std::vector<Claim> claims() const;
    bool isClaimSeen() const;

    /// What the listener reports of the pair that it was asked for.
    void pairSaved(const QString& a, const QString& b);
    void pairEnded(bool wasCancelled, const QString& sentence);
    void takeDocument(const PairDocument& document);

  signals:
    void changed();
    void pairWanted(const firstsplit::launch::PairRequest& request);
    /// A command that is no pair: how far it is, and its words so far or at the end.
    void reported(const QString& sentence, const QString& text, double fraction);
    void reportEnded();
    void failed(const QString& sentence);

  private:
    void next();
    void startCommand(const Part& part);
    void commandEnded(int exitCode, const QString& output);
    void end(const QString& failure);

    lessons::Lesson m_lesson;
    std::vector<Part> m_parts;
    int m_current = -1;  ///< the part that trains
    QString m_outputFolder, m_folder;
    launch::OwnCommand m_command;
    QStringList m_lines;
    bool m_isAskingForText = false;  ///< the runs are there; the second call only words them
};

}  // namespace firstsplit::ui
