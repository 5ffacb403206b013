#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "collector.h"

namespace firstsplit::journal {

namespace {

using testing::Collector;

const std::string folder = FIRSTSPLIT_SOURCE_DIR "/tests/journal/vectors/";

TEST(Vectors, AJournalWrittenByPythonReadsAsItShould) {
    auto reader = JournalReader::open(folder + "whole.split.part");
    ASSERT_TRUE(reader) << reader.error().message;
    Collector seen;
    seen.reader = reader->get();
    ASSERT_TRUE((*reader)->poll(seen));
    EXPECT_EQ((*reader)->tail(), Tail::Whole);
    EXPECT_TRUE(seen.damage.empty());

    ASSERT_EQ(seen.hellos.size(), 1u);
    EXPECT_EQ(seen.hellos[0].hello.client, "vectors 1");
    EXPECT_TRUE(seen.hellos[0].hello.hasSeed);
    EXPECT_EQ(seen.hellos[0].hello.seed, 5);
    EXPECT_EQ(seen.hellos[0].hello.request.id, "vector");
    EXPECT_EQ(seen.hellos[0].hello.request.name, "ü");
    EXPECT_EQ(seen.hellos[0].process.pid, 1);
    ASSERT_EQ(seen.members.size(), 2u);
    EXPECT_EQ(seen.members[1].member.shape, (std::vector<std::int64_t>{2, 2}));
    EXPECT_EQ(seen.members[1].member.dtype, ScalarType::Int64);

    ASSERT_EQ(seen.values.size(), 2u);
    EXPECT_EQ(seen.values[1].head.offset, 4u);
    EXPECT_EQ(seen.values[1].head.total, 12u);
    float second = 0;
    std::memcpy(&second, seen.values[1].bytes.data(), sizeof second);
    EXPECT_EQ(second, -2.0f);

    ASSERT_EQ(seen.fingerprints.size(), 2u);
    EXPECT_EQ(seen.fingerprints[0].kind, Kind::Weight);
    EXPECT_EQ(seen.fingerprints[0].list, (std::vector{Fingerprint{{1, 2}}}));
    ASSERT_EQ(seen.steps.size(), 2u);
    EXPECT_EQ(seen.steps[0].step, -1);
    EXPECT_EQ(seen.steps[0].digests[indexOf(Kind::Weight)], (Fingerprint{{3, 4}}));
    EXPECT_EQ(seen.steps[0].learningRate, std::nullopt);
    EXPECT_EQ(seen.steps[1].learningRate, 0.5);
    EXPECT_EQ(seen.steps[1].gradientNorm, std::nullopt);
    EXPECT_EQ(seen.steps[1].stepSeconds, 2.0);
    ASSERT_EQ(seen.steps[1].losses.size(), 2u);
    EXPECT_EQ(seen.steps[1].losses[1].dtype, ScalarType::BFloat16);
    EXPECT_EQ(seen.steps[1].losses[1].bits, 0x4040u);

    ASSERT_EQ(seen.epochs.size(), 1u);
    EXPECT_TRUE(std::isnan(seen.epochs[0].validationLoss.value()));
    EXPECT_EQ(seen.epochs[0].validationAccuracy, std::nullopt);
    ASSERT_EQ(seen.logs.size(), 1u);
    EXPECT_EQ(seen.logs[0].text, "checked by XXH3");
    ASSERT_EQ(seen.settings.size(), 1u);
    EXPECT_EQ(seen.settings[0].values.at("threads"), "2");
    ASSERT_EQ(seen.ends.size(), 1u);
    EXPECT_EQ(seen.ends[0].state, "finished");
}

TEST(Vectors, AreWhatTheirScriptWrites) {
    EXPECT_EQ(std::system(("/usr/bin/python3 " + folder + "make_vectors.py --check").c_str()), 0);
}

}  // namespace

}  // namespace firstsplit::journal
