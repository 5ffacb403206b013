#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <QDir>
#include <QFile>

#include "tests/app/program.h"

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace firstsplit::testing {
namespace {

void writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

struct BadInput {
    const char* what;
    QStringList arguments;
    std::vector<std::string> said;  ///< must all stand in the sentence
    int code = 2;
};

void PrintTo(const BadInput& input, std::ostream* out) {
    *out << input.what;
}

class BadInputTest : public ::testing::TestWithParam<BadInput> {
  protected:
    QTemporaryDir m_folder;
};

TEST_P(BadInputTest, GetsASentenceAndLeavesNothingBehind) {
    const BadInput& input = GetParam();
    writeBytes(m_folder.filePath("text.split.h5"), "This is no HDF5 file, although its name says so.\n");
    writeBytes(m_folder.filePath("plain.sh"), "echo hello\n");
    const QStringList before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);

    const Finished result =
        runProgram(input.arguments, {.folder = m_folder.path(), .environment = {}, .withoutDisplay = true});

    EXPECT_EQ(result.code, input.code) << result.err;
    for (const std::string& word : input.said) EXPECT_THAT(result.err, HasSubstr(word));
    EXPECT_THAT(result.err, HasSubstr("firstsplit: "));
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_EQ(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
}

TEST_P(BadInputTest, IsADocumentWithJson) {
    const BadInput& input = GetParam();
    QStringList arguments = input.arguments;
    if (arguments.isEmpty() || QStringList{"run", "record", "recover", "pair", "diff", "info", "settings",
                                           "seeds", "cost", "check", "rerun"}
                                       .count(arguments.first()) == 0)
        GTEST_SKIP() << "no subcommand that takes --json";
    arguments.insert(1, QStringLiteral("--json"));
    writeBytes(m_folder.filePath("text.split.h5"), "no HDF5\n");
    writeBytes(m_folder.filePath("plain.sh"), "echo hello\n");

    const Finished result =
        runProgram(arguments, {.folder = m_folder.path(), .environment = {}, .withoutDisplay = true});

    EXPECT_EQ(result.code, input.code);
    const nlohmann::json document = result.document();
    ASSERT_FALSE(document.is_discarded()) << result.out;
    // A command that was started and left nothing is told as a run without a file.
    const bool isRun = document.value("format", "") == "firstsplit.run/1";
    EXPECT_THAT(document.value("format", ""), ::testing::AnyOf("firstsplit.error/1", "firstsplit.run/1"));
    EXPECT_FALSE(document.value(isRun ? "sentence" : "error", "").empty());
    EXPECT_TRUE(!isRun || document.at("file").is_null());
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadInputTest,
    ::testing::Values(
        BadInput{"UnknownSubcommand", {"piar"}, {"piar", "pair"}},
        BadInput{"UnknownOption", {"pair", "--sed", "1"}, {"--sed", "--seed"}},
        BadInput{"UnknownMainOption", {"--versoin"}, {"--versoin", "--version"}},
        BadInput{"OptionWithoutValue", {"pair", "--experiment"}, {"--experiment"}},
        BadInput{"ValueThatIsNoNumber", {"pair", "--steps", "many"}, {"--steps", "many"}},
        BadInput{"UnknownExperiment",
                 {"pair", "--experiment", "digits-embeding"},
                 {"digits-embeding", "digits-embedding"}},
        BadInput{"UnknownExperimentOfRun", {"run", "--experiment", "digit-cnn"}, {"digit-cnn", "digits-cnn"}},
        BadInput{
            "UnknownSetting", {"pair", "--set", "determinstic=error"}, {"determinstic", "deterministic"}},
        BadInput{"UnknownSettingOfB", {"pair", "--set-b", "thread=2"}, {"thread", "threads"}},
        BadInput{"UnknownValue", {"pair", "--set", "deterministic=eror"}, {"eror", "error"}},
        BadInput{"SettingWithoutValue", {"pair", "--set", "threads"}, {"threads"}},
        BadInput{"NumberOutOfRange", {"pair", "--set", "threads=-3"}, {"threads", "-3"}},
        BadInput{"UnknownPreset", {"pair", "--preset", "determinstic"}, {"determinstic", "deterministic"}},
        BadInput{"UnknownDevice", {"pair", "--device", "gpu"}, {"gpu", "cuda"}},
        BadInput{"UnknownDeviceOfSettings", {"settings", "--device", "tpu"}, {"tpu", "cpu"}},
        BadInput{"UnknownKeyOfSettings", {"settings", "thread"}, {"\"thread\"", "Did you mean threads?"}},
        BadInput{"NoSteps", {"pair", "--steps", "0"}, {"--steps", "1 or more"}},
        BadInput{"NoPairs", {"pair", "--pairs", "0"}, {"--pairs", "1 or more"}},
        BadInput{"StepsOfACommand", {"pair", "--steps", "5", "--", "true"}, {"--steps", "command"}},
        BadInput{"ExperimentAndCommand",
                 {"pair", "--experiment", "digits-cnn", "--", "true"},
                 {"--experiment", "command"}},
        BadInput{"NoCommandBehindTheDashes", {"pair", "--"}, {"no command"}},
        BadInput{"UnknownWeights", {"pair", "--weights", "often"}, {"often", "budget"}},
        BadInput{"WeightsEveryNothing", {"pair", "--weights", "every"}, {"every"}},
        BadInput{"WeightsEveryZero", {"pair", "--weights", "every", "0"}, {"every 0"}},
        BadInput{"UnknownBudget", {"pair", "--weight-budget", "lots"}, {"lots", "2GB"}},
        BadInput{"RecordWithoutCommand", {"record", "-o", "a.split.h5"}, {"no command"}},
        BadInput{"RecordWithoutFile", {"record", "--", "true"}, {"--output"}},
        BadInput{"RecordToAStrangeName", {"record", "-o", "a.txt", "--", "true"}, {"a.txt", ".split.h5"}},
        BadInput{"RecordToAMissingFolder",
                 {"record", "-o", "no/where/a.split.h5", "--", "true"},
                 {"no/where", "folder"}},
        BadInput{
            "RecordOverAFile", {"record", "-o", "text.split.h5", "--", "true"}, {"text.split.h5", "exists"}},
        BadInput{"RecordNothing",
                 {"record", "-o", "a.split.h5", "--", "no-such-program-here"},
                 {"no-such-program-here", "no such program"},
                 127},
        BadInput{"RecordWhatCannotRun",
                 {"record", "-o", "a.split.h5", "--", "./plain.sh"},
                 {"plain.sh", "not executable"},
                 126},
        BadInput{"RecordAgainstNothing",
                 {"record", "-o", "a.split.h5", "--against", "none.split.h5", "--", "true"},
                 {"none.split.h5"}},
        BadInput{"RecordWhatNeverTrains",
                 {"record", "-o", "a.split.h5", "--", "true"},
                 {"Nothing was recorded", "torch"},
                 125},
        BadInput{"DiffOfMissingFiles", {"diff", "a.split.h5", "b.split.h5"}, {"a.split.h5", "o such file"}},
        BadInput{"DiffOfOneFile", {"diff", "a.split.h5"}, {"B"}},
        BadInput{"DiffOfText", {"diff", "text.split.h5", "text.split.h5"}, {"text.split.h5", "neither"}},
        BadInput{"DiffOfAFolder", {"diff", ".", "."}, {"."}},
        BadInput{"InfoOfText", {"info", "text.split.h5"}, {"text.split.h5", "neither"}},
        BadInput{"InfoOfNothing", {"info"}, {"FILE"}},
        BadInput{"RecoverText", {"recover", "text.split.h5"}, {"text.split.h5", "neither"}},
        BadInput{"RecoverNothing", {"recover", "none.split.part"}, {"none.split.part", "o such file"}},
        BadInput{"OneSeed", {"seeds", "--seeds", "1"}, {"--seeds", "2 or more"}},
        BadInput{"NoRepeats", {"seeds", "--repeats", "0"}, {"--repeats", "1 or more"}},
        BadInput{"NegativeSeed", {"seeds", "--seed", "-1"}, {"--seed -1"}},
        BadInput{"SeedAsASettingOfSeeds", {"seeds", "--set", "seed=3"}, {"seed", "--seed N"}},
        BadInput{"SeedArgumentOfAnExperiment", {"seeds", "--seed-argument", "--seed"}, {"--seed-argument"}},
        BadInput{"UnknownMetric", {"seeds", "--metric", "f1"}, {"f1", "accuracy"}},
        BadInput{"StepsOfACommandOfSeeds", {"seeds", "--steps", "5", "--", "true"}, {"--steps", "command"}},
        BadInput{"SeedsOfNoCommand", {"seeds", "--"}, {"no command", "seeds -- python"}},
        BadInput{"SeedsIntoAFile", {"seeds", "--out", "text.split.h5"}, {"text.split.h5", "folder"}},
        BadInput{"SeedsOfAnUnknownExperiment", {"seeds", "--experiment", "digit-cnn"}, {"digits-cnn"}},
        BadInput{"FewBlocks", {"cost", "--blocks", "4"}, {"--blocks", "5 or more"}},
        BadInput{"CostOfTwoAlike", {"cost", "--preset", "seeds"}, {"trained alike", "--set-b"}},
        BadInput{"CostAgainstAnUnknownPreset", {"cost", "--base", "seed"}, {"seed", "seeds"}},
        BadInput{"CostOfAnUnknownSetting", {"cost", "--set-b", "thread=2"}, {"thread", "threads"}},
        BadInput{"CheckOfNoPairs", {"check", "--pairs", "0"}, {"--pairs", "1 or more"}},
        BadInput{"CheckWithStepsOfACommand", {"check", "--steps", "5", "--", "true"}, {"--steps", "command"}},
        BadInput{"CheckOfWhatNeverTrains", {"check", "--", "true"}, {"Nothing was recorded"}},
        BadInput{"RerunOfAMissingFile", {"rerun", "a.split.h5"}, {"a.split.h5", "o such file"}},
        BadInput{"RerunOfText", {"rerun", "text.split.h5"}, {"text.split.h5", "neither"}},
        BadInput{"RerunOfACommand", {"rerun", "a.split.h5", "--", "true"}, {"takes no command"}},
        BadInput{"UnknownLesson", {"lessons", "run", "seed-are-not-enough"}, {"seeds-are-not-enough"}},
        BadInput{"LessonWithoutName", {"lessons", "run"}, {"NAME"}},
        BadInput{"DiffOfACommand", {"diff", "a.split.h5", "b.split.h5", "--", "true"}, {"command"}},
        BadInput{"CommandWithoutSubcommand", {"--", "true"}, {"record", "pair"}},
        BadInput{"WindowWithoutDisplay", {}, {"display"}},
        BadInput{"WindowOnAMissingFile", {"none.split.h5"}, {"none.split.h5", "no such file"}}),
    [](const auto& test) { return std::string(test.param.what); });

TEST(BadInput, CudaWithoutDriverOrPartSaysWhich) {
    if (QFile::exists("/dev/nvidiactl")) GTEST_SKIP() << "this machine has an NVIDIA driver";
    const QTemporaryDir folder;
    const Finished result =
        runProgram({"pair", "--device", "cuda"}, {.folder = folder.path(), .environment = {}});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("--device cuda"),
                                  ::testing::AnyOf(HasSubstr("driver"), HasSubstr("no CUDA part"))));
    EXPECT_THAT(result.err, HasSubstr("--device cpu"));
}

TEST(BadInput, AFolderThatCannotBeWrittenToIsSaidBeforeTheStart) {
    const QTemporaryDir folder;
    // Root may write anywhere but to the kernel's own file systems.
    const QString place = ::geteuid() == 0 ? QStringLiteral("/proc") : folder.path();
    if (::geteuid() != 0) QFile(folder.path()).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    const Finished result = runProgram(recordArguments(place + "/a.split.h5", {"--say", "started"}));
    EXPECT_NE(result.code, 0);
    EXPECT_THAT(result.err, HasSubstr(place.toStdString()));
    EXPECT_THAT(result.out, IsEmpty());
    QFile(folder.path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

}  // namespace
}  // namespace firstsplit::testing
