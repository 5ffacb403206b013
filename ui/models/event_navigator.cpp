#include "ui/models/event_navigator.h"

#include <QObject>
#include <algorithm>

namespace firstsplit::ui {

EventNavigator::EventNavigator(std::span<const compare::Event> events) {
    for (const auto& event : events) {
        const auto sentence = QString::fromStdString(event.sentence);
        if (!m_steps.empty() && m_steps.back() == event.step) {
            m_sentences.back() += QStringLiteral("; ") + sentence;
        } else {
            m_steps.push_back(event.step);
            m_sentences.push_back(sentence);
        }
    }
}

std::optional<qint64> EventNavigator::next(qint64 step) const {
    const auto found = std::ranges::upper_bound(m_steps, step);
    if (found == m_steps.end()) return std::nullopt;
    return *found;
}

std::optional<qint64> EventNavigator::previous(qint64 step) const {
    const auto found = std::ranges::lower_bound(m_steps, step);
    if (found == m_steps.begin()) return std::nullopt;
    return *std::prev(found);
}

std::optional<qint64> EventNavigator::last() const {
    if (m_steps.empty()) return std::nullopt;
    return m_steps.back();
}

QString EventNavigator::placeOf(qint64 step) const {
    if (m_steps.empty()) return QObject::tr("no events: nothing differs");
    const auto found = std::ranges::lower_bound(m_steps, step);
    const auto index = found - m_steps.begin();
    if (found != m_steps.end() && *found == step)
        return QObject::tr("event %1 of %2: %3")
            .arg(index + 1)
            .arg(count())
            .arg(m_sentences[static_cast<size_t>(index)]);
    if (index == 0) return QObject::tr("before event 1 of %1").arg(count());
    return QObject::tr("after event %1 of %2").arg(index).arg(count());
}

}  // namespace firstsplit::ui
