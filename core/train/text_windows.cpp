#include "core/train/text_windows.h"

#include <array>
#include <stdexcept>

namespace firstsplit::train {
namespace {

std::int64_t windowsIn(const std::string& text, std::int64_t length) {
    const std::int64_t count = (static_cast<std::int64_t>(text.size()) - 1) / length;
    if (count < 2) throw std::invalid_argument("The text is too short for two windows.");
    return count;
}

}  // namespace

TextWindows::TextWindows(std::string description, std::int64_t windows, std::int64_t length)
    : Dataset(std::move(description), windows - (windows + 9) / 10, (windows + 9) / 10), m_length(length) {}

TextWindows::TextWindows(std::string description, const std::string& text, std::int64_t length,
                         at::Device device)
    : TextWindows(std::move(description), windowsIn(text, length), length) {
    std::array<std::int64_t, 256> numbers{};
    for (const char c : text) numbers[static_cast<unsigned char>(c)] = 1;
    for (std::int64_t& number : numbers) number = number == 0 ? -1 : m_vocabulary++;
    m_characters = at::empty({(trainingCount() + holdOutCount()) * length + 1}, at::kLong);
    auto* characters = m_characters.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < m_characters.numel(); ++i)
        characters[i] = numbers[static_cast<unsigned char>(text[static_cast<std::size_t>(i)])];
    m_characters = m_characters.to(device);
}

Samples TextWindows::at(const at::Tensor& ids) const {
    const auto windows = [&](std::int64_t shift) {
        return m_characters.narrow(0, shift, m_characters.numel() - 1)
            .view({-1, m_length})
            .index_select(0, ids);
    };
    return {windows(0), windows(1)};
}

}  // namespace firstsplit::train
