#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/journal/run_request.h"
#include "core/settings/settings.h"

namespace firstsplit::tests {

struct Ended {
    int exitCode = -1;  ///< −1 when a signal ended it
    int signal = 0;
    std::string output;
    std::string errors;
};

/// A real runner in a process of its own, its output in files of a temporary folder.
class RunnerProcess {
  public:
    /// Variables are set, or removed where the value is empty, over the environment of the tests.
    RunnerProcess(const std::vector<std::string>& arguments,
                  const std::map<std::string, std::optional<std::string>>& environment);
    ~RunnerProcess();  ///< kills it when it still runs
    RunnerProcess(const RunnerProcess&) = delete;
    RunnerProcess& operator=(const RunnerProcess&) = delete;

    void send(int signal) const;
    std::string outputSoFar() const;
    Ended wait();

  private:
    std::string m_folder;
    pid_t m_process = -1;
};

/// Runs it to its end, started as a launcher does: with the environment of its settings.
Ended runRunner(const std::vector<std::string>& arguments, const settings::Values& settings = {},
                std::map<std::string, std::optional<std::string>> environment = {});

/// A temporary folder of this test program, removed at its end.
std::string temporaryPath(const std::string& name);

/// The environment of a recorded run: its request in FIRSTSPLIT_RUN and the variables of its settings.
std::map<std::string, std::optional<std::string>> recordedEnvironment(const journal::RunRequest& request);

/// A request for a journal at a new temporary path.
journal::RunRequest requestFor(const settings::Values& settings);

/// The line's rest after "final weights: "; empty when there is none.
std::string finalWeightsIn(const std::string& output);

/// Processor cores that this process may use.
int usableCores();

}  // namespace firstsplit::tests
