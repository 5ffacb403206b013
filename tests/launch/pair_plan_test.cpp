#include "core/launch/pair_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using ::testing::HasSubstr;

namespace firstsplit::launch {
namespace {

PairRequest commandRequest() {
    PairRequest request;
    request.source.command = {"python", "train.py"};
    return request;
}

std::string refusalsOf(const PairRequest& request) {
    std::string text;
    for (const auto& finding : preflight(request))
        if (finding.severity == settings::Finding::Severity::Refused) text += finding.sentence + '\n';
    return text;
}

TEST(CommandLine, OfAnExperimentNamesWhatIsNotUsual) {
    PairRequest request;
    request.source.experiment = "digits-embedding";
    EXPECT_EQ(commandLineOf(request).join(' '), "firstsplit pair --experiment digits-embedding");
    request.preset = "seeds";
    request.steps = 50;
    request.device = "cuda:1";
    request.pairs = 4;
    request.outputFolder = "elsewhere";
    request.stepsAfterSplit = 10;
    request.snapshots.policy = journal::SnapshotRequest::Policy::EveryN;
    request.snapshots.every = 5;
    EXPECT_EQ(commandLineOf(request).join(' '),
              "firstsplit pair --experiment digits-embedding --preset seeds --steps 50 --device cuda:1 "
              "--pairs 4 --out "
              "elsewhere --stop-at-split 10 --weights every 5");
}

TEST(CommandLine, TellsCommonSettingsFromThoseOfOneRun) {
    PairRequest request = commandRequest();
    request.assignmentsA = {{"seed", "1"}, {"threads", "2"}};
    request.assignmentsB = {{"deterministic", "error"}, {"seed", "2"}, {"threads", "2"}};
    EXPECT_EQ(commandLineOf(request).join(' '),
              "firstsplit pair --set threads=2 --set-a seed=1 --set-b deterministic=error --set-b seed=2 -- "
              "python train.py");
}

TEST(RecorderCall, GivesBTheFileOfAAndItsOwnSettings) {
    PairRequest request = commandRequest();
    request.assignmentsB = {{"threads", "2"}};
    request.outputFolder = "/tmp/runs";
    request.stepsAfterSplit = 3;
    const RecorderCall a = recorderCallOf(request, "train-001", u'A', {});
    const RecorderCall b = recorderCallOf(request, "train-001", u'B', a.file);
    EXPECT_EQ(a.file, "/tmp/runs/train-001-A.split.h5");
    EXPECT_FALSE(a.command.contains("--against"));
    EXPECT_FALSE(a.command.contains("threads=2"));
    EXPECT_EQ(b.command.at(b.command.indexOf("--against") + 1), a.file);
    EXPECT_EQ(b.command.at(b.command.indexOf("--stop-after-split") + 1), "3");
    EXPECT_TRUE(b.command.contains("threads=2"));
    EXPECT_EQ(b.command.mid(b.command.indexOf("--") + 1), request.source.command);
}

TEST(Preflight, AcceptsACommandAndRefusesWhatCannotBe) {
    EXPECT_EQ(refusalsOf(commandRequest()), "");
    EXPECT_THAT(refusalsOf(PairRequest{}), HasSubstr("nothing to train"));

    PairRequest request = commandRequest();
    request.pairs = 0;
    EXPECT_THAT(refusalsOf(request), HasSubstr("--pairs"));
    request = commandRequest();
    request.steps = 5;
    EXPECT_THAT(refusalsOf(request), HasSubstr("--steps"));
    request = commandRequest();
    request.preset = "sedes";
    EXPECT_THAT(refusalsOf(request), HasSubstr("seeds"));
    request = commandRequest();
    request.assignmentsB["determinism"] = "error";
    EXPECT_THAT(refusalsOf(request), HasSubstr("deterministic"));
    request = commandRequest();
    request.device = "gpu";
    EXPECT_THAT(refusalsOf(request), HasSubstr("gpu"));
    request = commandRequest();
    request.stepsAfterSplit = -1;
    EXPECT_THAT(refusalsOf(request), HasSubstr("--stop-at-split"));
}

TEST(Preflight, SaysWhatIsTheSameForBothRunsOnce) {
    PairRequest request = commandRequest();
    request.preset = "sedes";
    const std::string text = refusalsOf(request);
    EXPECT_EQ(text.find("sedes"), text.rfind("sedes")) << text;
}

}  // namespace
}  // namespace firstsplit::launch
