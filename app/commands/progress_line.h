#pragma once

#include <QElapsedTimer>
#include <string>

#include "core/launch/pair_job.h"

namespace firstsplit::app {

/// One line on standard error that is rewritten in place, only when that is a terminal. Other output goes
/// through print(), so that the two never mix.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const std::string& text);
    /// At most ten times a second.
    void showFraction(const std::string& what, double fraction);
    void clear();
    /// To standard error, above the line.
    void print(const std::string& text);

  private:
    bool m_isTerminal;
    std::string m_shown;
    QElapsedTimer m_clock, m_sinceStart;
};

/// "pair 2 of 3, run B: step 120 of 200, 310 steps/s, loss 0.52, 12 MB, 4 s left".
std::string textOf(const launch::RunProgress& progress, int pairs);
/// "gradient differs at step 12, in table".
std::string textOf(const launch::SplitSeen& split);
/// "4 s", "3 min 20 s", "2 h 5 min".
std::string durationText(double seconds);

}  // namespace firstsplit::app
