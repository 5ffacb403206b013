#pragma once

#include <QString>
#include <optional>
#include <span>

#include "core/compare/comparison.h"

namespace firstsplit::ui {

/// Walks the events of a comparison, step by step; several events of one step are one stop. Never wraps.
class EventNavigator {
  public:
    EventNavigator() = default;
    explicit EventNavigator(std::span<const compare::Event> events);

    std::optional<qint64> next(qint64 step) const;
    std::optional<qint64> previous(qint64 step) const;
    std::optional<qint64> last() const;
    int count() const { return static_cast<int>(m_steps.size()); }
    /// "event 3 of 9: loss differs for the first time", or between which two events the step lies.
    QString placeOf(qint64 step) const;

  private:
    std::vector<qint64> m_steps;  ///< ascending, without repeats
    std::vector<QString> m_sentences;
};

}  // namespace firstsplit::ui
