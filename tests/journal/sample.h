#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/journal/journal_writer.h"

namespace firstsplit::testing {

/// A folder of its own that is removed with everything in it.
class TemporaryFolder {
  public:
    TemporaryFolder();
    /// In memory where that is possible: for tests that write thousands of files.
    static TemporaryFolder inMemory();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string operator/(const std::string& name) const { return (m_path / name).string(); }
    const std::filesystem::path& path() const { return m_path; }

  private:
    explicit TemporaryFolder(const std::filesystem::path& base);
    std::filesystem::path m_path;
};

std::vector<std::byte> bytesOfFile(const std::string& path);
void writeFile(const std::string& path, std::span<const std::byte> bytes);

/// What the sample training says of itself: every field of the hello has a value.
journal::Hello sampleHello();
/// Two generators, a batch of two parts, a loss, a buffer, and the model's gradients and weights (one with a
/// name that needs care in a file, one without elements).
std::vector<journal::Member> sampleMembers();
std::vector<journal::Member> membersOf(Kind kind);
/// A step with its own fingerprints, and values that depend on (member, step).
journal::StepRecord sampleStep(std::int64_t step);
std::vector<std::byte> sampleValues(const journal::Member& member, std::int64_t step);

/// Writes steps −1 … lastStep with everything that a journal can hold; values at the even steps and at −1.
void writeSample(journal::JournalWriter& writer, std::int64_t lastStep);
/// A whole journal of the sample, ended.
void writeSampleJournal(const std::string& path, std::int64_t lastStep);
bool sampleHasValuesAt(std::int64_t step);

}  // namespace firstsplit::testing
