#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <future>

#include "tests/ui/window/fake_library.h"

namespace firstsplit::ui {
namespace {

using testing::FakeLibrary;
using testing::FakeRun;
using testing::libraryOfPair;
using testing::pathA;
using testing::pathB;

const QString a = QString::fromStdString(pathA);
const QString b = QString::fromStdString(pathB);

struct LoaderTest : ::testing::Test {
    FakeLibrary library = libraryOfPair();
    IoThread io;
    ComparisonLoader loader{io, library.opener()};
    QSignalSpy compared{&loader, &ComparisonLoader::compared};
    QSignalSpy finished{&loader, &ComparisonLoader::finished};
    QSignalSpy failed{&loader, &ComparisonLoader::failed};
    QSignalSpy cancelled{&loader, &ComparisonLoader::cancelled};

    LoadedPointer last() { return compared.back().at(0).value<LoadedPointer>(); }
};

TEST_F(LoaderTest, ComparesByFingerprintsFirstAndThenByWeights) {
    loader.load(a, b);
    EXPECT_TRUE(loader.isReading());
    ASSERT_TRUE(finished.wait());
    ASSERT_EQ(compared.size(), 2);
    EXPECT_FALSE(compared.front().at(0).value<LoadedPointer>()->isMeasured);
    EXPECT_TRUE(last()->isMeasured);
    EXPECT_EQ(last()->comparison->kinds[indexOf(Kind::Gradient)].firstStep, 3);
    EXPECT_FALSE(loader.isReading());
}

TEST_F(LoaderTest, ReadsOneRunAlone) {
    loader.load(a, {});
    ASSERT_TRUE(finished.wait());
    EXPECT_TRUE(last()->isSingle);
    EXPECT_EQ(last()->comparison->lossA.size(), 21u);
    EXPECT_EQ(last()->comparison->lossA[1], 2.5);
}

TEST_F(LoaderTest, FailsWithTheReasonOfTheFileThatCannotBeRead) {
    loader.load(a, QStringLiteral("/runs/none.split.h5"));
    ASSERT_TRUE(failed.wait());
    EXPECT_TRUE(failed.front().at(0).toString().contains(QStringLiteral("no such file")));
    EXPECT_FALSE(failed.front().at(1).toBool());
    EXPECT_TRUE(finished.isEmpty());
    EXPECT_TRUE(compared.isEmpty());
}

TEST_F(LoaderTest, SaysThatReadableRunsCannotBeCompared) {
    FakeRun other(20);
    for (const Kind kind : {Kind::Gradient, Kind::Optimizer, Kind::Weight, Kind::Batch, Kind::RandomState})
        other.clear(kind);
    other.add(Kind::Weight, "elsewhere", {3});
    other.leaveOut(Kind::Loss);
    library.add(pathB, other);
    loader.load(a, b);
    ASSERT_TRUE(failed.wait());
    EXPECT_TRUE(failed.front().at(1).toBool());
}

TEST_F(LoaderTest, DropsWhatAnOlderRequestFinds) {
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    library.beforeOpen = [opened](const std::string& path) {
        if (path == "/runs/slow-A.split.h5") opened.wait();
    };
    library.add("/runs/slow-A.split.h5", FakeRun(5));
    loader.load(QStringLiteral("/runs/slow-A.split.h5"), {});
    loader.load(a, b);
    gate.set_value();
    ASSERT_TRUE(finished.wait());
    QTest::qWait(50);
    EXPECT_EQ(finished.size(), 1);
    for (const auto& call : compared) EXPECT_EQ(call.at(0).value<LoadedPointer>()->comparison->a.file, pathA);
}

TEST_F(LoaderTest, StopsAtACancelWithoutAResult) {
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    library.beforeOpen = [opened](const std::string&) { opened.wait(); };
    loader.load(a, b);
    loader.cancel();
    gate.set_value();
    EXPECT_EQ(cancelled.size(), 1);
    QTest::qWait(80);
    EXPECT_TRUE(compared.isEmpty());
    EXPECT_TRUE(finished.isEmpty());
    EXPECT_TRUE(failed.isEmpty());
    EXPECT_FALSE(loader.isReading());
}

TEST_F(LoaderTest, TheNewestInspectionWins) {
    loader.load(a, b);
    ASSERT_TRUE(finished.wait());
    QSignalSpy inspected(&loader, &ComparisonLoader::inspected);
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    io.post(IoThread::Urgency::Inspect, [opened] { opened.wait(); });
    for (qint64 step = 0; step < 20; ++step) loader.inspect(step, std::nullopt);
    gate.set_value();
    ASSERT_TRUE(inspected.wait());
    QTest::qWait(30);
    ASSERT_EQ(inspected.size(), 1);
    const auto report = inspected.front().at(0).value<std::shared_ptr<const StepReport>>();
    EXPECT_EQ(report->step, 19);
}

TEST_F(LoaderTest, ReadsWhichTensorOfAKindIsEqualAtWhichStep) {
    FakeRun run = testing::splitRun();
    run.vary(Kind::Gradient, "hidden.bias", 5);
    library.add(pathB, run);
    loader.load(a, b);
    ASSERT_TRUE(finished.wait());
    QSignalSpy read(&loader, &ComparisonLoader::cellsRead);
    loader.readCells(Kind::Weight);
    loader.readCells(Kind::Gradient);
    ASSERT_TRUE(read.wait());
    QTest::qWait(30);
    ASSERT_EQ(read.size(), 1) << "the newest request wins";
    const auto cells = read[0].at(0).value<std::shared_ptr<const TensorCells>>();
    EXPECT_EQ(cells->kind, Kind::Gradient);
    const auto cellAt = [&](const std::string& name, std::int64_t step) {
        const auto t = std::ranges::find(cells->names, name) - cells->names.begin();
        const auto s = std::ranges::find(cells->steps, step) - cells->steps.begin();
        return cells->cells.at(static_cast<std::size_t>(t)).at(static_cast<std::size_t>(s));
    };
    EXPECT_EQ(cellAt("table", 2), compare::Cell::Equal);
    EXPECT_EQ(cellAt("table", 3), compare::Cell::Different);
    EXPECT_EQ(cellAt("hidden.bias", 4), compare::Cell::Equal);
    EXPECT_EQ(cellAt("hidden.bias", 5), compare::Cell::Different);
}

TEST_F(LoaderTest, TellsEqualFromDifferentTensorsOfAStep) {
    loader.load(a, b);
    ASSERT_TRUE(finished.wait());
    QSignalSpy inspected(&loader, &ComparisonLoader::inspected);
    loader.inspect(5, std::nullopt);
    ASSERT_TRUE(inspected.wait());
    const auto report = inspected.front().at(0).value<std::shared_ptr<const StepReport>>();
    int differing = 0;
    for (const TensorRow& row : report->tensors) {
        const bool isExpected = row.key.name == "table" && row.key.kind != Kind::Optimizer;
        EXPECT_EQ(row.cell == compare::Cell::Different, isExpected) << row.key.name;
        differing += row.cell == compare::Cell::Different;
    }
    EXPECT_EQ(differing, 2);
    EXPECT_EQ(report->randomState, compare::Cell::Equal);
    EXPECT_FALSE(report->lossDiffers);
}

}  // namespace
}  // namespace firstsplit::ui
