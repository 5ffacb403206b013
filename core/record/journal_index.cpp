#include "core/record/journal_index.h"

#include <fmt/format.h>

#include <algorithm>

namespace firstsplit::record {

namespace {

constexpr std::uint64_t pieceBytes = std::uint64_t{16} << 20;

}  // namespace

Result<> readAll(journal::JournalReader& reader, journal::JournalVisitor& visitor,
                 const std::function<bool(double)>& progress) {
    do {
        if (auto polled = reader.poll(visitor, pieceBytes); !polled) return tl::unexpected(polled.error());
        const double done = reader.size() == 0
                                ? 1
                                : static_cast<double>(reader.position()) / static_cast<double>(reader.size());
        if (progress && !progress(std::min(done, 1.0)))
            return fail("Building the run file was cancelled; the journal is kept.");
    } while (!reader.isAtEnd());
    return {};
}

Result<JournalIndex> indexJournal(const std::string& path, const std::function<bool(double)>& progress) {
    auto reader = journal::JournalReader::open(path);
    if (!reader) return tl::unexpected(reader.error());
    JournalIndex index;
    StepAssembler assembler([&](const WholeStep& step) {
        if (step.step.losses.size() > 1) index.singleLosses += step.step.losses.size();
        for (Kind kind : allKinds)
            if (step.isKept[indexOf(kind)]) index.fingerprintRows[indexOf(kind)].push_back(step.row);
        if (!step.values.empty()) index.valueRows.push_back(step.row);
    });
    if (auto done = readAll(**reader, assembler, progress); !done) return tl::unexpected(done.error());
    if ((*reader)->tail() == journal::Tail::Damaged) assembler.addDamage((*reader)->tailSentence());
    index.info = assembler.info();
    index.end = assembler.end();
    index.rows = assembler.rowCount();
    index.lossType = assembler.lossType();
    for (Kind kind : allKinds) {
        index.members[indexOf(kind)] = assembler.members(kind);
        index.hasValues[indexOf(kind)] = assembler.hasValues(kind);
    }
    index.epochs = assembler.epochs();
    index.log = assembler.log();
    index.bytes = (*reader)->position();
    return index;
}

}  // namespace firstsplit::record
