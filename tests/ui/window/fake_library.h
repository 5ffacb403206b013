#pragma once

#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "tests/compare/fake_run.h"
#include "ui/models/comparison_loader.h"

namespace firstsplit::testing {

/// Runs by path, opened as the window opens files. `beforeOpen` runs on the I/O thread.
class FakeLibrary {
  public:
    void add(const std::string& path, const FakeRun& run) { m_runs.insert_or_assign(path, run); }
    FakeRun& at(const std::string& path) { return m_runs.at(path); }

    ui::ComparisonLoader::Opener opener() {
        return [this](const std::string& path) -> Result<std::unique_ptr<record::Run>> {
            if (beforeOpen) beforeOpen(path);
            const auto found = m_runs.find(path);
            if (found == m_runs.end()) return fail(path + " cannot be opened: no such file. Check the path.");
            auto run = std::make_unique<FakeRun>(found->second);
            run->information.file = path;
            return run;
        };
    }

    std::function<void(const std::string& path)> beforeOpen;

  private:
    std::map<std::string, FakeRun> m_runs;
};

/// Twenty steps that split in the gradient of table at 3, in its weight at 4, in the loss at 10; hidden.bias
/// joins at 7.
inline FakeRun splitRun() {
    FakeRun run(20);
    run.vary(Kind::Gradient, "table", 3);
    run.vary(Kind::Weight, "table", 4);
    run.vary(Kind::Weight, "hidden.bias", 7);
    run.setLoss(10, run.lossAt(10) + 1e-3);
    return run;
}

inline const std::string pathA = "/runs/digits-001-A.split.h5";
inline const std::string pathB = "/runs/digits-001-B.split.h5";

inline FakeLibrary libraryOfPair(const FakeRun& b = splitRun()) {
    FakeLibrary library;
    FakeRun a(20);
    a.information.name = "digits-001 A";
    FakeRun second = b;
    second.information.name = "digits-001 B";
    library.add(pathA, a);
    library.add(pathB, second);
    return library;
}

}  // namespace firstsplit::testing
