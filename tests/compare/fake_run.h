#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/ulp.h"
#include "core/record/run.h"

namespace firstsplit::testing {

using fingerprint::Fingerprint;
using fingerprint::ScalarType;

/// A run in memory, made up as it is read: any length costs nothing. Two runs that were built alike are
/// equal, bit for bit; every function below makes one of them differ in one respect. By default a finished
/// training of five weights with gradients and momentum, one generator that every step draws from, and a
/// batch of two parts; no values kept.
class FakeRun : public record::Run {
  public:
    static constexpr std::int64_t toTheEnd = std::numeric_limits<std::int64_t>::max();

    explicit FakeRun(std::int64_t steps = 20) : rows(steps + 1) {
        information.file = "runs/x.split.h5";
        information.id = "id";
        information.experiment = "digits-embedding";
        information.preset = "seeds";
        information.seed = 0;
        information.device = "cpu";
        information.plannedSteps = steps;
        information.end = record::EndState::Finished;
        information.exitCode = 0;
        information.environment = {{"torch", "2.11.0"}, {"cpu.model", "Z80"}};
        add(Kind::RandomState, "torch", {5056}, ScalarType::UInt8);
        add(Kind::Batch, "input", {64, 64}, ScalarType::Float32);
        add(Kind::Batch, "target", {64}, ScalarType::Int64);
        const std::vector<std::pair<std::string, std::vector<std::int64_t>>> tensors = {
            {"table", {8, 4}},
            {"hidden.weight", {4, 4}},
            {"hidden.bias", {4}},
            {"output.weight", {2, 4}},
            {"output.bias", {2}}};
        for (const Kind kind : {Kind::Gradient, Kind::Optimizer, Kind::Weight})
            for (const auto& [name, shape] : tensors) add(kind, name, shape, ScalarType::Float32);
        for (const Kind kind : {Kind::Batch, Kind::Gradient, Kind::Optimizer}) leaveOut(kind, -1, -1);
        for (const Kind kind : allKinds) keepEvery(kind, 1);
    }

    record::RunInfo information;
    std::vector<record::EpochRecord> epochRecords;
    std::vector<record::LogEntry> entries;
    ScalarType typeOfLoss = ScalarType::Float32;
    mutable std::int64_t digestRowsRead = 0;  ///< how much work a comparison makes
    mutable std::int64_t fingerprintRowsRead = 0;

    // ---- what is in it

    void add(Kind kind, const std::string& name, std::vector<std::int64_t> shape = {},
             ScalarType type = ScalarType::Float32, std::int64_t since = -1) {
        memberLists[indexOf(kind)].push_back({kind, name, std::move(shape), type, since});
    }
    void remove(Kind kind, const std::string& name) {
        std::erase_if(memberLists[indexOf(kind)], [&](const auto& member) { return member.name == name; });
    }
    void clear(Kind kind) { memberLists[indexOf(kind)].clear(); }
    void reverse(Kind kind) {
        std::reverse(memberLists[indexOf(kind)].begin(), memberLists[indexOf(kind)].end());
    }
    void setSteps(std::int64_t steps) {
        rows = steps + 1;
        for (const Kind kind : allKinds) keepEvery(kind, strides[indexOf(kind)]);
    }
    /// The kind is not recorded in these steps.
    void leaveOut(Kind kind, std::int64_t from = -1, std::int64_t to = toTheEnd) {
        gaps[indexOf(kind)].push_back({from, to});
    }
    /// Members' own fingerprints are kept every n steps (and before training); 0: never.
    void keepEvery(Kind kind, std::int64_t stride) {
        strides[indexOf(kind)] = stride;
        auto& kept = keptRows[indexOf(kind)];
        kept.clear();
        for (std::int64_t row = 0; stride > 0 && row < rows; ++row)
            if (row == 0 || (row - 1) % stride == 0) kept.push_back(row);
    }

    // ---- how it differs

    /// A member has other bits from step `from` to step `to`.
    void vary(Kind kind, const std::string& name, std::int64_t from, std::int64_t to = toTheEnd,
              int variant = 1) {
        variations[{kind, name}].push_back({from, to, variant});
    }
    /// A member does not exist in these steps.
    void makeAbsent(Kind kind, const std::string& name, std::int64_t from, std::int64_t to = toTheEnd) {
        vary(kind, name, from, to, -1);
    }
    /// A generator keeps its state, but for the steps at which it is found moved on.
    void standStill(const std::string& generator, std::vector<std::int64_t> movedAt = {}) {
        still[generator] = std::move(movedAt);
    }
    void setLoss(std::int64_t step, double loss) { losses[step] = loss; }
    void shiftLoss(std::int64_t from, std::int64_t to, double by) {
        for (std::int64_t step = from; step <= to; ++step) losses[step] = lossAt(step) + by;
    }
    double lossAt(std::int64_t step) const {
        const auto found = losses.find(step);
        return found != losses.end() ? found->second : 2.5 / (1.0 + static_cast<double>(step));
    }

    /// Values of a float32 tensor at a step; the steps must be given in ascending order.
    void keepValues(Kind kind, const std::string& name, std::int64_t step,
                    const std::vector<float>& numbers) {
        keepBytes(kind, name, step, std::as_bytes(std::span(numbers)));
    }
    void keepBytes(Kind kind, const std::string& name, std::int64_t step, std::span<const std::byte> bytes) {
        if (snapshotRows.empty() || snapshotRows.back() != step + 1) snapshotRows.push_back(step + 1);
        values[{kind, name, step + 1}].assign(bytes.begin(), bytes.end());
    }

    // ---- record::Run

    const record::RunInfo& info() const override { return information; }
    std::int64_t rowCount() const override { return rows; }
    const std::vector<record::Member>& members(Kind kind) const override {
        return memberLists[indexOf(kind)];
    }
    const std::vector<record::EpochRecord>& epochs() const override { return epochRecords; }
    const std::vector<record::LogEntry>& log() const override { return entries; }

    Result<> readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const override {
        digestRowsRead += static_cast<std::int64_t>(out.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = digestAt(kind, firstRow + static_cast<std::int64_t>(i));
        return {};
    }
    Result<> readColumn(record::Column column, std::int64_t firstRow, std::span<double> out) const override {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const std::int64_t step = firstRow + static_cast<std::int64_t>(i) - 1;
            const bool isThere = column == record::Column::Loss && step >= 0 && !isLeftOut(Kind::Loss, step);
            out[i] = isThere ? storedLoss(step) : std::numeric_limits<double>::quiet_NaN();
        }
        return {};
    }
    ScalarType lossType() const override { return typeOfLoss; }
    const std::vector<std::int64_t>& fingerprintRows(Kind kind) const override {
        return keptRows[indexOf(kind)];
    }
    Result<> readFingerprints(Kind kind, std::size_t first, std::size_t count,
                              std::span<Fingerprint> out) const override {
        fingerprintRowsRead += static_cast<std::int64_t>(count);
        const auto& list = members(kind);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t m = 0; m < list.size(); ++m)
                out[i * list.size() + m] = fingerprintAt(list[m], keptRows[indexOf(kind)][first + i]);
        return {};
    }
    const std::vector<std::int64_t>& valueRows() const override { return snapshotRows; }
    bool hasValues(Kind kind, std::uint32_t member) const override {
        return std::any_of(values.begin(), values.end(), [&](const auto& entry) {
            return std::get<0>(entry.first) == kind && std::get<1>(entry.first) == members(kind)[member].name;
        });
    }
    bool hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const override {
        return values.contains({kind, members(kind)[member].name, snapshotRows[snapshot]});
    }
    Result<> readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                        std::span<std::byte> out) const override {
        const auto& bytes = values.at({kind, members(kind)[member].name, snapshotRows[snapshot]});
        if (bytes.size() != out.size()) return fail("A snapshot has another size than its tensor.");
        std::copy(bytes.begin(), bytes.end(), out.begin());
        return {};
    }

  private:
    struct Span {
        std::int64_t from, to;
        int variant = 0;
        bool holds(std::int64_t step) const { return step >= from && step <= to; }
    };

    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    bool isLeftOut(Kind kind, std::int64_t step) const {
        const auto& spans = gaps[indexOf(kind)];
        return std::any_of(spans.begin(), spans.end(), [&](const Span& span) { return span.holds(step); });
    }

    Fingerprint fingerprintAt(const record::Member& member, std::int64_t row) const {
        const std::int64_t step = row - 1;
        if (step < member.sinceStep || isLeftOut(member.kind, step)) return {};
        int variant = 0;
        if (const auto found = variations.find({member.kind, member.name}); found != variations.end())
            for (const Span& span : found->second)
                if (span.holds(step)) variant = span.variant;
        if (variant < 0) return {};
        std::int64_t state = row;
        if (const auto found = still.find(member.name);
            found != still.end() && member.kind == Kind::RandomState)
            state = std::count_if(found->second.begin(), found->second.end(),
                                  [&](std::int64_t at) { return at <= step; });
        std::uint64_t seed =
            mixed(static_cast<std::uint64_t>(state) + 1) + static_cast<std::uint64_t>(variant);
        for (const char letter : member.name) seed = mixed(seed + static_cast<std::uint64_t>(letter));
        seed = mixed(seed + indexOf(member.kind));
        return {{seed | 1, mixed(seed)}};
    }

    double storedLoss(std::int64_t step) const {
        return compare::valueOf(typeOfLoss, compare::bitsOf(typeOfLoss, lossAt(step)));
    }

    Fingerprint digestAt(Kind kind, std::int64_t row) const {
        if (isLeftOut(kind, row - 1)) return {};
        if (kind == Kind::Loss) {
            if (row == 0) return {};
            return {{compare::bitsOf(typeOfLoss, lossAt(row - 1)) + 1,
                     static_cast<std::uint64_t>(typeOfLoss) + 1}};
        }
        const auto& list = memberLists[indexOf(kind)];
        std::vector<Fingerprint> all;
        for (const record::Member& member : list)
            if (member.sinceStep < row) all.push_back(fingerprintAt(member, row));
        return all.empty() ? Fingerprint{} : fingerprint::ofList(all);
    }

    std::int64_t rows;
    std::array<std::vector<record::Member>, kindCount> memberLists;
    std::array<std::vector<Span>, kindCount> gaps;
    std::array<std::vector<std::int64_t>, kindCount> keptRows;
    std::array<std::int64_t, kindCount> strides{};
    std::map<std::pair<Kind, std::string>, std::vector<Span>> variations;
    std::map<std::string, std::vector<std::int64_t>> still;
    std::map<std::int64_t, double> losses;
    std::map<std::tuple<Kind, std::string, std::int64_t>, std::vector<std::byte>> values;
    std::vector<std::int64_t> snapshotRows;
};

}  // namespace firstsplit::testing
