#include "core/compare/kind_scan.h"

#include <algorithm>

namespace firstsplit::compare {
namespace {

constexpr std::int64_t rowsPerBlock = 8192;
constexpr std::size_t fingerprintsPerRead = 1U << 15;  // 512 KiB of each run

}  // namespace

KindScan::KindScan(const record::Run& runA, const record::Run& runB, Kind kind, bool wantsNames)
    : a(runA), b(runB), scannedKind(kind), namesMembers(wantsNames) {
    realign();
}

void KindScan::realign() {
    const auto& membersA = a.members(scannedKind);
    const auto& membersB = b.members(scannedKind);
    knownMembersA = membersA.size();
    knownMembersB = membersB.size();
    memberMap = alignMembers(scannedKind, membersA, membersB);
    std::vector<Track> old = std::move(tracks);
    tracks.clear();
    for (const MemberPair& pair : memberMap.common) {
        const auto known = std::find_if(old.begin(), old.end(), [&](const Track& track) {
            return track.pair.a == pair.a && track.pair.b == pair.b;
        });
        Track fresh;
        fresh.pair = pair;
        tracks.push_back(known != old.end() ? *known : fresh);
    }
    tallies.clear();
    for (const Track& track : tracks)
        tallies.push_back({track.pair.a, track.pair.b, track.rowsDifferent, track.firstRow.has_value()});
}

Result<> KindScan::advance(std::int64_t endRow, const Progress& progress) {
    if (a.members(scannedKind).size() != knownMembersA || b.members(scannedKind).size() != knownMembersB)
        realign();
    const std::int64_t start = rowsDone();
    cells.reserve(static_cast<std::size_t>(std::max(endRow, start)));
    while (rowsDone() < endRow) {
        const std::int64_t begin = rowsDone();
        const auto scanned = scanBlock(begin, std::min(endRow, begin + rowsPerBlock));
        if (scannedKind != Kind::RandomState)
            for (std::size_t i = 0; i < tracks.size(); ++i)
                tracks[i].rowsDifferent = tallies[i].rowsDifferent;
        if (!scanned) return scanned;
        if (progress &&
            !progress(static_cast<double>(rowsDone() - start) / static_cast<double>(endRow - start)))
            return fail(std::string(cancelledSentence));
    }
    return {};
}

Result<std::vector<KindScan::Digests>> KindScan::compareDigests(std::int64_t begin, std::int64_t end) {
    const auto count = static_cast<std::size_t>(end - begin);
    std::vector<record::Fingerprint> digestsA(count), digestsB(count);
    if (auto read = a.readDigests(scannedKind, begin, digestsA); !read) return tl::unexpected(read.error());
    if (auto read = b.readDigests(scannedKind, begin, digestsB); !read) return tl::unexpected(read.error());
    std::vector<Digests> digests(count, Digests::Neither);
    for (std::size_t i = 0; i < count; ++i) {
        const bool inA = !digestsA[i].isAbsent(), inB = !digestsB[i].isAbsent();
        if (inA && inB)
            digests[i] = digestsA[i] == digestsB[i] ? Digests::Equal : Digests::Different;
        else if (inA || inB)
            digests[i] = inA ? Digests::OnlyA : Digests::OnlyB;
        rowsInBoth += inA && inB;
        rowsOnlyInA += inA && !inB;
        rowsOnlyInB += inB && !inA;
    }
    return digests;
}

Result<> KindScan::scanBlock(std::int64_t begin, std::int64_t end) {
    const auto digests = compareDigests(begin, end);
    if (!digests) return tl::unexpected(digests.error());
    const bool isGenerators = scannedKind == Kind::RandomState;
    const std::size_t count = digests->size();
    cells.resize(cells.size() + count, Cell::NotRecorded);
    std::vector<bool> isWanted(count, false);
    bool hasDiffered = firstRow.has_value();
    for (std::size_t i = 0; i < count; ++i) {
        if ((*digests)[i] != Digests::Equal && (*digests)[i] != Digests::Different) continue;
        const std::int64_t row = begin + static_cast<std::int64_t>(i);
        const bool differ = (*digests)[i] == Digests::Different, decides = digestDecides(row);
        if (decides && !differ) {
            cells[static_cast<std::size_t>(row)] = Cell::Equal;
            if (!firstEqualRow) firstEqualRow = row;
        } else if (decides && !isGenerators) {
            cells[static_cast<std::size_t>(row)] = Cell::Different;
        }
        isWanted[i] = !decides || (differ && (namesMembers || isGenerators || !hasDiffered));
        hasDiffered = hasDiffered || (decides && differ);
    }
    std::vector<Kept> kept;
    if (!tracks.empty())
        for (const Kept& candidate : keptInBoth(begin, end))
            if (isWanted[static_cast<std::size_t>(candidate.row - begin)]) kept.push_back(candidate);
    const bool idleBefore = idleMayDiffer;
    idleAfter.clear();
    if (auto read = readMembers(kept); !read) return read;
    idleAfter.insert(idleAfter.begin(), idleBefore);
    decideWithoutMembers(begin, *digests, kept);
    for (std::int64_t row = begin; row < end && !firstRow; ++row)
        if (cells[static_cast<std::size_t>(row)] == Cell::Different) firstRow = row;
    return {};
}

void KindScan::decideWithoutMembers(std::int64_t begin, const std::vector<Digests>& digests,
                                    const std::vector<Kept>& kept) {
    std::size_t keptBefore = 0;
    for (std::size_t i = 0; i < digests.size(); ++i) {
        const std::int64_t row = begin + static_cast<std::int64_t>(i);
        while (keptBefore < kept.size() && kept[keptBefore].row < row) ++keptBefore;
        const bool wasLookedAt = keptBefore < kept.size() && kept[keptBefore].row == row;
        const bool inBoth = digests[i] == Digests::Equal || digests[i] == Digests::Different;
        Cell& cell = cells[static_cast<std::size_t>(row)];
        if (wasLookedAt || !inBoth || cell != Cell::NotRecorded) continue;
        // Generators that were all equal before: one that differs now has been drawn from.
        const bool wereEqual = firstEqualRow && *firstEqualRow < row;
        if (scannedKind == Kind::RandomState && digestDecides(row) && (wereEqual || !idleAfter[keptBefore]))
            cell = Cell::Different;
        else
            ++rowsUndecided;
    }
}

std::vector<KindScan::Kept> KindScan::keptInBoth(std::int64_t begin, std::int64_t end) {
    const auto& rowsA = a.fingerprintRows(scannedKind);
    const auto& rowsB = b.fingerprintRows(scannedKind);
    std::vector<Kept> kept;
    while (keptDoneA < rowsA.size() && rowsA[keptDoneA] < begin) ++keptDoneA;
    while (keptDoneB < rowsB.size() && rowsB[keptDoneB] < begin) ++keptDoneB;
    while (keptDoneA < rowsA.size() && keptDoneB < rowsB.size()) {
        const std::int64_t rowA = rowsA[keptDoneA], rowB = rowsB[keptDoneB];
        if (rowA >= end || rowB >= end) break;
        if (rowA == rowB) kept.push_back({rowA, keptDoneA, keptDoneB});
        keptDoneA += rowA <= rowB;
        keptDoneB += rowB <= rowA;
    }
    return kept;
}

Result<> KindScan::readMembers(const std::vector<Kept>& kept) {
    const std::size_t membersA = a.members(scannedKind).size(), membersB = b.members(scannedKind).size();
    const std::size_t rowsPerRead =
        std::max<std::size_t>(1, fingerprintsPerRead / std::max<std::size_t>({membersA, membersB, 1}));
    std::vector<record::Fingerprint> ofA, ofB;
    for (std::size_t next = 0; next < kept.size();) {
        std::size_t count = 1;
        while (next + count < kept.size() && count < rowsPerRead &&
               kept[next + count].a == kept[next].a + count && kept[next + count].b == kept[next].b + count)
            ++count;
        ofA.resize(count * membersA);
        ofB.resize(count * membersB);
        if (auto read = a.readFingerprints(scannedKind, kept[next].a, count, ofA); !read) return read;
        if (auto read = b.readFingerprints(scannedKind, kept[next].b, count, ofB); !read) return read;
        for (std::size_t i = 0; i < count; ++i) {
            const auto* rowA = ofA.data() + i * membersA;
            const auto* rowB = ofB.data() + i * membersB;
            if (scannedKind == Kind::RandomState)
                lookAtGenerators(kept[next + i], rowA, rowB);
            else
                lookAtMembers(kept[next + i], rowA, rowB);
            lastKeptRow = kept[next + i].row;
        }
        next += count;
    }
    return {};
}

void KindScan::nameFirst(std::int64_t row, const std::string& name) {
    if (firstNamedRow) return;
    firstNamedRow = row;
    firstNamed = name;
}

void KindScan::lookAtMembers(const Kept& kept, const record::Fingerprint* ofA,
                             const record::Fingerprint* ofB) {
    Cell& cell = cells[static_cast<std::size_t>(kept.row)];
    const std::int64_t isStep = kept.row > 0;
    bool isAnyDifferent = false;
    // Every member of every differing row comes by here.
    for (Tally& tally : tallies) {
        const auto& inA = ofA[tally.a].lanes;
        const auto& inB = ofB[tally.b].lanes;
        const bool differs = ((inA[0] ^ inB[0]) | (inA[1] ^ inB[1])) != 0;
        isAnyDifferent |= differs;
        tally.rowsDifferent += differs ? isStep : 0;
        if (!differs || tally.hasDiffered) continue;
        tally.hasDiffered = true;
        Track& track = tracks[static_cast<std::size_t>(&tally - tallies.data())];
        track.firstRow = kept.row;
        track.firstRowIsExact = kept.row <= 1 || kept.row == lastKeptRow + 1 ||
                                cells[static_cast<std::size_t>(kept.row - 1)] == Cell::Equal;
    }
    if (!digestDecides(kept.row)) {
        const auto isThere = [&](const Tally& tally) {
            return !ofA[tally.a].isAbsent() || !ofB[tally.b].isAbsent();
        };
        if (std::any_of(tallies.begin(), tallies.end(), isThere))
            cell = isAnyDifferent ? Cell::Different : Cell::Equal;
    }
    if (cell != Cell::Different || !isAnyDifferent || firstNamedRow) return;
    const auto differs = [&](const Track& track) { return ofA[track.pair.a] != ofB[track.pair.b]; };
    // The backward pass goes from the last layer to the first: the last of the model's order differs first.
    nameFirst(kept.row, scannedKind == Kind::Gradient
                            ? std::find_if(tracks.rbegin(), tracks.rend(), differs)->pair.name
                            : std::find_if(tracks.begin(), tracks.end(), differs)->pair.name);
}

void KindScan::lookAtGenerators(const Kept& kept, const record::Fingerprint* ofA,
                                const record::Fingerprint* ofB) {
    const auto hasMoved = [](const record::Fingerprint& before, const record::Fingerprint& now) {
        return !before.isAbsent() && !now.isAbsent() && before != now;
    };
    const bool wereEqual = firstEqualRow && *firstEqualRow < kept.row;
    Cell& cell = cells[static_cast<std::size_t>(kept.row)];
    bool isAnyThere = false, counts = false;
    idleMayDiffer = false;
    for (Track& track : tracks) {
        const record::Fingerprint& inA = ofA[track.pair.a];
        const record::Fingerprint& inB = ofB[track.pair.b];
        isAnyThere = isAnyThere || !inA.isAbsent() || !inB.isAbsent();
        const bool isDrawn = hasMoved(track.previousA, inA) || hasMoved(track.previousB, inB);
        if (isDrawn && track.differs && !track.firstUse) track.firstUse = lastKeptRow;
        track.differs = inA != inB;
        track.drawnFrom = track.drawnFrom || isDrawn || (track.differs && wereEqual);
        track.previousA = inA;
        track.previousB = inB;
        if (!track.differs) continue;
        track.rowsDifferent += kept.row > 0;
        if (!track.drawnFrom) {
            idleMayDiffer = true;
            continue;
        }
        if (!counts) nameFirst(kept.row, track.pair.name);
        counts = true;
        if (!track.firstRow) {
            track.firstRow = kept.row;
            track.firstRowIsExact = kept.row == 0 || kept.row == lastKeptRow + 1 ||
                                    cells[static_cast<std::size_t>(kept.row - 1)] == Cell::Equal;
        }
    }
    idleAfter.push_back(idleMayDiffer);
    if (isAnyThere) cell = counts ? Cell::Different : Cell::Equal;
}

KindSplit summarise(const KindScan& scan) {
    KindSplit split;
    split.cells = scan.cells;
    bool isDifferent = false;
    for (std::size_t row = 0; row < split.cells.size(); ++row) {
        const Cell cell = split.cells[row];
        if (cell == Cell::NotRecorded) continue;
        split.compared = true;
        split.stepsCompared += row > 0;
        if (cell == Cell::Different) {
            if (!split.firstStep) split.firstStep = static_cast<std::int64_t>(row) - 1;
            split.stepsDifferent += row > 0;
        } else if (isDifferent) {
            ++split.timesEqualAgain;
        }
        isDifferent = cell == Cell::Different;
    }
    split.firstMember = scan.firstMember();
    return split;
}

}  // namespace firstsplit::compare
