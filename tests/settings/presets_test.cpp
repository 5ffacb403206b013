#include <gmock/gmock.h>

#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

TEST(Presets, AreTheFourAndEveryValueIsValid) {
    std::vector<std::string> names;
    for (const Preset& preset : presets()) {
        names.push_back(preset.name);
        EXPECT_TRUE(preset.sentence.ends_with('.'));
        for (const auto& [key, value] : preset.values) {
            const Result<> ok = check(key, value);
            EXPECT_TRUE(ok) << preset.name << ": " << ok.error().message;
        }
    }
    EXPECT_THAT(names, testing::ElementsAre("seeds", "fast", "deterministic", "default"));
}

TEST(Presets, DeterministicIsSeedsAndEverySwitch) {
    const Values values = presetNamed("deterministic").value().values;
    const Values seeds = presetNamed("seeds").value().values;
    for (const auto& [key, value] : seeds) EXPECT_EQ(values.at(key), value);
    EXPECT_EQ(values.at("deterministic"), "error");
    EXPECT_EQ(values.at("fill_uninitialized"), "on");
    EXPECT_EQ(values.at("cudnn.benchmark"), "off");
    EXPECT_EQ(values.at("cudnn.deterministic"), "on");
    EXPECT_EQ(values.at("cublas.workspace"), ":4096:8");
    EXPECT_EQ(values.at("mkl.warm_up"), "on");
}

TEST(Presets, FastTimesAlgorithmsAndRounds) {
    const Values values = presetNamed("fast").value().values;
    EXPECT_EQ(values.at("cudnn.benchmark"), "on");
    for (const char* key : {"fp32.cuda.matmul", "fp32.cuda.conv", "fp32.cuda.rnn"})
        EXPECT_EQ(values.at(key), "tf32");
}

TEST(Presets, DefaultSetsNothing) {
    EXPECT_TRUE(presetNamed("default").value().values.empty());
}

TEST(Presets, AnUnknownOneIsAnsweredWithTheNearest) {
    EXPECT_THAT(presetNamed("determinstic").error().message,
                testing::HasSubstr("Did you mean deterministic?"));
}

TEST(Experiments, HaveValidDefaultsAndNearestNames) {
    for (const Experiment& experiment : experiments()) {
        EXPECT_GT(experiment.defaultSteps, 0);
        for (const auto& [key, value] : experiment.defaults)
            EXPECT_TRUE(check(key, value)) << experiment.name;
    }
    EXPECT_EQ(experimentNamed("digits-embedding").value().defaults.at("threads"), "2");
    EXPECT_THAT(experimentNamed("digits-ccn").error().message, testing::HasSubstr("Did you mean digits-cnn"));
    EXPECT_FALSE(experimentNamed(""));
}

}  // namespace
}  // namespace firstsplit::settings
