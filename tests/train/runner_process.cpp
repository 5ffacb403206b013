#include "tests/train/runner_process.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace firstsplit::tests {
namespace {

struct TemporaryFolder {
    std::filesystem::path path;
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "firstsplit-train-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("No temporary folder can be made.");
        path = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

std::string contentsOf(const std::string& path) {
    std::ifstream file(path);
    return (std::ostringstream() << file.rdbuf()).str();
}

std::string runnerPath() {
    const char* folder = std::getenv("FIRSTSPLIT_BIN");
    if (folder == nullptr)
        throw std::runtime_error("FIRSTSPLIT_BIN is not set: start the tests through ctest.");
    return std::string(folder) + "/firstsplit-runner";
}

}  // namespace

std::string temporaryPath(const std::string& name) {
    static const TemporaryFolder folder;
    static int number = 0;
    return (folder.path / (std::to_string(number++) + "-" + name)).string();
}

RunnerProcess::RunnerProcess(const std::vector<std::string>& arguments,
                             const std::map<std::string, std::optional<std::string>>& environment)
    : m_folder(temporaryPath("process")) {
    std::filesystem::create_directory(m_folder);
    const std::string program = runnerPath(), output = m_folder + "/output", errors = m_folder + "/errors";
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    m_process = fork();
    if (m_process != 0) return;
    // Threads that wait by spinning make a run ten times as long on a machine that has other work; the race
    // stays.
    setenv("OMP_WAIT_POLICY", "PASSIVE", 1);
    for (const auto& [name, value] : environment)
        value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
    const int out = open(output.c_str(), O_WRONLY | O_CREAT, 0600),
              err = open(errors.c_str(), O_WRONLY | O_CREAT, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
}

RunnerProcess::~RunnerProcess() {
    if (m_process <= 0) return;
    kill(m_process, SIGKILL);
    waitpid(m_process, nullptr, 0);
}

void RunnerProcess::send(int signal) const {
    kill(m_process, signal);
}

std::string RunnerProcess::outputSoFar() const {
    return contentsOf(m_folder + "/output");
}

Ended RunnerProcess::wait() {
    int status = 0;
    while (waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
    }
    m_process = -1;
    return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            .output = outputSoFar(),
            .errors = contentsOf(m_folder + "/errors")};
}

Ended runRunner(const std::vector<std::string>& arguments, const settings::Values& settings,
                std::map<std::string, std::optional<std::string>> environment) {
    std::vector<std::string> all = arguments;
    for (const auto& [key, value] : settings) all.insert(all.end(), {"--set", key + "=" + value});
    environment.merge(settings::environmentFor(settings));
    return RunnerProcess(all, environment).wait();
}

journal::RunRequest requestFor(const settings::Values& settings) {
    journal::RunRequest request;
    request.id = "00000000-0000-4000-8000-000000000000";
    request.journal = temporaryPath("run.split.part");
    request.name = "test";
    request.settings = settings;
    return request;
}

std::map<std::string, std::optional<std::string>> recordedEnvironment(const journal::RunRequest& request) {
    std::map<std::string, std::optional<std::string>> environment =
        settings::environmentFor(request.settings);
    environment[journal::runRequestVariable] = journal::toJson(request);
    return environment;
}

std::string finalWeightsIn(const std::string& output) {
    const std::string words = "final weights: ";
    const std::size_t at = output.find(words);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + words.size();
    return output.substr(begin, output.find('\n', begin) - begin);
}

int usableCores() {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace firstsplit::tests
