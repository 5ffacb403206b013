// Comparing two saved runs: by digests and fingerprints against reading files that hold only those, and by
// weights against reading both run files and against h5diff.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/journal/journal_writer.h"
#include "tests/bench/in_folder.h"

using namespace firstsplit;

namespace {

namespace fs = std::filesystem;
using journal::Fingerprint;

constexpr std::int64_t ladderSteps = 100'000;
constexpr int ladderTensors = 62;
constexpr std::int64_t weightSteps = 12;
constexpr std::int64_t weightElements = 1 << 18;  // of each of ten tensors: 10 MB a snapshot

template <class T>
T valueOf(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

std::unique_ptr<journal::JournalWriter> newJournal(const fs::path& path) {
    journal::Hello hello;
    hello.request.id = path.stem();
    hello.request.experiment = "bench";
    return valueOf(journal::JournalWriter::create(path, hello));
}

fs::path saved(const fs::path& journalPath) {
    const fs::path file = fs::path(journalPath).replace_extension(".h5");
    record::ObservedEnd end;
    end.state = record::EndState::Finished;
    end.exitCode = 0;
    valueOf(record::buildRunFile(journalPath, file, end));
    fs::remove(journalPath);
    return file;
}

/// A run of fingerprints alone; from step 10 on those of B are others. `flat` gets the same bytes and nothing
/// else.
fs::path ladderRun(const fs::path& folder, const std::string& name, std::uint64_t variant,
                   const fs::path& flat) {
    const fs::path path = folder / (name + ".part");
    {
        auto writer = newJournal(path);
        std::vector<journal::Member> members;
        for (int i = 0; i < ladderTensors; ++i)
            members.push_back(
                {Kind::Weight, "layer" + std::to_string(i), {8}, journal::ScalarType::Float32, -1});
        writer->addMembers(members);
        std::ofstream bytes(flat, std::ios::binary);
        std::array<bool, kindCount> keep;
        keep.fill(true);
        for (std::int64_t step = -1; step < ladderSteps; ++step) {
            journal::StepRecord record;
            record.step = step;
            auto& fingerprints = record.fingerprints[indexOf(Kind::Weight)];
            for (std::uint64_t i = 0; i < ladderTensors; ++i)
                fingerprints.push_back({{static_cast<std::uint64_t>(step + 2) * 0x9E3779B97F4A7C15U + i,
                                         i + 1 + (step < 10 ? 0 : variant)}});
            const Fingerprint digest = fingerprint::ofList(fingerprints);
            bytes.write(reinterpret_cast<const char*>(&digest), sizeof digest);
            bytes.write(reinterpret_cast<const char*>(fingerprints.data()),
                        static_cast<std::streamsize>(fingerprints.size() * sizeof(Fingerprint)));
            writer->addStep(record, keep);
        }
        writer->end("finished");
    }
    return saved(path);
}

/// A run whose weights are all kept, and differ in every element from step 0 on.
fs::path weightRun(const fs::path& folder, const std::string& name, std::uint32_t variant) {
    const fs::path path = folder / (name + ".part");
    {
        auto writer = newJournal(path);
        std::vector<journal::Member> members;
        for (int i = 0; i < 10; ++i)
            members.push_back({Kind::Weight,
                               "layer" + std::to_string(i),
                               {weightElements},
                               journal::ScalarType::Float32,
                               -1});
        writer->addMembers(members);
        std::array<bool, kindCount> keep;
        keep.fill(true);
        std::mt19937 random(1);
        std::vector<std::uint32_t> bits(weightElements);
        for (std::int64_t step = -1; step < weightSteps; ++step) {
            journal::StepRecord record;
            record.step = step;
            for (std::uint32_t i = 0; i < 10; ++i) {
                for (auto& one : bits)
                    one = 0x3C000000U + ((random() & 0x00FFFFFEU) | (step < 0 ? 0 : variant));
                writer->addValues(step, Kind::Weight, i, std::as_bytes(std::span(bits)));
                record.fingerprints[indexOf(Kind::Weight)].push_back(
                    fingerprint::ofTensor(journal::ScalarType::Float32, std::span(&weightElements, 1),
                                          std::as_bytes(std::span(bits))));
            }
            writer->addStep(record, keep);
        }
        writer->end("finished");
    }
    return saved(path);
}

/// As cat does, without the writing.
void readThrough(const fs::path& path) {
    static std::vector<char> buffer(128 << 10);
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    while (file >= 0 && read(file, buffer.data(), buffer.size()) > 0) bench::keep(buffer.data());
    close(file);
}

compare::Comparison compared(const fs::path& a, const fs::path& b, bool withWeights) {
    const auto runA = valueOf(record::openRun(a)), runB = valueOf(record::openRun(b));
    compare::Comparison comparison = valueOf(compare::compareRuns(*runA, *runB));
    if (withWeights) valueOf(compare::compareWeights(*runA, *runB, comparison));
    return comparison;
}

void check(bool isRight, const char* what) {
    if (!isRight) throw std::runtime_error(what);
}

void measureAll(bench::Table& table, const fs::path& folder) {
    const bench::Plan plan = {.pairs = 9, .warmUps = 1, .secondsEach = 0.001};
    {
        const fs::path flatA = folder / "a.flat", flatB = folder / "b.flat";
        const fs::path a = ladderRun(folder, "a", 0, flatA), b = ladderRun(folder, "b", 1000, flatB);
        const auto comparison = compared(a, b, false);
        check(comparison.first && comparison.first->step == 10 && comparison.first->member == "layer0",
              "the comparison missed the split");
        const auto ratio = bench::measure([&] { compared(a, b, false); },
                                          [&] {
                                              readThrough(flatA);
                                              readThrough(flatB);
                                          },
                                          plan);
        table.atMost(
            "comparing by digest and fingerprint (100,000 steps × 62 tensors), against cat of only those",
            1.5, ratio, "× cat");
        for (const fs::path& path : {a, b, flatA, flatB}) fs::remove(path);
    }
    const fs::path a = weightRun(folder, "a", 0), b = weightRun(folder, "b", 1);
    const auto comparison = compared(a, b, true);
    check(comparison.weights && comparison.weights->overall.back().differingElements == 10 * weightElements,
          "the comparison missed weights that differ");
    const auto reading = bench::measure([&] { compared(a, b, true); },
                                        [&] {
                                            readThrough(a);
                                            readThrough(b);
                                        },
                                        plan);
    table.atMost("comparing by weights (13 × 10 MB), against reading both files", 1.3, reading, "× reading");
    const std::string what = "comparing by weights (13 × 10 MB), against h5diff";
    if (std::system("h5diff --version >/dev/null 2>&1") != 0) {
        table.notMeasured(what, "at least 10.00 times as fast", "h5diff is not installed (hdf5-tools)");
        return;
    }
    const std::string command =
        "h5diff -q '" + a.string() + "' '" + b.string() + "' /weights >/dev/null 2>&1";
    const auto against =
        bench::measure([&] { compared(a, b, true); },
                       [&] { check(std::system(command.c_str()) == 256, "h5diff saw no difference"); },
                       {.pairs = 3, .warmUps = 1, .secondsEach = 0.001});
    table.atLeast(what, 10, against.asSpeed(), "times as fast");
}

}  // namespace

int main(int argc, char** argv) {
    return bench::mainInFolder(argc, argv, "The comparison", measureAll);
}
