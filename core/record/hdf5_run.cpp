#include "core/record/hdf5_run.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "core/journal/payload.h"
#include "core/record/hdf5/attributes.h"
#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/sealed_driver.h"
#include "core/record/hdf5/types.h"
#include "core/record/range_check.h"
#include "core/record/schema.h"
#include "core/record/sealed_file.h"

namespace firstsplit::record {

using hdf5::Failure;
using hdf5::TableReader;

namespace {

/// Runs something that reads the file; a failure becomes a sentence about it.
template <class Function>
Result<> reading(const std::string& path, Function function) {
    const hdf5::Quiet quiet;
    try {
        function();
    } catch (const hdf5::Refusal& refusal) {
        return fail(fmt::format("{} cannot be read: {}.", path, refusal.what()));
    } catch (const Failure& failure) {
        return fail(
            fmt::format("{} cannot be read: {}. Use a copy that nobody changed, or record the run again.",
                        path, failure.what()));
    } catch (const std::bad_alloc&) {
        return fail(
            fmt::format("{} cannot be read: there is not enough memory for what it says it holds.", path));
    } catch (const std::length_error&) {
        return fail(fmt::format("{} cannot be read: it says that it holds more than any file can.", path));
    }
    return {};
}

hdf5::FileHandle openFile(const std::string& path) {
    // Asked first for the sake of its sentence; the driver asks again.
    if (const auto sealed = SealedFile::open(path); !sealed) throw hdf5::Refusal(sealed.error().message);
    const hdf5::Properties access(hdf5::check(H5Pcreate(H5P_FILE_ACCESS), "opening the file"));
    hdf5::useSealedDriver(access.id());
    // A run file never changes, and locking fails on read-only and network file systems.
    hdf5::check(H5Pset_file_locking(access.id(), false, true), "opening the file");
    return hdf5::FileHandle(
        hdf5::check(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), "opening the file"));
}

}  // namespace

Result<std::unique_ptr<Run>> Hdf5Run::open(const std::string& path) {
    std::unique_ptr<Hdf5Run> run(new Hdf5Run(path));
    if (auto loaded = reading(path, [&] { run->load(); }); !loaded) return tl::unexpected(loaded.error());
    return run;
}

Hdf5Run::~Hdf5Run() {
    const hdf5::Quiet quiet;
    m_valueTables.clear();
    for (auto& table : m_columns) table.reset();
    for (auto& table : m_digests) table.reset();
    for (auto& table : m_fingerprints) table.reset();
    m_file.reset();
}

void Hdf5Run::load() {
    m_file = openFile(m_path);
    m_info = readInfo(m_file.id(), m_path);
    m_tensors = readTensors(m_file.id());
    m_epochs = readEpochs(m_file.id());
    m_log = readLog(m_file.id());
    loadSteps();
    for (Kind kind : allKinds) {
        loadFingerprints(kind);
        loadValues(kind);
    }
}

void Hdf5Run::loadSteps() {
    const auto steps = hdf5::readIntegers(m_file.id(), "/steps/step");
    for (std::size_t row = 0; row < steps.size(); ++row)
        if (steps[row] != static_cast<std::int64_t>(row) - 1)
            throw Failure("/steps/step does not number the steps in order");
    m_rows = static_cast<std::int64_t>(steps.size());
    const std::vector<hsize_t> rows = {steps.size()};
    for (const Column column : schema::allColumns) {
        auto& table =
            m_columns[static_cast<std::size_t>(column)].emplace(m_file.id(), schema::columnPath(column));
        table.expectDims(rows);
        if (H5Tget_class(table.type()) != H5T_FLOAT)
            throw Failure(schema::columnPath(column) + " holds no numbers");
    }
    m_lossType = fingerprint::scalarTypeNamed(
        hdf5::readText(m_columns[static_cast<std::size_t>(Column::Loss)]->id(), "dtype"));
    for (Kind kind : allKinds)
        m_digests[indexOf(kind)]
            .emplace(m_file.id(), schema::digestPath(kind))
            .expect(H5T_STD_U64LE, {steps.size(), 2});
}

/// A column of steps as rows: ascending, and each within the run.
std::vector<std::int64_t> Hdf5Run::readRowNumbers(const std::string& path) const {
    auto rows = hdf5::readIntegers(m_file.id(), path);
    std::int64_t before = -1;
    for (std::int64_t& row : rows) {
        if (row < before || row >= m_rows - 1)
            throw Failure(path + " is not an ascending list of the run's steps");
        ++row;
        before = row;
    }
    return rows;
}

void Hdf5Run::loadFingerprints(Kind kind) {
    const std::size_t k = indexOf(kind);
    if (!hdf5::exists(m_file.id(), schema::fingerprintStepsPath(kind))) return;
    m_fingerprintRows[k] = readRowNumbers(schema::fingerprintStepsPath(kind));
    m_fingerprints[k]
        .emplace(m_file.id(), schema::fingerprintsPath(kind))
        .expect(H5T_STD_U64LE, {m_fingerprintRows[k].size(), m_tensors.members[k].size(), 2});
}

void Hdf5Run::loadValues(Kind kind) {
    if (!hdf5::exists(m_file.id(), schema::valueStepsPath(kind))) return;
    auto rows = readRowNumbers(schema::valueStepsPath(kind));
    if (!m_valueRows.empty() && rows != m_valueRows)
        throw Failure(schema::valueStepsPath(kind) + " lists other steps than its neighbours");
    m_valueRows = std::move(rows);
    const std::size_t members = m_tensors.members[indexOf(kind)].size();
    const TableReader table(m_file.id(), schema::valuesPresentPath(kind));
    table.expect(H5T_STD_U8LE, {m_valueRows.size(), members});
    table.expectStored();
    auto& present = m_present[indexOf(kind)];
    present.resize(m_valueRows.size() * members);
    table.read(0, m_valueRows.size(), H5T_STD_U8LE, std::as_writable_bytes(std::span(present)));
}

Result<> Hdf5Run::readDigests(Kind kind, std::int64_t firstRow, std::span<Fingerprint> out) const {
    if (auto inside = checkRows(m_path, firstRow, out.size(), m_rows); !inside) return inside;
    return reading(m_path, [&] {
        m_digests[indexOf(kind)]->read(static_cast<hsize_t>(firstRow), out.size(), H5T_STD_U64LE,
                                       std::as_writable_bytes(out));
    });
}

Result<> Hdf5Run::readColumn(Column column, std::int64_t firstRow, std::span<double> out) const {
    if (auto inside = checkRows(m_path, firstRow, out.size(), m_rows); !inside) return inside;
    return reading(m_path, [&] {
        m_columns[static_cast<std::size_t>(column)]->read(static_cast<hsize_t>(firstRow), out.size(),
                                                          H5T_NATIVE_DOUBLE, std::as_writable_bytes(out));
    });
}

Result<> Hdf5Run::readFingerprints(Kind kind, std::size_t first, std::size_t count,
                                   std::span<Fingerprint> out) const {
    const std::size_t k = indexOf(kind);
    if (auto inside = checkTable(m_path, first, count, m_fingerprintRows[k].size(),
                                 m_tensors.members[k].size(), out.size());
        !inside)
        return inside;
    if (out.empty()) return {};
    return reading(
        m_path, [&] { m_fingerprints[k]->read(first, count, H5T_STD_U64LE, std::as_writable_bytes(out)); });
}

bool Hdf5Run::hasValues(Kind kind, std::uint32_t member) const {
    const auto& paths = m_tensors.valuePaths[indexOf(kind)];
    return !m_present[indexOf(kind)].empty() && member < paths.size() && !paths[member].empty();
}

bool Hdf5Run::hasValuesAt(Kind kind, std::uint32_t member, std::size_t snapshot) const {
    return hasValues(kind, member) && snapshot < m_valueRows.size() &&
           m_present[indexOf(kind)][snapshot * m_tensors.members[indexOf(kind)].size() + member] != 0;
}

const TableReader& Hdf5Run::valueTable(Kind kind, std::uint32_t member) const {
    const auto known = m_valueTables.find({kind, member});
    if (known != m_valueTables.end()) return known->second;
    TableReader table(m_file.id(), m_tensors.valuePaths[indexOf(kind)][member]);
    const Member& tensor = m_tensors.members[indexOf(kind)][member];
    std::vector<hsize_t> dims = {m_valueRows.size()};
    dims.insert(dims.end(), tensor.shape.begin(), tensor.shape.end());
    if (hdf5::hasPairs(tensor.dtype)) dims.push_back(2);
    table.expect(hdf5::storageTypeOf(tensor.dtype).id(), dims);
    return m_valueTables.emplace(std::pair{kind, member}, std::move(table)).first->second;
}

Result<> Hdf5Run::readValues(Kind kind, std::uint32_t member, std::size_t snapshot,
                             std::span<std::byte> out) const {
    if (!hasValuesAt(kind, member, snapshot)) return noValues(m_path, kind, member, snapshot);
    const auto size = sizeInBytes(m_tensors.members[indexOf(kind)][member]).value_or(0);
    if (size != out.size()) return otherSize(m_path, kind, member, size, out.size());
    return reading(m_path, [&] {
        const TableReader& table = valueTable(kind, member);
        table.read(snapshot, 1, table.type(), out);
    });
}

}  // namespace firstsplit::record
