#include "run_contents.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/journal/payload.h"

namespace firstsplit::testing {

using fingerprint::Fingerprint;
using record::Column;
using record::Run;

namespace {

std::string textOf(const std::map<std::string, std::string>& map) {
    std::string out;
    for (const auto& [key, value] : map) out += fmt::format("[{}]=[{}] ", key, value);
    return out;
}

std::string bitsOf(double value) {
    return std::isnan(value) ? std::string("nan")
                             : fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value));
}

void expectGood(const Result<>& result) {
    EXPECT_TRUE(result) << result.error().message;
}

void addInfo(const record::RunInfo& info, std::vector<std::string>& out) {
    const auto number = [](const auto& value) {
        return value ? std::to_string(*value) : std::string("none");
    };
    out.push_back(fmt::format("id={} name={} experiment={} preset={} seed={} device={}", info.id, info.name,
                              info.experiment, info.preset, number(info.seed), info.device));
    out.push_back(fmt::format("command={} folder={} client={} start={} planned={}", info.commandLine,
                              info.workingDirectory, info.client, info.startTime, number(info.plannedSteps)));
    out.push_back("requested " + textOf(info.requested));
    out.push_back("start " + textOf(info.inForceAtStart));
    out.push_back("end " + textOf(info.inForceAtEnd));
    out.push_back("environment " + textOf(info.environment));
    for (const auto& sentence : info.damaged) out.push_back("damaged " + sentence);
}

}  // namespace

std::vector<std::string> rowContents(const Run& run, std::int64_t row) {
    std::vector<std::string> out;
    for (const Column column :
         {Column::Loss, Column::LearningRate, Column::GradientNorm, Column::StepSeconds}) {
        double value = 0;
        expectGood(run.readColumn(column, row, {&value, 1}));
        out.push_back(fmt::format("row {} column {} {}", row, static_cast<int>(column), bitsOf(value)));
    }
    for (Kind kind : allKinds) {
        Fingerprint digest;
        expectGood(run.readDigests(kind, row, {&digest, 1}));
        out.push_back(fmt::format("row {} {} {}", row, nameOf(kind), toHex(digest)));
        const auto& rows = run.fingerprintRows(kind);
        const auto at = std::lower_bound(rows.begin(), rows.end(), row);
        if (at == rows.end() || *at != row) continue;
        std::vector<Fingerprint> members(run.members(kind).size());
        expectGood(run.readFingerprints(kind, static_cast<std::size_t>(at - rows.begin()), 1, members));
        for (const Fingerprint& member : members) out.push_back("  member " + toHex(member));
    }
    const auto& rows = run.valueRows();
    const auto at = std::lower_bound(rows.begin(), rows.end(), row);
    if (at == rows.end() || *at != row) return out;
    const auto snapshot = static_cast<std::size_t>(at - rows.begin());
    for (Kind kind : allKinds) {
        for (std::uint32_t member = 0; member < run.members(kind).size(); ++member) {
            if (!run.hasValuesAt(kind, member, snapshot)) continue;
            std::vector<std::byte> bytes(journal::sizeInBytes(run.members(kind)[member]).value());
            expectGood(run.readValues(kind, member, snapshot, bytes));
            std::string hex;
            for (const std::byte byte : bytes) hex += fmt::format("{:02x}", static_cast<int>(byte));
            out.push_back(fmt::format("  values {} {} {}", nameOf(kind), member, hex));
        }
    }
    return out;
}

std::vector<std::string> contentsOf(const Run& run) {
    std::vector<std::string> out;
    addInfo(run.info(), out);
    for (Kind kind : allKinds) {
        for (const auto& member : run.members(kind))
            out.push_back(fmt::format("{} {} [{}] {} since {}", nameOf(kind), member.name,
                                      fmt::join(member.shape, ","), static_cast<int>(member.dtype),
                                      member.sinceStep));
    }
    for (const auto& epoch : run.epochs())
        out.push_back(fmt::format("epoch {} {} {} {} [{}]", epoch.epoch, epoch.step,
                                  epoch.validationLoss ? bitsOf(*epoch.validationLoss) : "none",
                                  epoch.validationAccuracy ? bitsOf(*epoch.validationAccuracy) : "none",
                                  fmt::join(epoch.firstSampleIds, ",")));
    for (const auto& entry : run.log())
        out.push_back(fmt::format("log {} {} {}", static_cast<int>(entry.level), entry.step.value_or(-999),
                                  entry.text));
    out.push_back(fmt::format("rows {} loss type {}", run.rowCount(), static_cast<int>(run.lossType())));
    for (std::int64_t row = 0; row < run.rowCount(); ++row)
        for (auto& line : rowContents(run, row)) out.push_back(std::move(line));
    return out;
}

std::unique_ptr<Run> opened(const std::string& path) {
    auto run = record::openRun(path);
    if (!run) {
        ADD_FAILURE() << run.error().message;
        return nullptr;
    }
    return std::move(*run);
}

}  // namespace firstsplit::testing
