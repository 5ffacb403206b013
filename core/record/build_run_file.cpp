#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>

#include "core/record/file_metadata.h"
#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/sealing_driver.h"
#include "core/record/journal_index.h"
#include "core/record/new_file.h"
#include "core/record/run.h"
#include "core/record/sealing_file.h"
#include "core/record/step_tables.h"
#include "core/record/value_tables.h"

namespace firstsplit::record {

namespace {

/// The first reading takes less than the second, which also writes.
constexpr double shareOfIndexing = 0.4;

/// What the journal and the recorder together know of the end.
void decideEnd(RunInfo& info, const std::optional<journal::EndPayload>& said, const ObservedEnd& observed) {
    info.end = observed.state;
    info.exitCode = observed.exitCode;
    info.signal = observed.signal;
    info.lastWords = observed.lastWords;
    const std::string saidReason = info.endReason;
    if (!info.finding) info.finding = observed.finding;
    info.endReason = observed.reason;
    if (!observed.endTime.empty()) info.endTime = observed.endTime;
    EndState saidState = said ? endStateNamed(said->state).value_or(EndState::Unknown) : EndState::Unknown;
    if (saidState == EndState::Running) saidState = EndState::Unknown;
    if (observed.state == EndState::Running) info.end = EndState::Unknown;
    if (observed.state == EndState::Unknown) info.end = saidState;
    if (observed.state == EndState::Finished && !said) {
        info.end = EndState::Unknown;
        if (info.endReason.empty())
            info.endReason =
                "The command returned 0, but the training did not say that it came to its end: its last "
                "steps may be "
                "missing.";
    }
    if (observed.state == EndState::Finished && said) info.end = saidState;
    // The training knows better than its exit code why it failed; a signal it did not see coming.
    const bool saidWhy = said && saidState == EndState::Failed && !observed.signal;
    if (info.endReason.empty() || (saidWhy && !saidReason.empty())) info.endReason = saidReason;
    if (info.finding && (observed.finding || info.endReason.empty()))
        info.endReason = journal::sentenceOf(*info.finding);
    if (info.endReason.empty() && info.end == EndState::Unknown)
        info.endReason = "Recovered from a journal: nobody saw how the training ended.";
}

/// Closing is where the last of a file is written, so its failure counts.
void closeFile(hdf5::FileHandle file) {
    hdf5::check(H5Fclose(file.release()), "closing the file");
}

hdf5::FileHandle createFile(const std::string& path, const std::shared_ptr<SealingFile>& sealing) {
    const hdf5::Properties access(hdf5::check(H5Pcreate(H5P_FILE_ACCESS), "making the file"));
    // Every HDF5 since 1.8 reads it. Metadata in large blocks: opening reads it in few pieces.
    hdf5::check(H5Pset_libver_bounds(access.id(), H5F_LIBVER_EARLIEST, H5F_LIBVER_V18), "making the file");
    hdf5::check(H5Pset_meta_block_size(access.id(), hsize_t{1} << 18), "making the file");
    hdf5::useSealingDriver(access.id(), sealing);
    return hdf5::FileHandle(
        hdf5::check(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), "making the file"));
}

/// Second reading: everything goes to its place. Throws hdf5::Failure.
Result<> writeFile(const std::string& path, const std::string& journalPath, const JournalIndex& index,
                   const std::function<bool(double)>& progress) {
    auto reader = journal::JournalReader::open(journalPath, journal::JournalReader::Values::PassOver);
    if (!reader) return tl::unexpected(reader.error());
    auto opened = SealingFile::open(path);
    if (!opened) throw hdf5::Failure(opened.error().message);
    const std::shared_ptr<SealingFile> sealing = std::move(*opened);
    hdf5::FileHandle file = createFile(path, sealing);
    {
        journal::BufferPool chunks;
        writeInfo(file.id(), index.info);
        StepTables steps(file.id(), chunks, index);
        ValueTables values(file.id(), chunks, index);
        writeTensors(file.id(), index.members, values.paths());
        writeEpochs(file.id(), index.epochs);
        writeLog(file.id(), index.log);
        StepAssembler assembler([&](const WholeStep& step) {
            steps.add(step);
            values.add(step, **reader);
            if (sealing->failure()) throw hdf5::Failure(sealing->failure()->message);
        });
        if (auto read = readAll(**reader, assembler, progress); !read) return read;
        steps.finish();
        values.finish();
    }
    closeFile(std::move(file));
    if (const auto sealed = sealing->seal(); !sealed) throw hdf5::Failure(sealed.error().message);
    return {};
}

std::function<bool(double)> part(const std::function<bool(double)>& progress, double from, double to) {
    if (!progress) return {};
    return [&progress, from, to](double done) { return progress(from + done * (to - from)); };
}

}  // namespace

Result<> buildRunFile(const std::string& journalPath, const std::string& path, const ObservedEnd& end,
                      const std::function<bool(double)>& progress) {
    auto file = NewFile::beside(path, journalPath);
    if (!file) return tl::unexpected(file.error());
    auto index = indexJournal(journalPath, part(progress, 0, shareOfIndexing));
    if (!index) return tl::unexpected(index.error());
    decideEnd(index->info, index->end, end);
    const hdf5::Quiet quiet;
    const auto failed = [&](const std::string& reason) {
        return fail(fmt::format(
            "{} cannot be built: {}. The journal is kept: when there is room, firstsplit recover {}", path,
            reason, journalPath));
    };
    try {
        auto written =
            writeFile(file->temporaryPath(), journalPath, *index, part(progress, shareOfIndexing, 0.98));
        if (!written) return written;
    } catch (const hdf5::Failure& failure) {
        return failed(failure.what());
    } catch (const std::bad_alloc&) {
        return failed("there is not enough memory");
    }
    if (auto published = file->publish(); !published) return published;
    if (progress) progress(1);
    return {};
}

}  // namespace firstsplit::record
