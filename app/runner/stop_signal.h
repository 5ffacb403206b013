#pragma once

namespace firstsplit::runner {

/// From now on SIGINT and SIGTERM ask for an end after the step at hand; a second one ends the process at
/// once.
void watchStopSignals();

/// The signal that asked for the end; 0: none yet. Safe to call from anywhere.
int stopSignal();

}  // namespace firstsplit::runner
