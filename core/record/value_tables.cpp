#include "core/record/value_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/record/hdf5/attributes.h"
#include "core/record/hdf5/columns.h"
#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/types.h"
#include "core/record/schema.h"

namespace firstsplit::record {

using hdf5::TableWriter;

ValueTables::ValueTables(hid_t file, journal::BufferPool& chunks, const JournalIndex& index)
    : m_index(index) {
    for (Kind kind : allKinds) {
        const auto& hasValues = index.hasValues[indexOf(kind)];
        m_paths[indexOf(kind)].resize(index.members[indexOf(kind)].size());
        if (std::find(hasValues.begin(), hasValues.end(), true) != hasValues.end())
            makeGroup(file, chunks, kind);
    }
}

void ValueTables::makeGroup(hid_t file, journal::BufferPool& chunks, Kind kind) {
    const std::string group = schema::valuesGroup(kind);
    hdf5::makeGroup(
        file, group.c_str(),
        "Snapshots: a dataset [snapshots x shape] for each tensor. Names are percent-encoded where needed.");
    std::vector<std::int64_t> steps;
    for (const std::int64_t row : m_index.valueRows) steps.push_back(row - 1);
    hdf5::writeIntegers(
        file, {schema::valueStepsPath(kind), "Step after which the snapshot was taken.", "step"}, steps);
    const auto& members = m_index.members[indexOf(kind)];
    m_present[indexOf(kind)].emplace_back(
        file, chunks,
        hdf5::TableDescription{
            schema::valuesPresentPath(kind),
            "Whether the snapshot holds the tensor: [snapshots x members, in the order of /tensors].", ""},
        H5T_STD_U8LE, std::vector<hsize_t>{steps.size(), members.size()});
    std::set<std::string> taken;
    for (std::uint32_t number = 0; number < members.size(); ++number) {
        const Member& member = members[number];
        if (!m_index.hasValues[indexOf(kind)][number]) continue;
        std::string path = schema::valuesPath(kind, member.name);
        // Two tensors of one name: an encoded name never ends with a bare '%', so this one is free.
        while (!taken.insert(path).second) path += fmt::format("%#{}", number);
        const hdf5::Type type = hdf5::storageTypeOf(member.dtype);
        std::vector<hsize_t> dims = {steps.size()};
        dims.insert(dims.end(), member.shape.begin(), member.shape.end());
        if (hdf5::hasPairs(member.dtype)) dims.push_back(2);
        m_tables.push_back(
            {kind, number,
             TableWriter(file, chunks, {path, "Elements of " + member.name + " at each snapshot.", ""},
                         type.id(), dims)});
        hdf5::writeText(m_tables.back().values.id(), "dtype", fingerprint::nameOf(member.dtype));
        hdf5::writeText(m_tables.back().values.id(), "name", member.name);
        m_paths[indexOf(kind)][number] = path;
    }
}

void ValueTables::add(const WholeStep& step, const journal::JournalReader& journal) {
    if (m_nextSnapshot == m_index.valueRows.size() || m_index.valueRows[m_nextSnapshot] != step.row) return;
    ++m_nextSnapshot;
    std::array<std::vector<std::uint8_t>, kindCount> present;
    for (Kind kind : allKinds) present[indexOf(kind)].resize(m_index.members[indexOf(kind)].size());
    auto part = step.values.begin();
    for (Table& table : m_tables) {
        const auto isHere = [&] {
            return part != step.values.end() && part->kind == table.kind && part->member == table.member;
        };
        if (!isHere()) {
            table.values.appendFillRows(1);
            continue;
        }
        present[indexOf(table.kind)][table.member] = 1;
        for (; isHere(); ++part) {
            std::uint64_t done = 0;
            while (done < part->bytes) {
                const auto room = table.values.room(part->bytes - done);
                if (const auto read = journal.readBytes(part->filePosition + done, room); !read)
                    throw hdf5::Failure(read.error().message);
                done += room.size();
                table.values.advance(room.size());
            }
        }
    }
    for (Kind kind : allKinds)
        for (TableWriter& table : m_present[indexOf(kind)])
            table.append(std::as_bytes(std::span(present[indexOf(kind)])));
}

void ValueTables::finish() {
    for (Table& table : m_tables) table.values.finish();
    for (auto& tables : m_present)
        for (TableWriter& table : tables) table.finish();
}

}  // namespace firstsplit::record
