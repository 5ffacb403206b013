#include "core/record/hdf5_run.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

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

/// Where in the file a tensor's bytes are.
struct Extent {
    std::size_t firstByte = 0;  ///< of the tensor
    std::size_t bytes = 0;
    std::uint64_t position = 0;  ///< in the file
};

/// The pieces of `whole` in ascending order; throws when they are not all of it, each byte once.
std::vector<Extent> extentsOf(std::span<const std::byte> whole,
                              const std::vector<hdf5::DeferredReads::Piece>& pieces) {
    std::vector<Extent> extents;
    for (const auto& piece : pieces)
        extents.push_back(
            {static_cast<std::size_t>(piece.out.data() - whole.data()), piece.out.size(), piece.position});
    std::ranges::sort(extents, {}, &Extent::firstByte);
    std::size_t reached = 0;
    for (const Extent& extent : extents) {
        if (extent.firstByte != reached) throw Failure("some of the values are missing");
        reached += extent.bytes;
    }
    if (reached != whole.size()) throw Failure("some of the values are missing");
    return extents;
}

/// Reads without the library, whose lock lets one thread read at a time.
class SealedValues final : public ValueSource {
  public:
    SealedValues(const std::string& path, const SealedFile& file, std::vector<Extent> extents)
        : m_path(path), m_file(file), m_extents(std::move(extents)) {}

    Result<> read(std::size_t firstByte, std::span<std::byte> out) override {
        auto extent = std::ranges::upper_bound(m_extents, firstByte, {}, &Extent::firstByte);
        if (extent != m_extents.begin()) --extent;
        for (; !out.empty(); ++extent) {
            if (extent == m_extents.end() || firstByte - extent->firstByte >= extent->bytes)
                return fail(fmt::format("{}: this part lies outside of the tensor.", m_path));
            const std::size_t skipped = firstByte - extent->firstByte;
            const std::size_t bytes = std::min(out.size(), extent->bytes - skipped);
            if (auto read = m_file.read(extent->position + skipped, out.first(bytes)); !read)
                return fail(fmt::format("{} cannot be read: {}.", m_path, read.error().message));
            firstByte += bytes;
            out = out.subspan(bytes);
        }
        return {};
    }

  private:
    const std::string& m_path;
    const SealedFile& m_file;
    std::vector<Extent> m_extents;
};

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
    auto sealed = SealedFile::open(m_path);
    if (!sealed) throw hdf5::Refusal(sealed.error().message);
    m_sealed = std::move(*sealed);
    m_file = hdf5::openSealed(m_path, m_sealed);
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
    const auto source = openValues(kind, member, snapshot);
    if (!source) return tl::unexpected(source.error());
    return (*source)->read(0, out);
}

Result<std::unique_ptr<ValueSource>> Hdf5Run::openValues(Kind kind, std::uint32_t member,
                                                         std::size_t snapshot) const {
    if (!hasValuesAt(kind, member, snapshot)) return noValues(m_path, kind, member, snapshot);
    std::vector<Extent> extents;
    const auto located = reading(m_path, [&] {
        const auto size = sizeInBytes(m_tensors.members[indexOf(kind)][member]).value_or(0);
        const std::lock_guard lock(m_locating);
        const TableReader& table = valueTable(kind, member);
        // Where nothing is stored the library would fill the room.
        if (H5Dget_storage_size(table.id()) < size) throw Failure("some of the values are missing");
        // Nothing is read into it, so that memory is reserved at most.
        const std::unique_ptr<std::byte[]> room(new std::byte[size]);
        const std::span whole(room.get(), size);
        hdf5::DeferredReads deferred;
        table.read(snapshot, 1, table.type(), whole);
        extents = extentsOf(whole, deferred.pieces);
    });
    if (!located) return tl::unexpected(located.error());
    return std::make_unique<SealedValues>(m_path, *m_sealed, std::move(extents));
}

}  // namespace firstsplit::record
