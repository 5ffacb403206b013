#include "ui/library/log_panel.h"

#include <QFontDatabase>
#include <QTime>

namespace firstsplit::ui {

LogPanel::LogPanel(QWidget* parent) : QPlainTextEdit(parent) {
    setReadOnly(true);
    setMaximumBlockCount(20'000);
    setFrameShape(QFrame::NoFrame);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    setFont(mono);
    setAccessibleName(tr("Log"));
    setAccessibleDescription(tr("Output of the runs, and messages"));
    setPlaceholderText(tr("Output of runs and messages appear here."));
}

void LogPanel::addLine(const QString& text) {
    appendPlainText(text);
}

void LogPanel::addOutput(const QString& source, const QString& text) {
    if (source != m_source) addLine(QStringLiteral("── %1 ──").arg(source));
    m_source = source;
    QString lines = text;
    if (lines.endsWith(QLatin1Char('\n'))) lines.chop(1);
    addLine(lines);
}

void LogPanel::addMessage(const QString& sentence) {
    m_source.clear();
    addLine(QTime::currentTime().toString(QStringLiteral("HH:mm:ss ")) + sentence);
}

void LogPanel::addRun(const QString& side, const record::RunInfo& info,
                      const std::vector<record::LogEntry>& log) {
    if (log.empty() && info.lastWords.empty() && info.endReason.empty()) return;
    m_source.clear();
    addLine(QStringLiteral("── %1: %2 ──").arg(side, QString::fromStdString(info.name)));
    for (const record::LogEntry& entry : log) {
        const QString level = entry.level == journal::LogLevel::Error     ? tr("error")
                              : entry.level == journal::LogLevel::Warning ? tr("warning")
                                                                          : tr("info");
        const QString where = entry.step ? tr("step %1, ").arg(*entry.step) : QString();
        addLine(where + level + QStringLiteral(": ") + QString::fromStdString(entry.text));
    }
    if (!info.endReason.empty()) addLine(QString::fromStdString(info.endReason));
    if (info.lastWords.empty()) return;
    addLine(tr("Last words:"));
    m_lastWords = QTextCursor(document()->lastBlock());
    m_lastWords.setKeepPositionOnInsert(true);
    addLine(QString::fromStdString(info.lastWords));
    m_lastWords.movePosition(QTextCursor::NextBlock);
    m_lastWords.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
}

void LogPanel::showLastWords() {
    if (m_lastWords.isNull()) return;
    setTextCursor(m_lastWords);
    ensureCursorVisible();
    setFocus();
}

}  // namespace firstsplit::ui
