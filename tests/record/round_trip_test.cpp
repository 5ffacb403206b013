#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <span>
#include <thread>
#include <vector>

#include "core/record/run.h"
#include "run_contents.h"
#include "sample.h"

namespace firstsplit::record {

namespace {

using namespace firstsplit::testing;
using fingerprint::ofList;

constexpr std::int64_t lastStep = 6;

ObservedEnd finished() {
    ObservedEnd end;
    end.state = EndState::Finished;
    end.exitCode = 0;
    end.endTime = "2026-03-01T12:00:00Z";
    end.lastWords = "done\n";
    return end;
}

/// What the sample must read back as, from journal and file alike.
/// Read by several threads at once, in parts that begin and end anywhere.
void expectSameInParts(const Run& run, Kind kind, std::uint32_t member, std::size_t snapshot,
                       const std::vector<std::byte>& expected) {
    std::vector<std::thread> threads;
    for (std::size_t part = 7; part < 10; ++part)
        threads.emplace_back([&, part] {
            const auto source = run.openValues(kind, member, snapshot);
            ASSERT_TRUE(source) << source.error().message;
            std::vector<std::byte> bytes(expected.size());
            for (std::size_t begin = 0; begin < bytes.size(); begin += part) {
                const auto out = std::span(bytes).subspan(begin, std::min(part, bytes.size() - begin));
                EXPECT_TRUE((*source)->read(begin, out));
            }
            EXPECT_EQ(bytes, expected);
            EXPECT_FALSE((*source)->read(expected.size() - 1, std::span(bytes).first(2)));
        });
    for (std::thread& thread : threads) thread.join();
}

void expectSample(const Run& run) {
    const RunInfo& info = run.info();
    const journal::Hello hello = sampleHello();
    EXPECT_EQ(info.id, hello.request.id);
    EXPECT_EQ(info.name, hello.request.name);
    EXPECT_EQ(info.experiment, hello.request.experiment);
    EXPECT_EQ(info.preset, hello.request.preset);
    EXPECT_EQ(info.seed, -7);
    EXPECT_EQ(info.device, "cpu");
    EXPECT_EQ(info.commandLine, hello.request.commandLine);
    EXPECT_EQ(info.workingDirectory, hello.request.workingDirectory);
    EXPECT_EQ(info.client, hello.client);
    EXPECT_EQ(info.startTime.size(), 20u);
    EXPECT_EQ(info.plannedSteps, 200);
    EXPECT_FALSE(info.finding);
    ASSERT_TRUE(info.snapshots);
    EXPECT_EQ(info.snapshots->policy, journal::SnapshotRequest::Policy::EveryN);
    EXPECT_EQ(info.snapshots->every, 2);
    EXPECT_EQ(info.snapshots->budgetBytes, 12345u);
    EXPECT_EQ(info.end, EndState::Finished);
    EXPECT_TRUE(info.damaged.empty());
    EXPECT_EQ(info.requested, hello.request.settings);
    EXPECT_EQ(info.inForceAtStart.at("threads"), "2");
    EXPECT_EQ(info.inForceAtEnd.at("threads"), "1");
    EXPECT_EQ(info.environment.at("host"), "client's");  // the client's own word stands over the launcher's
    EXPECT_EQ(info.environment.at("kernel"), "6.1");
    EXPECT_EQ(info.environment.at("env.EMPTY"), "");

    ASSERT_EQ(run.rowCount(), lastStep + 2);
    EXPECT_EQ(run.stepCount(), lastStep + 1);
    EXPECT_EQ(run.lossType(), ScalarType::Float32);
    for (Kind kind : allKinds) {
        const auto expected = membersOf(kind);
        const auto& members = run.members(kind);
        ASSERT_EQ(members.size(), expected.size()) << nameOf(kind);
        for (std::size_t i = 0; i < members.size(); ++i) {
            EXPECT_EQ(members[i].name, expected[i].name);
            EXPECT_EQ(members[i].shape, expected[i].shape);
            EXPECT_EQ(members[i].dtype, expected[i].dtype);
            EXPECT_EQ(members[i].sinceStep, expected[i].sinceStep);
        }
        std::vector<Fingerprint> digests(static_cast<std::size_t>(run.rowCount()));
        ASSERT_TRUE(run.readDigests(kind, 0, digests));
        for (std::int64_t step = -1; step <= lastStep; ++step) {
            const auto record = sampleStep(step);
            const auto& list = record.fingerprints[indexOf(kind)];
            EXPECT_EQ(digests[static_cast<std::size_t>(step + 1)],
                      list.empty() ? Fingerprint{} : ofList(list))
                << nameOf(kind) << " " << step;
        }
        const auto& rows = run.fingerprintRows(kind);
        std::vector<Fingerprint> all(rows.size() * members.size());
        ASSERT_TRUE(run.readFingerprints(kind, 0, rows.size(), all));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::vector<Fingerprint> row(
                all.begin() + static_cast<std::ptrdiff_t>(i * members.size()),
                all.begin() + static_cast<std::ptrdiff_t>((i + 1) * members.size()));
            EXPECT_EQ(row, sampleStep(rows[i] - 1).fingerprints[indexOf(kind)]);
        }
    }
    EXPECT_EQ(run.fingerprintRows(Kind::Batch).size(), static_cast<std::size_t>(lastStep + 1));
    EXPECT_EQ(run.fingerprintRows(Kind::Weight), (std::vector<std::int64_t>{0, 1, 3, 5, 7}));
    EXPECT_TRUE(run.fingerprintRows(Kind::Optimizer).empty());

    std::vector<double> losses(3), norms(3);
    ASSERT_TRUE(run.readColumn(Column::Loss, 0, losses));
    ASSERT_TRUE(run.readColumn(Column::GradientNorm, 2, norms));
    EXPECT_TRUE(std::isnan(losses[0]));
    EXPECT_EQ(losses[1], 1.0);
    EXPECT_EQ(losses[2], std::bit_cast<float>(0x3f800001u));
    EXPECT_EQ(norms[0], 3.5);
    EXPECT_TRUE(std::isnan(norms[1]));

    EXPECT_EQ(run.valueRows(), (std::vector<std::int64_t>{0, 1, 3, 5, 7}));
    for (Kind kind : {Kind::Weight, Kind::Buffer}) {
        for (std::uint32_t member = 0; member < run.members(kind).size(); ++member) {
            EXPECT_TRUE(run.hasValues(kind, member));
            for (std::size_t snapshot = 0; snapshot < run.valueRows().size(); ++snapshot) {
                const auto expected = sampleValues(run.members(kind)[member], run.valueRows()[snapshot] - 1);
                std::vector<std::byte> bytes(expected.size());
                const auto read = run.readValues(kind, member, snapshot, bytes);
                ASSERT_TRUE(read) << read.error().message;
                EXPECT_EQ(bytes, expected);
                expectSameInParts(run, kind, member, snapshot, expected);
            }
        }
    }
    EXPECT_FALSE(run.hasValues(Kind::Gradient, 0));
    EXPECT_FALSE(run.hasValues(Kind::Weight, 99));

    ASSERT_EQ(run.epochs().size(), 2u);
    EXPECT_EQ(run.epochs()[0].validationLoss, 0.25);
    EXPECT_EQ(run.epochs()[0].firstSampleIds, (std::vector<std::int64_t>{3, 1, 2}));
    EXPECT_EQ(run.epochs()[1].epoch, 1);
    EXPECT_EQ(run.epochs()[1].step, 4);
    EXPECT_EQ(run.epochs()[1].validationLoss, std::nullopt);
    EXPECT_EQ(run.epochs()[1].validationAccuracy, 0.95);
    ASSERT_EQ(run.log().size(), 1u);
    EXPECT_EQ(run.log()[0].level, journal::LogLevel::Warning);
    EXPECT_EQ(run.log()[0].step, 1);
    EXPECT_EQ(run.log()[0].text, "the learning rate is large");
}

class RoundTrip : public ::testing::Test {
  protected:
    TemporaryFolder folder;
    const std::string journal = folder / "A.split.part";
    const std::string file = folder / "A.split.h5";
};

TEST_F(RoundTrip, JournalHoldsEveryField) {
    writeSampleJournal(journal, lastStep);
    const auto run = opened(journal);
    ASSERT_TRUE(run);
    expectSample(*run);
}

TEST_F(RoundTrip, FileHoldsEveryField) {
    writeSampleJournal(journal, lastStep);
    const auto built = buildRunFile(journal, file, finished());
    ASSERT_TRUE(built) << built.error().message;
    const auto run = opened(file);
    ASSERT_TRUE(run);
    expectSample(*run);
    EXPECT_EQ(run->info().exitCode, 0);
    EXPECT_EQ(run->info().signal, std::nullopt);
    EXPECT_EQ(run->info().endTime, "2026-03-01T12:00:00Z");
    EXPECT_EQ(run->info().lastWords, "done\n");
    EXPECT_TRUE(std::filesystem::exists(journal));
    EXPECT_EQ(contentsOf(*run), contentsOf(*opened(journal)));
}

TEST_F(RoundTrip, AFindingIsReadFromJournalAndFile) {
    const journal::Finding finding{"put_", 1, "backward pass", "Write to each place once."};
    {
        auto writer = journal::JournalWriter::create(journal, sampleHello());
        ASSERT_TRUE(writer);
        writeSample(**writer, 0);
        (*writer)->end("failed", "put_ stopped it.", finding);
    }
    ObservedEnd end = finished();
    end.state = EndState::Failed;
    end.exitCode = 2;
    ASSERT_TRUE(buildRunFile(journal, file, end));
    for (const std::string& path : {journal, file}) {
        const auto read = opened(path)->info().finding;
        ASSERT_TRUE(read) << path;
        EXPECT_EQ(read->operatorName, "put_");
        EXPECT_EQ(read->step, 1);
        EXPECT_EQ(read->phase, "backward pass");
        EXPECT_EQ(read->remedy, finding.remedy);
    }
}

TEST_F(RoundTrip, AFindingOfTheRecorderCountsWhereTheTrainingToldOfNone) {
    writeSampleJournal(journal, 0);
    ObservedEnd end = finished();
    EXPECT_TRUE(buildRunFile(journal, folder / "none.split.h5", end));
    EXPECT_FALSE(opened(folder / "none.split.h5")->info().finding);
    end.state = EndState::Failed;
    end.reason = "The command ended with exit code 1.";
    end.finding = journal::Finding{"cumsum", 1, "", "Take another."};
    ASSERT_TRUE(buildRunFile(journal, file, end));
    EXPECT_EQ(opened(file)->info().finding->operatorName, "cumsum");
    EXPECT_EQ(opened(file)->info().endReason, journal::sentenceOf(*end.finding));
}

TEST_F(RoundTrip, NothingIsLeftBesideTheFile) {
    writeSampleJournal(journal, 0);
    ASSERT_TRUE(buildRunFile(journal, file, finished()));
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        static_cast<void>(entry);
        ++entries;
    }
    EXPECT_EQ(entries, 2u);
}

}  // namespace

}  // namespace firstsplit::record
