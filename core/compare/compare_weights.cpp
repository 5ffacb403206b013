#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/compare/comparison.h"
#include "core/compare/element_difference.h"
#include "core/compare/events.h"
#include "core/compare/member_map.h"
#include "core/compare/phrases.h"
#include "core/compare/weight_workers.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

constexpr std::size_t sumsInARow = 4096;

struct Tensor {
    Kind kind{};
    MemberPair pair;
    record::ScalarType type{};
    std::size_t elements = 0;
    std::size_t bytes = 0;
};

struct Snapshot {
    std::int64_t row = 0;
    std::size_t a = 0, b = 0;  ///< positions in valueRows()
};

std::vector<Tensor> tensorsOf(const record::Run& a, const record::Run& b, std::vector<std::string>& leftOut) {
    std::vector<Tensor> tensors;
    std::vector<std::string> unmeasured, unkept;
    for (const Kind kind : {Kind::Weight, Kind::Buffer}) {
        for (const MemberPair& pair : alignMembers(kind, a.members(kind), b.members(kind)).common) {
            if (!a.hasValues(kind, pair.a) || !b.hasValues(kind, pair.b)) {
                unkept.push_back(pair.name);
                continue;
            }
            const record::Member& member = a.members(kind)[pair.a];
            if (!canMeasure(member.dtype)) {
                unmeasured.push_back(pair.name);
                continue;
            }
            const std::size_t elements =
                std::accumulate(member.shape.begin(), member.shape.end(), std::size_t{1},
                                [](std::size_t product, std::int64_t size) {
                                    return product * static_cast<std::size_t>(size);
                                });
            tensors.push_back(
                {kind, pair, member.dtype, elements, elements * fingerprint::sizeOf(member.dtype)});
        }
    }
    if (!unkept.empty() && !tensors.empty())
        leftOut.push_back("values of " + shortListText(unkept) + " were not kept in both runs");
    if (!unmeasured.empty())
        leftOut.push_back("values of " + shortListText(unmeasured) +
                          " are of a type that has no differences");
    return tensors;
}

std::vector<Snapshot> commonSnapshots(const record::Run& a, const record::Run& b) {
    std::vector<Snapshot> snapshots;
    const auto& rowsA = a.valueRows();
    const auto& rowsB = b.valueRows();
    for (std::size_t i = 0, k = 0; i < rowsA.size() && k < rowsB.size();) {
        if (rowsA[i] == rowsB[k]) snapshots.push_back({rowsA[i], i, k});
        const bool stepA = rowsA[i] <= rowsB[k], stepB = rowsB[k] <= rowsA[i];
        i += stepA;
        k += stepB;
    }
    return snapshots;
}

void sayWhyNone(const record::Run& a, const record::Run& b, std::vector<std::string>& leftOut) {
    const bool inA = !a.valueRows().empty(), inB = !b.valueRows().empty();
    if (!inA && !inB)
        leftOut.emplace_back("size of the difference: neither run kept the values of its weights");
    else if (inA != inB)
        leftOut.push_back(
            fmt::format("size of the difference: {} kept no values of its weights", inA ? "B" : "A"));
    else
        leftOut.emplace_back(
            "size of the difference: the runs kept the values of their weights at no common step");
}

/// Adds what of a snapshot has to be read.
void addJobs(const record::Run& a, const record::Run& b, const Comparison& comparison,
             const std::vector<Tensor>& tensors, const Snapshot& snapshot, std::span<DifferenceSum> sums,
             std::vector<WeightJob>& jobs) {
    for (std::size_t t = 0; t < tensors.size(); ++t) {
        const Tensor& tensor = tensors[t];
        const bool isThere = a.hasValuesAt(tensor.kind, tensor.pair.a, snapshot.a) &&
                             b.hasValuesAt(tensor.kind, tensor.pair.b, snapshot.b);
        if (!isThere) continue;  // it appeared later
        // The fingerprints decide equality: what is equal needs no reading.
        if (cellAt(comparison, tensor.kind, snapshot.row - 1) == Cell::Equal)
            sums[t].addEqual(static_cast<std::int64_t>(tensor.elements));
        else
            jobs.push_back({tensor.kind, tensor.pair.a, tensor.pair.b, snapshot.a, snapshot.b, tensor.type,
                            tensor.bytes, &sums[t]});
    }
}

}  // namespace

Result<> compareWeights(const record::Run& a, const record::Run& b, Comparison& comparison,
                        const Progress& progress) {
    std::vector<std::string> leftOut;
    const std::vector<Tensor> tensors = tensorsOf(a, b, leftOut);
    const std::vector<Snapshot> snapshots = commonSnapshots(a, b);
    if (tensors.empty() || snapshots.empty()) {
        sayWhyNone(a, b, leftOut);
        comparison.leftOut.insert(comparison.leftOut.end(), leftOut.begin(), leftOut.end());
        return {};
    }

    WeightDifferences weights;
    for (const Tensor& tensor : tensors) {
        weights.tensors.push_back(tensor.pair.name);
        weights.kinds.push_back(tensor.kind);
    }
    weights.byTensor.reserve(snapshots.size() * tensors.size());
    std::vector<DifferenceSum> sums;
    std::vector<WeightJob> jobs;
    // Several snapshots in a row, so that there is work for all processors with small models too.
    const std::size_t inARow = std::clamp<std::size_t>(sumsInARow / tensors.size(), 1, snapshots.size());
    for (std::size_t begin = 0; begin < snapshots.size(); begin += inARow) {
        const std::size_t end = std::min(begin + inARow, snapshots.size());
        sums.assign((end - begin) * tensors.size(), DifferenceSum());
        jobs.clear();
        for (std::size_t s = begin; s < end; ++s)
            addJobs(a, b, comparison, tensors, snapshots[s],
                    std::span(sums).subspan((s - begin) * tensors.size(), tensors.size()), jobs);
        const auto report = [&](std::size_t jobsDone) {
            if (!progress) return true;
            const double part = static_cast<double>(jobsDone) / static_cast<double>(jobs.size());
            return progress((static_cast<double>(begin) + part * static_cast<double>(end - begin)) /
                            static_cast<double>(snapshots.size()));
        };
        if (auto done = doWeightJobs(a, b, jobs, report); !done) return done;
        if (progress && !progress(static_cast<double>(end) / static_cast<double>(snapshots.size())))
            return fail(std::string(cancelledSentence));
        for (std::size_t s = begin; s < end; ++s) {
            DifferenceSum overall;
            for (std::size_t t = 0; t < tensors.size(); ++t) {
                const DifferenceSum& sum = sums[(s - begin) * tensors.size() + t];
                weights.byTensor.push_back(sum.difference());
                if (tensors[t].kind == Kind::Weight) overall.add(sum);
            }
            weights.steps.push_back(snapshots[s].row - 1);
            weights.overall.push_back(overall.difference());
        }
    }

    std::vector<Event> events = eventsOf(weights);
    comparison.events.insert(comparison.events.end(), events.begin(), events.end());
    sortEvents(comparison.events);
    comparison.leftOut.insert(comparison.leftOut.end(), leftOut.begin(), leftOut.end());
    comparison.weights = std::move(weights);
    return {};
}

}  // namespace firstsplit::compare
