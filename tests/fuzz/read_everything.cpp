#include "read_everything.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/journal/payload.h"
#include "core/record/run.h"

namespace firstsplit::testing {

using record::Run;

namespace {

constexpr std::int64_t mostRows = 1000;
constexpr std::uint64_t mostValueBytes = std::uint64_t{1} << 24;

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "contract broken: %s\n", what);
    std::abort();
}

/// A failure is fine, without its sentence it is not.
void allow(const Result<>& result) {
    require(result.has_value() || !result.error().message.empty(), "no sentence");
}

void readRows(const Run& run) {
    const std::int64_t rows = std::min(run.rowCount(), mostRows);
    std::vector<fingerprint::Fingerprint> digests(static_cast<std::size_t>(rows));
    std::vector<double> values(static_cast<std::size_t>(rows));
    for (Kind kind : allKinds) allow(run.readDigests(kind, run.rowCount() - rows, digests));
    for (const auto column : {record::Column::Loss, record::Column::LearningRate,
                              record::Column::GradientNorm, record::Column::StepSeconds})
        allow(run.readColumn(column, 0, values));
    double beyond = 0;
    require(!run.readColumn(record::Column::Loss, run.rowCount(), {&beyond, 1}).has_value(),
            "read past the end");
}

void readFingerprints(const Run& run, Kind kind) {
    const auto& rows = run.fingerprintRows(kind);
    require(std::is_sorted(rows.begin(), rows.end()), "fingerprint rows ascend");
    require(rows.empty() || (rows.front() >= 0 && rows.back() < run.rowCount()), "fingerprint rows are rows");
    const std::size_t members = run.members(kind).size();
    const std::size_t count = std::min<std::size_t>(rows.size(), static_cast<std::size_t>(mostRows));
    std::vector<fingerprint::Fingerprint> out(count * members);
    allow(run.readFingerprints(kind, rows.size() - count, count, out));
}

void readValues(const Run& run, Kind kind) {
    const auto& rows = run.valueRows();
    require(rows.empty() || (rows.front() >= 0 && rows.back() < run.rowCount()), "value rows are rows");
    for (std::uint32_t member = 0; member < run.members(kind).size(); ++member) {
        const auto bytes = journal::sizeInBytes(run.members(kind)[member]).value_or(0);
        if (!run.hasValues(kind, member) || bytes > mostValueBytes) continue;
        std::vector<std::byte> out(bytes);
        for (std::size_t snapshot = 0; snapshot < std::min<std::size_t>(rows.size(), 50); ++snapshot)
            allow(run.readValues(kind, member, snapshot, out));
    }
}

}  // namespace

bool readEverything(const std::string& path) {
    const auto run = record::openRun(path);
    if (!run) {
        require(!run.error().message.empty(), "no sentence");
        return false;
    }
    readRows(**run);
    for (Kind kind : allKinds) {
        readFingerprints(**run, kind);
        readValues(**run, kind);
    }
    const auto refreshed = (*run)->refresh();
    require(refreshed.has_value() || !refreshed.error().message.empty(), "no sentence");
    return true;
}

}  // namespace firstsplit::testing
