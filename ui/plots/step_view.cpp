#include "ui/plots/step_view.h"

#include <algorithm>
#include <cmath>

namespace firstsplit::ui {

namespace {
constexpr double edgeShare = 0.015;  // air at both ends of the whole run
constexpr double shortestView = 6;   // steps
constexpr std::size_t viewsKept = 100;
}  // namespace

StepView::StepView(QObject* parent) : QObject(parent) {
    m_zoomGesture.setSingleShot(true);
    m_zoomGesture.setInterval(400);
}

StepRange StepView::whole() const {
    if (isEmpty()) return {};
    const double length = static_cast<double>(m_last - m_first) + 1;
    const double air = std::max(0.5, length * edgeShare);
    return {static_cast<double>(m_first) - 0.5 - air, static_cast<double>(m_last) + 0.5 + air};
}

void StepView::setSteps(qint64 first, qint64 last, bool keepView) {
    const bool showedAll = m_range == whole() || isEmpty();
    m_first = first;
    m_last = last;
    if (!keepView) {
        m_before.clear();
        m_after.clear();
        m_second.reset();
        emit secondCursorChanged();
    }
    setRange(keepView && !showedAll ? clamped(m_range) : whole());
    if (!isEmpty()) setCursor(m_cursor);
}

StepRange StepView::clamped(StepRange range) const {
    const StepRange all = whole();
    const double length = std::clamp(range.length(), std::min(shortestView, all.length()), all.length());
    const double middle = (range.from + range.to) / 2;
    const double from = std::clamp(middle - length / 2, all.from, all.to - length);
    if (length >= all.length()) return all;
    return {from, from + length};
}

void StepView::setRange(StepRange range) {
    if (range == m_range) return;
    m_range = range;
    emit rangeChanged();
}

void StepView::remember() {
    if (!m_before.empty() && m_before.back() == m_range) return;
    m_before.push_back(m_range);
    if (m_before.size() > viewsKept) m_before.erase(m_before.begin());
    m_after.clear();
}

qint64 StepView::stepsInView() const {
    if (isEmpty()) return 0;
    const auto from = std::max(m_first, static_cast<qint64>(std::ceil(m_range.from)));
    const auto to = std::min(m_last, static_cast<qint64>(std::floor(m_range.to)));
    return std::max<qint64>(0, to - from + 1);
}

void StepView::zoom(double factor, double anchorStep) {
    if (isEmpty() || !(factor > 0)) return;
    const StepRange wanted = {anchorStep - (anchorStep - m_range.from) / factor,
                              anchorStep + (m_range.to - anchorStep) / factor};
    const StepRange allowed = clamped(wanted);
    if (allowed == m_range) return;
    if (!m_zoomGesture.isActive()) remember();
    m_zoomGesture.start();
    setRange(allowed);
}

void StepView::pan(double steps) {
    setRange(clamped({m_range.from + steps, m_range.to + steps}));
}

void StepView::showWhole() {
    if (m_range == whole()) return;
    remember();
    setRange(whole());
}

void StepView::back() {
    if (m_before.empty()) return;
    m_after.push_back(m_range);
    const StepRange range = m_before.back();
    m_before.pop_back();
    m_zoomGesture.stop();
    setRange(clamped(range));
}

void StepView::forward() {
    if (m_after.empty()) return;
    m_before.push_back(m_range);
    const StepRange range = m_after.back();
    m_after.pop_back();
    m_zoomGesture.stop();
    setRange(clamped(range));
}

void StepView::setCursor(qint64 step) {
    const qint64 allowed = isEmpty() ? 0 : std::clamp(step, m_first, m_last);
    if (allowed == m_cursor) return;
    m_cursor = allowed;
    emit cursorChanged(allowed);
    // A cursor that was sent out of the view takes the view along.
    const auto at = static_cast<double>(allowed);
    if (!isEmpty() && (at < m_range.from || at > m_range.to)) {
        remember();
        const double half = m_range.length() / 2;
        setRange(clamped({at - half, at + half}));
    }
}

void StepView::setSecondCursor(std::optional<qint64> step) {
    if (step) step = isEmpty() ? 0 : std::clamp(*step, m_first, m_last);
    if (step == m_second) return;
    m_second = step;
    emit secondCursorChanged();
}

void StepView::setMargins(int left, int right) {
    if (left == m_leftMargin && right == m_rightMargin) return;
    m_leftMargin = left;
    m_rightMargin = right;
    emit marginsChanged();
}

StepScale StepView::scaleFor(int widgetWidth) const {
    return {m_range, static_cast<double>(m_leftMargin),
            static_cast<double>(std::max(1, widgetWidth - m_leftMargin - m_rightMargin))};
}

}  // namespace firstsplit::ui
