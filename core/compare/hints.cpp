#include "core/compare/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace firstsplit::compare {
namespace {

Result<std::vector<record::Fingerprint>> digestsOf(const record::Run& run, Kind kind) {
    std::vector<record::Fingerprint> digests(static_cast<std::size_t>(run.stepCount()));
    if (digests.empty()) return digests;
    if (auto read = run.readDigests(kind, 1, digests); !read) return tl::unexpected(read.error());
    return digests;
}

bool areAllThere(const std::vector<record::Fingerprint>& digests) {
    return !digests.empty() &&
           std::ranges::none_of(digests, [](const auto& digest) { return digest.isAbsent(); });
}

bool isSeedDifferent(const Comparison& comparison) {
    return std::ranges::any_of(comparison.settingsDiffer, [](const Differing& one) {
        return one.key == "seed" && one.acts && !one.a.empty() && !one.b.empty();
    });
}

/// What deterministic=error has found, with its remedy: once where both runs ended at the same place.
void addFindings(const Comparison& comparison, std::vector<std::string>& hints) {
    for (const auto& [letter, run] : {std::pair("A", &comparison.a), std::pair("B", &comparison.b)}) {
        if (!run->finding) continue;
        const std::string sentence = journal::sentenceOf(*run->finding);
        if (hints.empty() || hints.back().find(sentence) == std::string::npos)
            hints.push_back(fmt::format("{}: {}", letter, sentence));
        else
            hints.back().replace(0, 1, "A and B");
    }
}

}  // namespace

std::optional<std::size_t> periodOf(std::span<const record::Fingerprint> sequence) {
    // The failure function of Knuth, Morris and Pratt: length of the longest border of each prefix.
    std::vector<std::size_t> border(sequence.size(), 0);
    for (std::size_t i = 1, k = 0; i < sequence.size(); ++i) {
        while (k > 0 && sequence[i] != sequence[k]) k = border[k - 1];
        if (sequence[i] == sequence[k]) ++k;
        border[i] = k;
    }
    if (sequence.empty()) return std::nullopt;
    const std::size_t period = sequence.size() - border.back();
    return 2 * period <= sequence.size() ? std::optional(period) : std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> firstReturn(
    std::span<const record::Fingerprint> sequence) {
    std::map<std::array<std::uint64_t, 2>, std::size_t> firstAt;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        const auto [entry, isNew] =
            firstAt.emplace(std::array{sequence[i].lanes[0], sequence[i].lanes[1]}, i);
        if (!isNew && sequence[i] != sequence[i - 1]) return std::pair(i, entry->second);
    }
    return std::nullopt;
}

std::size_t repeatsOf(std::span<const record::Fingerprint> sequence) {
    std::size_t count = 0;
    for (std::size_t i = 1; i < sequence.size(); ++i) count += sequence[i] == sequence[i - 1];
    return count;
}

Result<std::vector<std::string>> hintsOf(const record::Run& a, const Comparison& comparison) {
    std::vector<std::string> hints;
    addFindings(comparison, hints);
    const auto batches = digestsOf(a, Kind::Batch);
    if (!batches) return tl::unexpected(batches.error());
    if (areAllThere(*batches))
        if (const auto period = periodOf(*batches); period && *period > 1)
            hints.push_back(fmt::format(
                "The batches of A repeat every {} steps, bit for bit: their order is not shuffled anew, and "
                "random changes to the samples, if there are any, start from one seed each time.",
                *period));
    if (areAllThere(*batches))
        if (const std::size_t repeats = repeatsOf(*batches); 3 * repeats >= batches->size() && repeats > 0)
            hints.push_back(fmt::format(
                "{} of {} batches of A are the batch before them, bit for bit: several data workers deliver "
                "the same samples (an iterable data set has to be divided among them), or nothing is drawn.",
                repeats, batches->size()));
    for (const record::LogEntry& entry : a.log())
        if (entry.text.starts_with("Data workers ")) hints.push_back(entry.text);
    const auto states = digestsOf(a, Kind::RandomState);
    if (!states) return tl::unexpected(states.error());
    if (areAllThere(*states))
        if (const auto back = firstReturn(*states))
            hints.push_back(
                fmt::format("At step {} the random generators of A are in the state of step {} again: they "
                            "are seeded anew in "
                            "the middle of the training.",
                            back->first, back->second));
    const KindSplit& batch = comparison.kinds[indexOf(Kind::Batch)];
    if (isSeedDifferent(comparison) && batch.compared && !batch.firstStep && comparison.stepsCompared > 0)
        hints.emplace_back(
            "The runs have different seeds, and every batch is equal: the seed does not reach the data.");
    return hints;
}

}  // namespace firstsplit::compare
