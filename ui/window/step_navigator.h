#pragma once

#include <QObject>
#include <optional>

namespace firstsplit::ui {

class PlotStack;
class Workspace;

/// Moves the step cursor: over events, by steps, to either end. At an end it says so instead of wrapping.
class StepNavigator : public QObject {
    Q_OBJECT
  public:
    StepNavigator(Workspace* workspace, PlotStack* plots, QObject* parent = nullptr);

    void goTo(qint64 step);
    void firstSplit();
    void lastDifference();
    void nextDifference();
    void previousDifference();
    void by(qint64 steps);
    void byTenthsOfView(int tenths);
    void toStart();
    void toEnd();

  signals:
    void noted(const QString& sentence);

  private:
    Workspace* m_workspace;
    PlotStack* m_plots;
};

}  // namespace firstsplit::ui
