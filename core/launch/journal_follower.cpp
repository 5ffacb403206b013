#include "core/launch/journal_follower.h"

#include <QFileInfo>

namespace firstsplit::launch {

namespace {
constexpr qint64 rateWindow = 3000;  // ms
}

JournalFollower::JournalFollower(const QString& journal) : m_journal(journal) {
    m_clock.start();
}

bool JournalFollower::update() {
    if (!m_trouble.isEmpty()) return false;
    const qint64 before = step();
    if (!m_run) {
        if (!QFileInfo::exists(m_journal)) return false;
        auto opened = record::openRun(m_journal.toLocal8Bit().toStdString());
        if (!opened) return false;
        m_run = std::move(*opened);
    } else if (auto grown = m_run->refresh(); !grown) {
        m_trouble = QString::fromStdString(grown.error().message);
        return false;
    }
    const qint64 now = m_clock.elapsed();
    if (step() == before && !m_samples.empty()) return false;
    m_samples.emplace_back(now, step());
    while (m_samples.size() > 2 && m_samples.front().first < now - rateWindow) m_samples.pop_front();
    return step() > before;
}

quint64 JournalFollower::bytes() const {
    return static_cast<quint64>(QFileInfo(m_journal).size());
}

std::optional<double> JournalFollower::loss() const {
    if (!m_run || m_run->stepCount() < 1) return std::nullopt;
    double value = 0;
    if (!m_run->readColumn(record::Column::Loss, m_run->rowCount() - 1, {&value, 1})) return std::nullopt;
    return value;
}

double JournalFollower::stepsPerSecond() const {
    if (m_samples.size() < 2) return 0;
    const auto [firstTime, firstStep] = m_samples.front();
    const auto [lastTime, lastStep] = m_samples.back();
    return lastTime > firstTime ? 1000.0 * static_cast<double>(lastStep - firstStep) /
                                      static_cast<double>(lastTime - firstTime)
                                : 0;
}

}  // namespace firstsplit::launch
