// Building the run file from its journal, against copying the journal.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/journal/journal_writer.h"
#include "core/record/run.h"
#include "tests/bench/in_folder.h"

using namespace firstsplit;

namespace {

namespace fs = std::filesystem;

void check(const Result<>& done) {
    if (!done) throw std::runtime_error(done.error().message);
}

/// Ten tensors of 1 MB whose weights are kept at every step: most of it is values, as in a real training.
fs::path weightJournal(const fs::path& folder) {
    constexpr std::int64_t steps = 24, tensors = 10, elements = 1 << 18;
    const fs::path path = folder / "weights.split.part";
    journal::Hello hello;
    hello.request.id = "bench";
    auto writer = journal::JournalWriter::create(path, hello);
    if (!writer) throw std::runtime_error(writer.error().message);
    std::vector<journal::Member> members;
    for (std::int64_t i = 0; i < tensors; ++i)
        members.push_back(
            {Kind::Weight, "layer" + std::to_string(i), {elements}, journal::ScalarType::Float32, -1});
    (*writer)->addMembers(members);
    std::array<bool, kindCount> keep;
    keep.fill(true);
    std::mt19937 random(1);
    std::vector<std::uint32_t> bits(elements);
    for (std::int64_t step = -1; step < steps; ++step) {
        journal::StepRecord record;
        record.step = step;
        for (std::uint32_t i = 0; i < tensors; ++i) {
            for (auto& one : bits) one = 0x3C000000U + (random() & 0x00FFFFFFU);
            (*writer)->addValues(step, Kind::Weight, i, std::as_bytes(std::span(bits)));
            record.fingerprints[indexOf(Kind::Weight)].push_back({{random(), i}});
        }
        (*writer)->addStep(record, keep);
    }
    (*writer)->end("finished");
    return path;
}

/// 20,000 steps of fingerprints of 62 parameters and their gradients, no values.
fs::path fingerprintJournal(const fs::path& folder) {
    constexpr std::int64_t steps = 20'000, tensors = 62;
    const fs::path path = folder / "fingerprints.split.part";
    journal::Hello hello;
    hello.request.id = "bench";
    auto writer = journal::JournalWriter::create(path, hello);
    if (!writer) throw std::runtime_error(writer.error().message);
    std::vector<journal::Member> members;
    for (const Kind kind : {Kind::Gradient, Kind::Weight})
        for (std::int64_t i = 0; i < tensors; ++i)
            members.push_back({kind, "layer" + std::to_string(i), {8}, journal::ScalarType::Float32, -1});
    (*writer)->addMembers(members);
    std::array<bool, kindCount> keep;
    keep.fill(true);
    std::mt19937_64 random(1);
    for (std::int64_t step = -1; step < steps; ++step) {
        journal::StepRecord record;
        record.step = step;
        if (step >= 0) record.losses.push_back({});
        for (const Kind kind : {Kind::Gradient, Kind::Weight})
            for (std::int64_t i = 0; i < tensors && (step >= 0 || kind == Kind::Weight); ++i)
                record.fingerprints[indexOf(kind)].push_back({{random(), random()}});
        (*writer)->addStep(record, keep);
    }
    (*writer)->end("finished");
    return path;
}

/// As cp does where the file system cannot share blocks, and then brought to the disk, as a run file is.
void copyBytes(const fs::path& from, const fs::path& to) {
    static std::vector<char> buffer(128 << 10);
    const int in = open(from.c_str(), O_RDONLY | O_CLOEXEC);
    const int out = open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (in < 0 || out < 0) throw std::runtime_error("cannot copy " + from.string());
    for (ssize_t count = 0; (count = read(in, buffer.data(), buffer.size())) > 0;)
        if (write(out, buffer.data(), static_cast<std::size_t>(count)) != count)
            throw std::runtime_error("cannot write " + to.string());
    if (fsync(out) != 0) throw std::runtime_error("cannot bring to the disk " + to.string());
    close(in);
    close(out);
}

void build(const fs::path& journal, const fs::path& file) {
    record::ObservedEnd end;
    end.state = record::EndState::Finished;
    end.exitCode = 0;
    check(record::buildRunFile(journal, file, end));
}

void measureAll(bench::Table& table, const fs::path& folder) {
    const fs::path file = folder / "built.split.h5", copied = folder / "copied.part";
    const bench::Plan plan = {.pairs = 9, .warmUps = 1, .secondsEach = 0.001};
    const auto measured = [&](const fs::path& journal, const char* what) {
        const auto ratio =
            bench::measure([&] { build(journal, file); }, [&] { copyBytes(journal, copied); }, plan,
                           [&] {
                               fs::remove(file);
                               fs::remove(copied);
                           });
        table.atMost(what, 2, ratio, "× copying");
    };
    measured(weightJournal(folder),
             "building the run file from its journal (25 × 10 MB of weights), against copying the journal, "
             "both to the disk");
    measured(fingerprintJournal(folder),
             "building the run file from its journal (20,000 steps × 124 fingerprints), against copying the "
             "journal, both to the disk");
}

}  // namespace

int main(int argc, char** argv) {
    return bench::mainInFolder(argc, argv, "Building run files", measureAll);
}
