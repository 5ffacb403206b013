#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/compare/member_map.h"

namespace firstsplit::compare {

/// Compares one kind of two runs row by row: by digests, and by the members' own fingerprints where the
/// digests differ or say nothing. Reads in blocks, every row once, so that a run in progress can be followed
/// (advance() again).
///
/// A random generator that nobody seeded always differs; it counts only from the row at which its state
/// differs from its own previous row, in either run.
class KindScan {
  public:
    /// `namesMembers` false: members are looked at only where the verdict on a row needs them, and for the
    /// first name.
    KindScan(const record::Run& a, const record::Run& b, Kind kind, bool namesMembers = true);

    /// Scans up to row `endRow` (exclusive; both runs must have it).
    Result<> advance(std::int64_t endRow, const Progress& progress = {});

    struct Track {
        MemberPair pair;
        std::optional<std::int64_t> firstRow;  ///< generators: the first that counts
        bool firstRowIsExact = true;           ///< false: rows just before it were not kept
        std::int64_t rowsDifferent = 0;        ///< training rows
        bool drawnFrom = false;                ///< generators
        std::optional<std::int64_t>
            firstUse;          ///< generators: row of the step that drew from a differing state
        bool differs = false;  ///< generators: in the row last looked at
        record::Fingerprint previousA, previousB;  ///< generators
    };

    Kind kind() const { return scannedKind; }
    std::int64_t rowsDone() const { return static_cast<std::int64_t>(cells.size()); }
    const MemberMap& map() const { return memberMap; }
    /// The member that differs first; empty: its fingerprints were not kept at that row.
    std::string firstMember() const {
        return firstRow && firstRow == firstNamedRow ? firstNamed : std::string();
    }

    std::vector<Cell> cells;                        ///< one a scanned row
    std::vector<Track> tracks;                      ///< one a common member
    std::optional<std::int64_t> firstRow;           ///< first row that differs
    std::int64_t rowsOnlyInA = 0, rowsOnlyInB = 0;  ///< digest there in one run alone
    std::int64_t rowsInBoth = 0;                    ///< digest there in both
    std::int64_t rowsUndecided = 0;                 ///< there in both, but nothing kept that could decide

  private:
    struct Kept {
        std::int64_t row = 0;
        std::size_t a = 0, b = 0;  ///< positions in fingerprintRows()
    };
    enum class Digests : std::uint8_t { Neither, OnlyA, OnlyB, Equal, Different };

    /// What the innermost loop needs of a track.
    struct Tally {
        std::uint32_t a = 0, b = 0;
        std::int64_t rowsDifferent = 0;
        bool hasDiffered = false;
    };

    Result<> scanBlock(std::int64_t begin, std::int64_t end);
    Result<std::vector<Digests>> compareDigests(std::int64_t begin, std::int64_t end);
    std::vector<Kept> keptInBoth(std::int64_t begin, std::int64_t end);
    Result<> readMembers(const std::vector<Kept>& kept);
    void lookAtMembers(const Kept& kept, const record::Fingerprint* a, const record::Fingerprint* b);
    void lookAtGenerators(const Kept& kept, const record::Fingerprint* a, const record::Fingerprint* b);
    void decideWithoutMembers(std::int64_t begin, const std::vector<Digests>& digests,
                              const std::vector<Kept>& kept);
    bool digestDecides(std::int64_t row) const { return row - 1 < memberMap.digestsComparableBefore; }
    void nameFirst(std::int64_t row, const std::string& name);
    void realign();

    const record::Run& a;
    const record::Run& b;
    Kind scannedKind;
    bool namesMembers;
    MemberMap memberMap;
    std::size_t knownMembersA = 0, knownMembersB = 0;
    std::size_t keptDoneA = 0, keptDoneB = 0;
    std::int64_t lastKeptRow = -1;  ///< last row whose members were looked at
    std::optional<std::int64_t> firstNamedRow;
    std::string firstNamed;
    std::optional<std::int64_t> firstEqualRow;  ///< first row with equal digests of the same list
    std::vector<Tally> tallies;
    bool idleMayDiffer = true;    ///< generators: one that nobody drew from may be what differs
    std::vector<bool> idleAfter;  ///< the same after each kept row of the block
};

/// Sums up the cells of a scan.
KindSplit summarise(const KindScan& scan);

}  // namespace firstsplit::compare
