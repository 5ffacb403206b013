#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/window/run_controller.h"

namespace firstsplit::ui {
namespace {

TEST(RunController, APairThatCannotBeStartedEndsOnceWithASentence) {
    RunController runs;
    QSignalSpy ended(&runs, &RunController::ended);
    launch::PairRequest request;
    request.source.experiment = QStringLiteral("no-such-experiment");
    request.steps = 3;
    const QTemporaryDir folder;
    request.outputFolder = folder.path();
    runs.start(request);
    ASSERT_TRUE(!ended.isEmpty() || ended.wait());
    QTest::qWait(50);
    ASSERT_EQ(ended.size(), 1);
    EXPECT_FALSE(ended[0].at(1).toString().isEmpty());
    EXPECT_FALSE(runs.isRunning());
}

}  // namespace
}  // namespace firstsplit::ui
