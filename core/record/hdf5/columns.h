#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/record/hdf5/table_writer.h"

/// Whole columns that fit memory. All throw Failure.
namespace firstsplit::record::hdf5 {

void makeGroup(hid_t file, const char* path, const char* description);
void writeIntegers(hid_t file, const TableDescription& description, std::span<const std::int64_t> values);
void writeReals(hid_t file, const TableDescription& description, std::span<const double> values);
/// Texts of one fixed length, that of the longest; longer ones than `maxBytes` are cut.
void writeTexts(hid_t file, const TableDescription& description, std::span<const std::string> values,
                std::size_t maxBytes);
/// A group with the columns `key` and `value`.
void writeTextMap(hid_t file, const char* path, const char* description,
                  const std::map<std::string, std::string>& values);
std::map<std::string, std::string> readTextMap(hid_t file, const std::string& path);
std::vector<double> readReals(hid_t file, const std::string& path);

}  // namespace firstsplit::record::hdf5
