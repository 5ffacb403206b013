#include "core/record/hdf5/columns.h"

#include <algorithm>
#include <cstring>

#include "core/record/hdf5/attributes.h"
#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/table_reader.h"
#include "core/record/hdf5/types.h"

namespace firstsplit::record::hdf5 {

namespace {

constexpr std::size_t maxMapTextBytes = 65536;

void writeColumn(hid_t file, const TableDescription& description, hid_t type, std::size_t rows,
                 std::span<const std::byte> bytes) {
    journal::BufferPool chunks;
    TableWriter table(file, chunks, description, type, {rows});
    table.append(bytes);
    table.finish();
}

}  // namespace

void makeGroup(hid_t file, const char* path, const char* description) {
    const std::string doing = std::string("making the group ") + path;
    const Group group(check(H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), doing));
    writeText(group.id(), "description", description);
}

void writeIntegers(hid_t file, const TableDescription& description, std::span<const std::int64_t> values) {
    writeColumn(file, description, H5T_STD_I64LE, values.size(), std::as_bytes(values));
}

void writeReals(hid_t file, const TableDescription& description, std::span<const double> values) {
    writeColumn(file, description, H5T_IEEE_F64LE, values.size(), std::as_bytes(values));
}

void writeTexts(hid_t file, const TableDescription& description, std::span<const std::string> values,
                std::size_t maxBytes) {
    std::size_t width = 1;
    for (const std::string& value : values) width = std::max(width, std::min(value.size(), maxBytes));
    const Type type = textType(width);
    journal::BufferPool chunks;
    TableWriter table(file, chunks, description, type.id(), {values.size()});
    std::vector<char> cell(width);
    for (const std::string& value : values) {
        const std::string cut = cutText(value, maxBytes);
        std::fill(cell.begin(), cell.end(), '\0');
        std::copy(cut.begin(), cut.end(), cell.begin());
        table.append(std::as_bytes(std::span(cell)));
    }
    table.finish();
}

void writeTextMap(hid_t file, const char* path, const char* description,
                  const std::map<std::string, std::string>& values) {
    makeGroup(file, path, description);
    std::vector<std::string> keys, texts;
    for (const auto& [key, value] : values) {
        keys.push_back(key);
        texts.push_back(value);
    }
    writeTexts(file, {std::string(path) + "/key", "Names, sorted.", ""}, keys, maxMapTextBytes);
    writeTexts(file, {std::string(path) + "/value", "Value of the key in the same row.", ""}, texts,
               maxMapTextBytes);
}

std::map<std::string, std::string> readTextMap(hid_t file, const std::string& path) {
    std::map<std::string, std::string> out;
    if (!exists(file, path)) return out;
    const auto keys = readTexts(file, path + "/key");
    const auto values = readTexts(file, path + "/value");
    if (keys.size() != values.size()) throw Failure(path + " has more keys than values, or fewer");
    for (std::size_t i = 0; i < keys.size(); ++i) out.emplace(keys[i], values[i]);
    return out;
}

std::vector<double> readReals(hid_t file, const std::string& path) {
    const TableReader table(file, path);
    if (table.dims().size() != 1 || H5Tget_class(table.type()) != H5T_FLOAT)
        throw Failure(path + " is no column of numbers");
    table.expectStored();
    std::vector<double> out(table.dims()[0]);
    table.read(0, out.size(), H5T_NATIVE_DOUBLE, std::as_writable_bytes(std::span(out)));
    return out;
}

}  // namespace firstsplit::record::hdf5
