#include "sample.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "core/journal/payload.h"

namespace firstsplit::testing {

using fingerprint::Fingerprint;
using fingerprint::ScalarType;
using journal::Member;

TemporaryFolder::TemporaryFolder() : TemporaryFolder(std::filesystem::temp_directory_path()) {}

TemporaryFolder TemporaryFolder::inMemory() {
    constexpr const char* memory = "/dev/shm";
    return TemporaryFolder(access(memory, W_OK) == 0 ? std::filesystem::path(memory)
                                                     : std::filesystem::temp_directory_path());
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& base) {
    std::string pattern = (base / "firstsplit-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    m_path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(m_path, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(m_path, ignored);
}

std::vector<std::byte> bytesOfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

void writeFile(const std::string& path, std::span<const std::byte> bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

journal::Hello sampleHello() {
    journal::Hello hello;
    journal::RunRequest& request = hello.request;
    request.id = "5f0c8a52-7d3e-4b1c-9a1f-0d2f6f8f3a11";
    request.journal = "/runs/A.split.part";
    request.name = "digits-embedding, seeds, A";
    request.experiment = "digits-embedding";
    request.preset = "seeds";
    request.plannedSteps = 200;
    request.settings = {{"seed", "7"}, {"threads", "2"}};
    request.environment = {{"host", "launcher's"}, {"kernel", "6.1"}};
    request.commandLine = "firstsplit-runner --experiment 'digits embedding'";
    request.workingDirectory = "/home/user/ü";
    request.snapshots = {journal::SnapshotRequest::Policy::EveryN, 2, 12345};
    request.fingerprintBudgetBytes = 98765;
    hello.client = "firstsplit-runner 0.1.0";
    hello.seed = -7;
    hello.hasSeed = true;
    hello.device = "cpu";
    hello.environment = {{"torch", "2.11.0"}, {"host", "client's"}, {"env.EMPTY", ""}};
    return hello;
}

std::vector<Member> sampleMembers() {
    return {
        {Kind::RandomState, "torch.cpu", {}, ScalarType::Unknown, -1},
        {Kind::RandomState, "sampler", {}, ScalarType::Unknown, -1},
        {Kind::Batch, "images", {4, 8}, ScalarType::Float32, 0},
        {Kind::Batch, "labels", {4}, ScalarType::Int64, 0},
        {Kind::Loss, "loss", {}, ScalarType::Float32, 0},
        {Kind::Buffer, "norm.running_mean", {3}, ScalarType::Float64, -1},
        {Kind::Gradient, "table", {5, 4}, ScalarType::Float32, 0},
        {Kind::Gradient, "head/../weight", {3}, ScalarType::BFloat16, 0},
        {Kind::Gradient, "steps", {0, 2}, ScalarType::Float32, 0},
        {Kind::Weight, "table", {5, 4}, ScalarType::Float32, -1},
        {Kind::Weight, "head/../weight", {3}, ScalarType::BFloat16, -1},
        {Kind::Weight, "steps", {0, 2}, ScalarType::Float32, -1},
    };
}

std::vector<Member> membersOf(Kind kind) {
    std::vector<Member> out;
    for (Member& member : sampleMembers())
        if (member.kind == kind) out.push_back(std::move(member));
    return out;
}

journal::StepRecord sampleStep(std::int64_t step) {
    journal::StepRecord record;
    record.step = step;
    if (step >= 0) {
        record.losses = {{ScalarType::Float32, 0x3f800000u + static_cast<std::uint64_t>(step)}};
        record.learningRate = 0.1 / static_cast<double>(step + 1);
        if (step % 3 != 2) record.gradientNorm = 2.5 + static_cast<double>(step);
        record.stepSeconds = 1e-3;
    }
    for (Kind kind : allKinds) {
        const bool isRecorded =
            step >= 0 || kind == Kind::RandomState || kind == Kind::Weight || kind == Kind::Buffer;
        if (!isRecorded) continue;
        const std::size_t count = membersOf(kind).size();
        for (std::size_t member = 0; member < count; ++member)
            record.fingerprints[indexOf(kind)].push_back(
                Fingerprint{{static_cast<std::uint64_t>(step + 2) << 32 | indexOf(kind), member + 1}});
    }
    // An optimizer without state, and a gradient that is absent.
    record.fingerprints[indexOf(Kind::Optimizer)].clear();
    if (step >= 0) record.fingerprints[indexOf(Kind::Gradient)][2] = {};
    return record;
}

std::vector<std::byte> sampleValues(const Member& member, std::int64_t step) {
    std::vector<std::byte> bytes(journal::sizeInBytes(member).value());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] =
            static_cast<std::byte>(static_cast<std::size_t>(step + 3) * 31 + i * 7 + member.name.size());
    return bytes;
}

bool sampleHasValuesAt(std::int64_t step) {
    return step == -1 || step % 2 == 0;
}

void writeSample(journal::JournalWriter& writer, std::int64_t lastStep) {
    const auto members = sampleMembers();
    writer.addSettingsInForce("start", {{"seed", "7"}, {"threads", "2"}});
    writer.addMembers(members);
    for (std::int64_t step = -1; step <= lastStep; ++step) {
        if (sampleHasValuesAt(step)) {
            std::uint32_t weight = 0, buffer = 0;
            for (const Member& member : members) {
                if (member.kind == Kind::Weight)
                    writer.addValues(step, Kind::Weight, weight++, sampleValues(member, step));
                if (member.kind == Kind::Buffer)
                    writer.addValues(step, Kind::Buffer, buffer++, sampleValues(member, step));
            }
        }
        std::array<bool, kindCount> keep;
        keep.fill(true);
        if (step % 2 != 0) keep[indexOf(Kind::Weight)] = keep[indexOf(Kind::Gradient)] = step == -1;
        writer.addStep(sampleStep(step), keep);
        if (step == 1) writer.addLog(journal::LogLevel::Warning, 1, "the learning rate is large");
        if (step == 2) writer.addEpoch({0, 2, 0.25, 0.9, {3, 1, 2}});
        if (step == 4) writer.addEpoch({1, 4, std::nullopt, 0.95, {}});
    }
    writer.addSettingsInForce("end", {{"seed", "7"}, {"threads", "1"}});
}

void writeSampleJournal(const std::string& path, std::int64_t lastStep) {
    auto writer = journal::JournalWriter::create(path, sampleHello());
    ASSERT_TRUE(writer) << writer.error().message;
    writeSample(**writer, lastStep);
    (*writer)->end("finished", "");
    ASSERT_EQ((*writer)->detachReason(), std::nullopt);
}

}  // namespace firstsplit::testing
