#include "ui/window/lesson_controller.h"

#include "core/launch/run_paths.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/window/run_controller.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {

LessonController::LessonController(Workspace* workspace, RunController* runs, QObject* parent)
    : QObject(parent), m_session(launch::programPath()), m_panel(new LessonPanel(&m_session)) {
    connect(&m_session, &LessonSession::pairWanted, this, &LessonController::runWanted);
    connect(&m_session, &LessonSession::reported, this, &LessonController::report);
    connect(&m_session, &LessonSession::reportEnded, this, [this] {
        m_isAtCommand = false;
        emit commandEnded();
    });
    connect(&m_session, &LessonSession::failed, this, &LessonController::failed);
    connect(runs, &RunController::pairSaved, this, [this, workspace](const QString& a, const QString& b) {
        if (!m_session.isTraining()) return;
        m_session.pairSaved(a, b);
        workspace->makeDocument(a, b);
    });
    // Queued: the next pair starts when all have heard that this one is over.
    connect(runs, &RunController::ended, &m_session, &LessonSession::pairEnded, Qt::QueuedConnection);
    connect(workspace, &Workspace::documentMade, &m_session, &LessonSession::takeDocument);
}

void LessonController::start(const QString& name, const QString& outputFolder) {
    const auto lesson = lessons::lessonNamed(name.toStdString());
    if (!lesson) {
        emit failed(QString::fromStdString(lesson.error().message));
        return;
    }
    m_session.start(*lesson, outputFolder);
    m_panel->begin();
    if (m_session.isOpen()) emit opened();
}

void LessonController::report(const QString& sentence, const QString& text, double fraction) {
    if (!m_isAtCommand) {
        m_isAtCommand = true;
        emit commandStarted();
    }
    VerdictView verdict;
    const bool isOver = m_session.isDone();
    verdict.look = isOver ? VerdictView::Look::Neutral : VerdictView::Look::Hollow;
    verdict.sentence = sentence;
    verdict.reason = QString::fromStdString(m_session.lesson().title);
    if (isOver) {
        const bool isSeen = m_session.isClaimSeen();
        verdict.sign = isSeen ? QStringLiteral("✓") : QStringLiteral("?");
        verdict.sentence = isSeen ? tr("What the lesson claims was seen here.")
                                  : tr("What the lesson claims was not seen here.");
        QStringList claims;
        for (const auto& claim : m_session.claims()) claims << claim.sentence;
        verdict.reason = claims.join(QLatin1Char(' '));
        verdict.scope = sentence;
    } else {
        verdict.sign = QStringLiteral("…");
        verdict.next = {NextStep::Stop};
    }
    emit reported(verdict, text, fraction);
}

}  // namespace firstsplit::ui
