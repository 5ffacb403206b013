#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "ui/models/comparison_loader.h"
#include "ui/models/run_entry.h"

/// The words of the status bar, and what is estimated from runs that were made before.
namespace firstsplit::ui {

/// What was compared, and how much was left out.
QString comparedText(const LoadedRuns& loaded);
/// Every sentence of what was left out, a line each.
QString leftOutText(const LoadedRuns& loaded);
/// "CPU, 2 threads · LibTorch 2.11.0"
QString deviceText(const record::RunInfo& info);

/// Seconds and bytes a step of the newest whole run of an experiment; zeros when there is none.
std::pair<double, double> costAStep(const std::vector<RunEntry>& runs, const QString& experiment);

}  // namespace firstsplit::ui
