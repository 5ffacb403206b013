#include <gmock/gmock.h>

#include <ostream>

#include "core/settings/preflight_rules.h"
#include "core/settings/settings.h"

namespace firstsplit::settings {

void PrintTo(const Finding& finding, std::ostream* out) {
    *out << static_cast<int>(finding.severity) << " " << finding.key << ": " << finding.sentence;
}

namespace {

using enum Finding::Severity;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Circumstances onCpu = {.device = "cpu",
                             .experiment = "digits-embedding",
                             .torchVersion = "2.11.0+cu130",
                             .cores = 4,
                             .environment = {}};
const Circumstances onCuda = {.device = "cuda",
                              .experiment = "digits-embedding",
                              .torchVersion = "2.11.0+cu130",
                              .cores = 4,
                              .environment = {}};

auto finding(Finding::Severity severity, const std::string& key, const std::string& words) {
    return AllOf(Field(&Finding::severity, severity), Field(&Finding::key, key),
                 Field(&Finding::sentence, HasSubstr(words)));
}

Circumstances with(Circumstances where, std::map<std::string, std::string> environment) {
    where.environment = std::move(environment);
    return where;
}

/// Without the note on the variables that a test puts into the environment.
std::vector<Finding> findingsOf(const Values& values, const Circumstances& where) {
    std::vector<Finding> findings = preflight(values, where);
    std::erase_if(findings, [](const Finding& one) { return one.severity == Note; });
    return findings;
}

TEST(Preflight, AnOrdinaryRunHasNothingToSay) {
    EXPECT_THAT(
        findingsOf(
            {{"seed", "0"}, {"threads", "2"}, {"deterministic", "error"}, {"fill_uninitialized", "on"}},
            onCpu),
        IsEmpty());
    EXPECT_THAT(
        findingsOf(merge({{"threads", "2"}}, presetNamed("deterministic").value().values, {}), onCuda),
        ElementsAre(finding(NoEffect, "mkl.warm_up", "the CPU alone")));
}

TEST(Preflight, UnknownNamesAndValuesAreRefused) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"thread", "2"}}, onCpu),
                ElementsAre(finding(Refused, "thread", "Did you mean threads")));
    EXPECT_THAT(findingsOf({{"seed", "x"}}, onCpu), Contains(finding(Refused, "seed", "\"x\"")));
    Circumstances where = onCpu;
    where.experiment = "digits-embeding";
    EXPECT_THAT(findingsOf({{"seed", "0"}}, where),
                Contains(finding(Refused, "experiment", "digits-embedding")));
}

TEST(Preflight, AWrongVariableIsRefusedByNameWhenItsRowWasAskedFor) {
    const auto found = findingsOf({{"seed", "0"}, {"threads", "3"}}, with(onCpu, {{"OMP_NUM_THREADS", "1"}}));
    EXPECT_THAT(found, ElementsAre(finding(Refused, "threads", "OMP_NUM_THREADS=1 is in the environment")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"cublas.workspace", ":16:8"}},
                           with(onCuda, {{"CUBLAS_WORKSPACE_CONFIG", ":4096:8"}})),
                ElementsAre(finding(Refused, "cublas.workspace", "CUBLAS_WORKSPACE_CONFIG=:4096:8")));
}

TEST(Preflight, ARightVariableOrARowNotAskedForIsFine) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "3"}},
                           with(onCpu, {{"OMP_NUM_THREADS", "3"}, {"OMP_DYNAMIC", "FALSE"}})),
                IsEmpty());
    EXPECT_THAT(findingsOf({{"seed", "0"}}, with(onCpu, {{"OMP_NUM_THREADS", "1"}})), IsEmpty());
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"cublas.workspace", "unset"}},
                           with(onCuda, {{"CUBLAS_WORKSPACE_CONFIG", ":16:8"}})),
                IsEmpty());
}

TEST(Preflight, WhatAnExperimentSetsByDefaultIsSetOverTheEnvironment) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "2"}}, with(onCpu, {{"OMP_NUM_THREADS", "1"}})),
                IsEmpty());
}

TEST(Preflight, DevicesThatCannotBeAreRefused) {
    for (const char* device : {"", "gpu", "cuda:", "cuda:x", "cuda:1234", "CPU", "cuda0"}) {
        Circumstances where = onCpu;
        where.device = device;
        EXPECT_THAT(findingsOf({{"seed", "0"}}, where),
                    Contains(finding(Refused, "device", "cpu, cuda, or cuda:1")))
            << device;
    }
    for (const char* visible : {"", "-1", "-1,0"})
        EXPECT_THAT(findingsOf({{"seed", "0"}}, with(onCuda, {{"CUDA_VISIBLE_DEVICES", visible}})),
                    Contains(finding(Refused, "device", "CUDA_VISIBLE_DEVICES")));
    Circumstances second = with(onCuda, {{"CUDA_VISIBLE_DEVICES", "3"}});
    second.device = "cuda:1";
    EXPECT_THAT(findingsOf({{"seed", "0"}}, second),
                Contains(finding(Refused, "device", "CUDA_VISIBLE_DEVICES=3")));
    second.environment["CUDA_VISIBLE_DEVICES"] = "3,4";
    EXPECT_THAT(findingsOf({{"seed", "0"}}, second), IsEmpty());
}

TEST(Preflight, SettingsOfAnotherDeviceDoNothing) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"cudnn.deterministic", "on"}}, onCpu),
                ElementsAre(finding(NoEffect, "cudnn.deterministic", "device is cpu")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"onednn.enabled", "off"}}, onCuda),
                ElementsAre(finding(NoEffect, "onednn.enabled", "device is cuda")));
}

TEST(Preflight, SettingsThatNeedAnotherDoNothingWithoutIt) {
    EXPECT_THAT(
        findingsOf({{"seed", "0"}, {"fill_uninitialized", "on"}}, onCpu),
        ElementsAre(finding(NoEffect, "fill_uninitialized", "only with deterministic=warn or error")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"cudnn.benchmark_limit", "4"}}, onCuda),
                ElementsAre(finding(NoEffect, "cudnn.benchmark_limit", "cudnn.benchmark=on")));
    EXPECT_THAT(
        findingsOf({{"seed", "0"}, {"cudnn.benchmark_limit", "4"}, {"cudnn.benchmark", "on"}}, onCuda),
        IsEmpty());
}

TEST(Preflight, SettingsOfAnotherExperimentDoNothing) {
    Circumstances where = onCpu;
    where.experiment = "digits-cnn";
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"embedding.gradient", "sorted"}}, where),
                ElementsAre(finding(NoEffect, "embedding.gradient", "digits-embedding")));
}

TEST(Preflight, BenchmarkContradictsDeterminism) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"cudnn.benchmark", "on"}, {"deterministic", "error"}}, onCuda),
                ElementsAre(finding(Warning, "cudnn.benchmark", "contradicts deterministic=error")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"cudnn.benchmark", "on"}, {"cudnn.deterministic", "on"}}, onCuda),
                ElementsAre(finding(Warning, "cudnn.benchmark", "contradicts cudnn.deterministic=on")));
}

TEST(Preflight, CudnnSettingsThatOthersOverrule) {
    EXPECT_THAT(findingsOf({{"seed", "0"},
                            {"cudnn.enabled", "off"},
                            {"cudnn.benchmark", "on"},
                            {"cudnn.deterministic", "on"}},
                           onCuda),
                AllOf(Contains(finding(NoEffect, "cudnn.benchmark", "while cudnn.enabled=off")),
                      Contains(finding(NoEffect, "cudnn.deterministic", "while cudnn.enabled=off"))));
    EXPECT_THAT(
        findingsOf({{"seed", "0"}, {"cudnn.deterministic", "off"}, {"deterministic", "error"}}, onCuda),
        ElementsAre(finding(Warning, "cudnn.deterministic", "overruled by deterministic=error")));
}

TEST(Preflight, ThreadsAgainstCoresAndRaces) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "5"}}, onCpu),
                ElementsAre(finding(Warning, "threads", "more than the 4 cores")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "4"}}, onCpu), IsEmpty());
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "1"}}, onCpu),
                ElementsAre(finding(Warning, "threads", "digits-embedding cannot split")));
    Circumstances where = onCpu;
    where.experiment = "digits-cnn";
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "1"}}, where), IsEmpty());
    where = onCpu;
    where.cores = 1;
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "2"}}, where),
                Contains(finding(Warning, "threads", "one core only")));
    where.cores = 0;  // unknown
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "500"}}, where), IsEmpty());
}

TEST(Preflight, NoSeedWarnsForExperimentsOnly) {
    EXPECT_THAT(findingsOf({}, onCpu), ElementsAre(finding(Warning, "seed", "different weights")));
    Circumstances command = onCpu;
    command.experiment.clear();
    EXPECT_THAT(findingsOf({}, command), IsEmpty());
}

TEST(Preflight, ExplainsTheCublasErrorOnlyWhereItExists) {
    const auto warned = Contains(finding(Warning, "deterministic", "CUBLAS_WORKSPACE_CONFIG"));
    Circumstances old = onCuda;
    old.torchVersion = "2.9.1";
    const Values values = {{"seed", "0"}, {"deterministic", "error"}};
    EXPECT_THAT(findingsOf(values, old), warned);
    EXPECT_THAT(findingsOf(values, onCuda), Not(warned));
    EXPECT_THAT(findingsOf(values, with(old, {{"CUBLAS_WORKSPACE_CONFIG", ":4096:8"}})), Not(warned));
    old.torchVersion.clear();
    EXPECT_THAT(findingsOf(values, old), Not(warned));
}

TEST(Preflight, ACommandDecidesItselfWhichDeviceItUses) {
    Circumstances command = onCpu;
    command.experiment.clear();
    EXPECT_THAT(findingsOf({{"cudnn.deterministic", "on"}, {"mkl.cbwr", "AUTO"}}, command), IsEmpty());
    EXPECT_THAT(findingsOf({{"cudnn.benchmark", "on"}, {"deterministic", "error"}}, command),
                ElementsAre(finding(Warning, "cudnn.benchmark", "contradicts deterministic=error")));
}

TEST(Preflight, VariablesThatBeatThePrecisionRowsAreRefused) {
    const Values tf32 = {{"seed", "0"}, {"fp32.cuda.matmul", "tf32"}};
    const Values ieee = {{"seed", "0"}, {"fp32.cuda.matmul", "ieee"}};
    EXPECT_THAT(findingsOf(tf32, with(onCuda, {{"NVIDIA_TF32_OVERRIDE", "0"}})),
                ElementsAre(finding(Refused, "fp32.cuda.matmul", "NVIDIA_TF32_OVERRIDE=0")));
    EXPECT_THAT(findingsOf(ieee, with(onCuda, {{"NVIDIA_TF32_OVERRIDE", "1"}})),
                ElementsAre(finding(Refused, "fp32.cuda.matmul", "NVIDIA_TF32_OVERRIDE=1")));
    EXPECT_THAT(findingsOf(ieee, with(onCuda, {{"NVIDIA_TF32_OVERRIDE", "0"}})), IsEmpty());
    EXPECT_THAT(findingsOf(ieee, with(onCuda, {{"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", "1"}})),
                ElementsAre(finding(Refused, "fp32.cuda.matmul", "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=1")));
    EXPECT_THAT(findingsOf(tf32, with(onCuda, {{"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", "1"}})), IsEmpty());
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"fp32.onednn.conv", "ieee"}},
                           with(onCpu, {{"ONEDNN_DEFAULT_FPMATH_MODE", "BF16"}})),
                ElementsAre(finding(Refused, "fp32.onednn.conv", "ONEDNN_DEFAULT_FPMATH_MODE=BF16")));
}

TEST(Preflight, Tf32NeedsAGpuThatHasItAndUnknownStaysUnknown) {
    const Values values = {{"seed", "0"}, {"fp32.cuda.conv", "tf32"}};
    Circumstances where = onCuda;
    EXPECT_THAT(findingsOf(values, where), IsEmpty());
    where.gpuCompute = "7.5";
    EXPECT_THAT(findingsOf(values, where),
                ElementsAre(finding(NoEffect, "fp32.cuda.conv", "compute capability 7.5")));
    for (const char* compute : {"8.0", "9.0", "12.1"}) {
        where.gpuCompute = compute;
        EXPECT_THAT(findingsOf(values, where), IsEmpty()) << compute;
    }
}

TEST(Preflight, WhatTorchsOlderSwitchesCannotSayIsRefusedForCommands) {
    Circumstances command = onCpu;
    command.experiment.clear();
    EXPECT_THAT(findingsOf({{"fp32.cuda.conv", "ieee"}}, command),
                ElementsAre(finding(Refused, "fp32.cuda.conv", "only be set alike")));
    EXPECT_THAT(findingsOf({{"fp32.cuda.conv", "ieee"}, {"fp32.cuda.rnn", "ieee"}}, command), IsEmpty());
    EXPECT_THAT(findingsOf({{"fp32.onednn.matmul", "bf16"}}, command),
                ElementsAre(finding(Refused, "fp32.onednn.matmul", "together with fp32.cuda.matmul=tf32")));
    EXPECT_THAT(findingsOf({{"fp32.onednn.matmul", "bf16"}, {"fp32.cuda.matmul", "tf32"}}, command),
                IsEmpty());
    EXPECT_THAT(findingsOf({{"fp32.onednn.rnn", "tf32"}}, command), IsEmpty());
}

TEST(Preflight, TunableOperatorsChooseByTiming) {
    const auto warned = Contains(finding(Warning, "deterministic", "PYTORCH_TUNABLEOP_ENABLED=1"));
    const Values values = {{"seed", "0"}};
    EXPECT_THAT(findingsOf(values, with(onCuda, {{"PYTORCH_TUNABLEOP_ENABLED", "1"}})), warned);
    EXPECT_THAT(findingsOf(values, with(onCuda, {{"PYTORCH_TUNABLEOP_ENABLED", "1"},
                                                 {"PYTORCH_TUNABLEOP_TUNING", "0"}})),
                Not(warned));
    EXPECT_THAT(findingsOf(values, with(onCpu, {{"PYTORCH_TUNABLEOP_ENABLED", "1"}})), Not(warned));
}

TEST(Preflight, InstructionsThatThisCpuDoesNotHave) {
    Circumstances where = onCpu;
    const Values wide = {{"seed", "0"}, {"aten.cpu_capability", "avx512"}};
    EXPECT_THAT(findingsOf(wide, where), IsEmpty()) << "nothing is known of the CPU";
    where.cpuFlags = "fpu fma avx2";
    EXPECT_THAT(findingsOf(wide, where), ElementsAre(finding(Refused, "aten.cpu_capability", "no AVX-512")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"aten.cpu_capability", "avx2"}}, where), IsEmpty());
    where.cpuFlags = "fpu avx512f avx512bw avx512dq avx512vl";
    EXPECT_THAT(findingsOf(wide, where), IsEmpty());
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"aten.cpu_capability", "avx2"}}, where),
                ElementsAre(finding(Refused, "aten.cpu_capability", "no AVX2")));
}

TEST(Preflight, OnemklKnowsItsNarrowPathsOnIntelAlone) {
    Circumstances where = onCpu;
    where.cpuVendor = "AuthenticAMD";
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"mkl.cbwr", "AVX2"}}, where),
                ElementsAre(finding(Warning, "mkl.cbwr", "AuthenticAMD")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"mkl.cbwr", "COMPATIBLE"}}, where), IsEmpty());
    where.cpuVendor = "GenuineIntel";
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"mkl.cbwr", "AVX2"}}, where), IsEmpty());
}

TEST(Preflight, AttentionNeedsAKernel) {
    Circumstances cpu = onCpu, cuda = onCuda;
    cpu.experiment = cuda.experiment = "text-transformer";
    Values values = {{"seed", "0"}, {"attention.flash", "off"}, {"attention.math", "off"}};
    EXPECT_THAT(findingsOf(values, cpu), ElementsAre(finding(Warning, "attention.math", "on the CPU")));
    EXPECT_THAT(findingsOf(values, cuda), IsEmpty());
    values["attention.efficient"] = values["attention.cudnn"] = "off";
    EXPECT_THAT(findingsOf(values, cuda), ElementsAre(finding(Warning, "attention.math", "every attention")));
}

TEST(Preflight, WhereARowActsIsSaidInWords) {
    const Values attention = {{"seed", "0"}, {"attention.flash", "off"}, {"attention.math", "off"}};
    const std::string words = "it acts only in text-transformer and commands (trainings in Python).";
    EXPECT_THAT(findingsOf(attention, onCpu), ElementsAre(finding(NoEffect, "attention.flash", words),
                                                          finding(NoEffect, "attention.math", words)));
    EXPECT_THAT(
        findingsOf({{"seed", "0"}, {"seed.entropy", "fixed"}}, onCpu),
        ElementsAre(finding(NoEffect, "seed.entropy", "it acts only in commands (trainings in Python).")));
    Circumstances command = onCpu;
    command.experiment.clear();
    EXPECT_THAT(findingsOf({{"attention.flash", "off"}, {"seed.entropy", "fixed"}}, command), IsEmpty());
    EXPECT_THAT(findingsOf({{"autocast", "bf16"}}, command),
                ElementsAre(finding(NoEffect, "autocast", "built-in experiments, and this is a command")));
    EXPECT_THAT(findingsOf({{"memory_format", "channels_last"}}, command),
                ElementsAre(finding(NoEffect, "memory_format", "resnet18, and this is a command")));
}

TEST(Preflight, ThreadsAgainstTheCgroupAndOpenMpsLimit) {
    Circumstances where = onCpu;
    where.cores = 2;
    where.cpuQuota = 1.5;
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "3"}}, where),
                ElementsAre(finding(Warning, "threads", "1.5 cores that this process's cgroup allows")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "2"}}, where), IsEmpty());
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"threads", "3"}}, with(onCpu, {{"OMP_THREAD_LIMIT", "2"}})),
                ElementsAre(finding(Warning, "threads", "OMP_THREAD_LIMIT=2")));
}

TEST(Preflight, EveryEnvironmentRowRefusesAWrongVariable) {
    const std::map<std::string, std::pair<std::string, std::string>> cases = {
        {"threads", {"3", "OMP_NUM_THREADS"}},
        {"mkl.cbwr", {"COMPATIBLE", "MKL_CBWR"}},
        {"aten.cpu_capability", {"avx2", "ATEN_CPU_CAPABILITY"}},
        {"onednn.max_isa", {"AVX2", "ONEDNN_MAX_CPU_ISA"}},
        {"cublas.workspace", {":16:8", "CUBLAS_WORKSPACE_CONFIG"}},
        {"cublaslt.workspace", {"1024", "CUBLASLT_WORKSPACE_SIZE"}},
        {"launch_blocking", {"on", "CUDA_LAUNCH_BLOCKING"}},
        {"seed.hash", {"3", "PYTHONHASHSEED"}},
        {"compile", {"off", "TORCHDYNAMO_DISABLE"}},
    };
    for (const Setting& row : table()) {
        if (row.kind != Kind::Environment) continue;
        ASSERT_TRUE(cases.contains(row.key)) << row.key << " has no case here";
        const auto& [value, variable] = cases.at(row.key);
        EXPECT_THAT(findingsOf({{"seed", "0"}, {row.key, value}}, with(onCpu, {{variable, "0"}})),
                    Contains(finding(Refused, row.key, variable + "=0 is in the environment")));
    }
}

TEST(Preflight, NamesWhatIsTakenOverFromTheEnvironment) {
    EXPECT_THAT(
        preflight({{"seed", "0"}, {"mkl.cbwr", "COMPATIBLE"}},
                  with(onCpu, {{"OMP_WAIT_POLICY", "PASSIVE"}, {"MKL_CBWR", "COMPATIBLE"}, {"HOME", "/"}})),
        ElementsAre(finding(Note, "environment", ": OMP_WAIT_POLICY=PASSIVE.")));
}

TEST(Preflight, WarnModeAndNoRecorderMaySurprise) {
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"deterministic", "warn"}}, onCpu),
                ElementsAre(finding(Warning, "deterministic", "not a quieter error")));
    EXPECT_THAT(findingsOf({{"seed", "0"}, {"recorder", "off"}}, onCpu),
                ElementsAre(finding(Warning, "recorder", "final weights")));
}

TEST(Preflight, RefusalsComeFirst) {
    const auto found = findingsOf({{"cudnn.enabled", "off"}, {"thread", "2"}}, onCpu);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].severity, Refused);
    EXPECT_EQ(found[1].severity, Warning);
    EXPECT_EQ(found[2].severity, NoEffect);
}

TEST(PreflightRules, NameRowsThatExistAndFillEverySentence) {
    for (const Rule& rule : preflightRules()) {
        EXPECT_TRUE(rule.key == "device" || find(rule.key) != nullptr) << rule.key;
        for (const Condition& condition : rule.when) {
            if (condition.fact.starts_with("env ")) {
                EXPECT_THAT(recordedVariables(), Contains(condition.fact.substr(4)))
                    << "its fact is never set";
            }
            if (find(condition.fact) == nullptr) continue;
            for (const std::string& value : condition.values)
                EXPECT_TRUE(check(condition.fact, value)) << value;
        }
    }
}

TEST(IsBetween, ComparesAsManyPartsAsTheBoundHas) {
    EXPECT_TRUE(isBetween("2.9.1", "", "2.9"));
    EXPECT_FALSE(isBetween("2.10.0", "", "2.9"));
    EXPECT_TRUE(isBetween("2.10.0+cpu", "2.9", ""));
    EXPECT_FALSE(isBetween("2.8.0", "2.9", "2.11"));
    EXPECT_TRUE(isBetween("", "2.9", "2.9"));
    EXPECT_TRUE(isBetween("3.0", "", ""));
}

}  // namespace
}  // namespace firstsplit::settings
