#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

namespace firstsplit::ui {

/// Steps as a continuous range: step s covers s − 0.5 to s + 0.5.
struct StepRange {
    double from = -0.5, to = 0.5;
    double length() const { return to - from; }
    bool operator==(const StepRange&) const = default;
};

/// Where steps lie across a widget, in its logical pixels. The same for ladder, plots and axis, so they align
/// exactly.
struct StepScale {
    StepRange range;
    double left = 0, width = 1;
    double xOf(double step) const { return left + (step - range.from) / range.length() * width; }
    double stepAt(double x) const { return range.from + (x - left) / width * range.length(); }
    double right() const { return left + width; }
};

/// What all parts of the stack share: steps in view, views before and after, cursors, margins. Lives in the
/// window's thread.
class StepView : public QObject {
    Q_OBJECT
  public:
    explicit StepView(QObject* parent = nullptr);

    /// First and last step that exist. `keepView` leaves the view where it is unless it showed everything.
    void setSteps(qint64 first, qint64 last, bool keepView);
    qint64 firstStep() const { return m_first; }
    qint64 lastStep() const { return m_last; }
    bool isEmpty() const { return m_last < m_first; }

    StepRange range() const { return m_range; }
    StepRange whole() const;
    qint64 stepsInView() const;
    void zoom(double factor, double anchorStep);  ///< > 1 shows less
    void pan(double steps);                       ///< without a view to go back to; call beginPan() first
    void beginPan() { remember(); }
    void showWhole();
    void back();
    void forward();

    qint64 cursor() const { return m_cursor; }
    void setCursor(qint64 step);
    std::optional<qint64> secondCursor() const { return m_second; }
    void setSecondCursor(std::optional<qint64> step);

    /// Space left and right of the axis in every part, in logical pixels.
    void setMargins(int left, int right);
    int leftMargin() const { return m_leftMargin; }
    int rightMargin() const { return m_rightMargin; }
    StepScale scaleFor(int widgetWidth) const;

  signals:
    void rangeChanged();
    void cursorChanged(qint64 step);
    void secondCursorChanged();
    void marginsChanged();

  private:
    void remember();
    void setRange(StepRange range);
    StepRange clamped(StepRange range) const;

    qint64 m_first = 0, m_last = -1;
    StepRange m_range;
    qint64 m_cursor = 0;
    std::optional<qint64> m_second;
    std::vector<StepRange> m_before, m_after;
    QTimer m_zoomGesture;  ///< runs while turns of the wheel count as one change of view
    int m_leftMargin = 100, m_rightMargin = 14;
};

}  // namespace firstsplit::ui
