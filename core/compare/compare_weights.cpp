#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/compare/comparison.h"
#include "core/compare/element_difference.h"
#include "core/compare/events.h"
#include "core/compare/member_map.h"
#include "core/compare/phrases.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

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

Difference noDifference(const Tensor& tensor) {
    Difference difference;
    difference.elements = static_cast<std::int64_t>(tensor.elements);
    return difference;
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
    std::size_t largest = 0;
    for (const Tensor& tensor : tensors) {
        weights.tensors.push_back(tensor.pair.name);
        weights.kinds.push_back(tensor.kind);
        largest = std::max(largest, tensor.bytes);
    }
    weights.byTensor.reserve(snapshots.size() * tensors.size());
    std::vector<std::byte> bytesA(largest), bytesB(largest);
    for (std::size_t done = 0; done < snapshots.size(); ++done) {
        const Snapshot& snapshot = snapshots[done];
        DifferenceSum overall;
        std::int64_t equalElements = 0;
        for (const Tensor& tensor : tensors) {
            const auto& cells = comparison.kinds[indexOf(tensor.kind)].cells;
            const auto row = static_cast<std::size_t>(snapshot.row);
            // The fingerprints decide equality: what is equal needs no reading.
            if (row < cells.size() && cells[row] == Cell::Equal) {
                weights.byTensor.push_back(noDifference(tensor));
                equalElements += tensor.kind == Kind::Weight ? static_cast<std::int64_t>(tensor.elements) : 0;
                continue;
            }
            // A tensor that appeared later than this snapshot.
            if (!a.hasValuesAt(tensor.kind, tensor.pair.a, snapshot.a) ||
                !b.hasValuesAt(tensor.kind, tensor.pair.b, snapshot.b)) {
                weights.byTensor.emplace_back();
                continue;
            }
            const auto ofA = std::span(bytesA).first(tensor.bytes),
                       ofB = std::span(bytesB).first(tensor.bytes);
            if (auto read = a.readValues(tensor.kind, tensor.pair.a, snapshot.a, ofA); !read) return read;
            if (auto read = b.readValues(tensor.kind, tensor.pair.b, snapshot.b, ofB); !read) return read;
            DifferenceSum sum;
            sum.add(tensor.type, ofA, ofB);
            weights.byTensor.push_back(sum.difference());
            if (tensor.kind == Kind::Weight) overall.add(sum);
        }
        weights.steps.push_back(snapshot.row - 1);
        weights.overall.push_back(overall.difference());
        weights.overall.back().elements += equalElements;
        if (progress && !progress(static_cast<double>(done + 1) / static_cast<double>(snapshots.size())))
            return fail(std::string(cancelledSentence));
    }

    std::vector<Event> events = eventsOf(weights);
    comparison.events.insert(comparison.events.end(), events.begin(), events.end());
    sortEvents(comparison.events);
    comparison.leftOut.insert(comparison.leftOut.end(), leftOut.begin(), leftOut.end());
    comparison.weights = std::move(weights);
    return {};
}

}  // namespace firstsplit::compare
