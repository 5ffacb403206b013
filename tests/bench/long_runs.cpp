// Writes two runs of 1,000,000 steps, A.split.h5 and B.split.h5, into the folder that is given: fingerprints
// of ten tensors and a loss at every step, which differ from step 10 on.
#include <bit>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "core/journal/journal_writer.h"
#include "core/record/run.h"

using namespace firstsplit;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t steps = 1'000'000;
constexpr std::uint32_t tensors = 10;
constexpr std::int64_t splitStep = 10;

template <class T>
T valueOf(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

journal::StepRecord stepOf(std::int64_t step, bool isOther) {
    const bool differs = isOther && step >= splitStep;
    journal::StepRecord record;
    record.step = step;
    for (std::uint64_t i = 0; i < tensors; ++i)
        record.fingerprints[indexOf(Kind::Weight)].push_back(
            {{static_cast<std::uint64_t>(step + 2) * 0x9E3779B97F4A7C15U + i, i + (differs ? 1000U : 1U)}});
    if (step < 0) return record;
    const double loss = 1 / (1 + static_cast<double>(step) * 1e-4) + (differs ? 1e-6 : 0);
    record.losses = {{journal::ScalarType::Float64, std::bit_cast<std::uint64_t>(loss)}};
    record.fingerprints[indexOf(Kind::Loss)] = {{{std::bit_cast<std::uint64_t>(loss), 1}}};
    record.learningRate = 0.1;
    record.gradientNorm = loss;
    record.stepSeconds = 1e-3;
    return record;
}

void write(const fs::path& folder, const std::string& name, bool isOther) {
    const fs::path journalPath = folder / (name + ".split.part");
    {
        journal::Hello hello;
        hello.request.id = name;
        hello.request.experiment = "bench";
        const auto writer = valueOf(journal::JournalWriter::create(journalPath, hello));
        std::vector<journal::Member> members = {{Kind::Loss, "loss", {}, journal::ScalarType::Float64, -1}};
        for (std::uint32_t i = 0; i < tensors; ++i)
            members.push_back(
                {Kind::Weight, "layer" + std::to_string(i), {8}, journal::ScalarType::Float32, -1});
        writer->addMembers(members);
        std::array<bool, kindCount> keep;
        keep.fill(true);
        for (std::int64_t step = -1; step < steps; ++step) writer->addStep(stepOf(step, isOther), keep);
        writer->end("finished");
    }
    record::ObservedEnd end;
    end.state = record::EndState::Finished;
    end.exitCode = 0;
    valueOf(record::buildRunFile(journalPath, folder / (name + ".split.h5"), end));
    fs::remove(journalPath);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "Usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    try {
        write(argv[1], "A", false);
        write(argv[1], "B", true);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "The runs could not be written: %s\n", error.what());
        return 1;
    }
    return 0;
}
