#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <functional>
#include <random>

#include "core/compare/comparison.h"
#include "core/compare/live.h"
#include "core/compare/words.h"
#include "core/journal/journal_writer.h"

namespace firstsplit::compare {
namespace {

using journal::Fingerprint;
using journal::Member;
using journal::ScalarType;

/// Real journals, as a training process writes them: what the fakes of the other tests assume must hold here.
class JournalPair : public ::testing::Test {
  protected:
    void SetUp() override {
        folder = std::filesystem::temp_directory_path() /
                 ("firstsplit-compare-" + std::to_string(std::random_device{}()));
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    using Change = std::function<void(journal::StepRecord&, std::vector<float>& weights)>;

    /// Writes `steps` steps of a model of one weight; `change` may make a step differ.
    std::string write(const std::string& name, std::int64_t steps, const Change& change = {}) {
        journal::Hello hello;
        hello.request.id = name;
        hello.request.experiment = "tiny";
        hello.seed = 0;
        hello.hasSeed = true;
        const std::string path = folder / (name + ".split.part");
        auto writer = journal::JournalWriter::create(path, hello);
        EXPECT_TRUE(writer) << writer.error().message;
        const std::vector<Member> members = {{Kind::RandomState, "torch", {16}, ScalarType::UInt8, -1},
                                             {Kind::Batch, "input", {4}, ScalarType::Float32, 0},
                                             {Kind::Loss, "loss", {}, ScalarType::Float32, 0},
                                             {Kind::Gradient, "w", {4}, ScalarType::Float32, 0},
                                             {Kind::Weight, "w", {4}, ScalarType::Float32, -1}};
        (*writer)->addMembers(members);
        for (std::int64_t step = -1; step < steps; ++step) {
            journal::StepRecord record;
            record.step = step;
            std::vector<float> weights(4, static_cast<float>(step) + 2);
            const auto mark = [&](std::uint64_t salt) {
                return Fingerprint{{static_cast<std::uint64_t>(step) + 2, salt}};
            };
            record.fingerprints[indexOf(Kind::RandomState)] = {mark(1)};
            record.fingerprints[indexOf(Kind::Weight)] = {mark(2)};
            if (step >= 0) {
                record.losses = {
                    {ScalarType::Float32, std::bit_cast<std::uint32_t>(1.0F / static_cast<float>(step + 1))}};
                record.fingerprints[indexOf(Kind::Loss)] = {mark(5)};
                record.fingerprints[indexOf(Kind::Batch)] = {mark(3)};
                record.fingerprints[indexOf(Kind::Gradient)] = {mark(4)};
            }
            if (change) change(record, weights);
            (*writer)->addValues(step, Kind::Weight, 0, std::as_bytes(std::span(weights)));
            std::array<bool, kindCount> keep;
            keep.fill(true);
            (*writer)->addStep(record, keep);
        }
        (*writer)->end("finished");
        return path;
    }

    std::unique_ptr<record::Run> open(const std::string& path) {
        auto run = record::openRun(path);
        EXPECT_TRUE(run) << run.error().message;
        return std::move(*run);
    }

    std::filesystem::path folder;
};

void splitFromFour(journal::StepRecord& record, std::vector<float>& weights) {
    if (record.step < 4) return;
    record.fingerprints[indexOf(Kind::Gradient)][0].lanes[1] ^= 1;
    record.fingerprints[indexOf(Kind::Weight)][0].lanes[1] ^= 1;
    if (record.step > 6) {
        record.losses[0].bits += 1;
        record.fingerprints[indexOf(Kind::Loss)][0].lanes[1] ^= 1;
    }
    weights[2] += 0.5F;
}

TEST_F(JournalPair, IdenticalJournals) {
    const auto a = open(write("a", 12)), b = open(write("b", 12));
    const auto comparison = compareRuns(*a, *b);
    ASSERT_TRUE(comparison) << comparison.error().message;
    EXPECT_EQ(comparison->verdict, Verdict::Identical);
    EXPECT_EQ(describe(*comparison).sentence, "Identical: every fingerprint of 12 steps is equal.");
}

TEST_F(JournalPair, ASplitWithItsSize) {
    const auto a = open(write("a", 12)), b = open(write("b", 12, splitFromFour));
    auto comparison = compareRuns(*a, *b);
    ASSERT_TRUE(comparison) << comparison.error().message;
    EXPECT_EQ(describe(*comparison).sentence,
              "Split at step 4, in the gradient of w. The loss shows it at step 7.");
    EXPECT_EQ(comparison->cause.cause, CauseClass::Backward);
    EXPECT_EQ(comparison->lossUlp.at(8), 1);
    EXPECT_EQ(comparison->lossUlp.at(7), 0);
    ASSERT_TRUE(compareWeights(*a, *b, *comparison));
    ASSERT_TRUE(comparison->weights);
    EXPECT_EQ(comparison->weights->steps.size(), 13U);
    EXPECT_EQ(comparison->weights->overall[4].maxAbs, 0);
    EXPECT_EQ(comparison->weights->overall[5].maxAbs, 0.5);
    EXPECT_EQ(comparison->weights->overall[5].differingElements, 1);
}

TEST_F(JournalPair, AnotherLengthIsNeverIdentical) {
    const auto a = open(write("a", 12)), b = open(write("b", 9));
    const auto comparison = compareRuns(*a, *b);
    ASSERT_TRUE(comparison) << comparison.error().message;
    EXPECT_EQ(comparison->verdict, Verdict::Incomplete);
    EXPECT_EQ(comparison->stepsCompared, 9);
}

TEST_F(JournalPair, TheFollowerAgrees) {
    const auto a = open(write("a", 12)), b = open(write("b", 12, splitFromFour));
    LadderFollower follower(*a, *b);
    const auto events = follower.update();
    ASSERT_TRUE(events) << events.error().message;
    ASSERT_TRUE(follower.split());
    EXPECT_EQ(follower.split()->step, 4);
    EXPECT_EQ(follower.split()->member, "w");
}

}  // namespace
}  // namespace firstsplit::compare
