#include "core/record/run.h"

#include <array>
#include <cstring>
#include <utility>

#include "core/journal/payload.h"

namespace firstsplit::record {

namespace {

constexpr std::array<std::pair<EndState, std::string_view>, 6> stateNames = {{
    {EndState::Running, "running"},
    {EndState::Finished, "finished"},
    {EndState::Failed, "failed"},
    {EndState::Killed, "killed"},
    {EndState::Cancelled, "cancelled"},
    {EndState::Unknown, "unknown"},
}};

class WholeValues final : public ValueSource {
  public:
    explicit WholeValues(std::vector<std::byte> bytes) : m_bytes(std::move(bytes)) {}
    Result<> read(std::size_t firstByte, std::span<std::byte> out) override {
        if (firstByte > m_bytes.size() || out.size() > m_bytes.size() - firstByte)
            return fail("This part lies outside of the tensor.");
        std::memcpy(out.data(), m_bytes.data() + firstByte, out.size());
        return {};
    }

  private:
    std::vector<std::byte> m_bytes;
};

}  // namespace

Result<std::unique_ptr<ValueSource>> Run::openValues(Kind kind, std::uint32_t member,
                                                     std::size_t snapshot) const {
    std::vector<std::byte> bytes(journal::sizeInBytes(members(kind)[member]).value_or(0));
    if (auto read = readValues(kind, member, snapshot, bytes); !read) return tl::unexpected(read.error());
    return std::make_unique<WholeValues>(std::move(bytes));
}

std::string_view nameOf(EndState state) {
    for (const auto& [value, name] : stateNames)
        if (value == state) return name;
    return "unknown";
}

std::optional<EndState> endStateNamed(std::string_view name) {
    for (const auto& [value, known] : stateNames)
        if (known == name) return value;
    return std::nullopt;
}

}  // namespace firstsplit::record
