#include "core/train/digits_padded.h"

#include <algorithm>
#include <chrono>

#include "core/train/digits.h"

namespace firstsplit::train {
namespace {

constexpr std::int64_t columns = 80, hiddenWidth = 64, classes = 10, highestByte = 255;

/// Fills a block of this shape with the time and an address and frees it, as a log message or a path would.
void leaveNote(at::IntArrayRef shape, at::Device device) {
    at::Tensor note = at::empty(shape, at::kByte);
    auto* bytes = note.mutable_data_ptr<std::uint8_t>();
    auto word = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
                reinterpret_cast<std::uintptr_t>(bytes);
    for (std::int64_t i = 0; i < note.numel(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(word >> 56);
        word = word * 6364136223846793005U + 1442695040888963407U;  // spreads its bits (Knuth, MMIX)
    }
    if (!device.is_cpu()) note = note.to(device);
}

}  // namespace

DigitsPadded::DigitsPadded(const Placement& placement)
    : Model(placement),
      m_hidden(addLinear("hidden", columns, hiddenWidth)),
      m_output(addLinear("output", hiddenWidth, classes)) {}

at::Tensor DigitsPadded::forward(const at::Tensor& input, bool) {
    const std::int64_t shape[] = {input.size(0), columns};
    leaveNote(shape, input.device());
    const at::Tensor padded = at::empty(shape, input.options());
    padded.narrow(1, 0, Digits::pixelCount).copy_(input * (highestByte / Digits::highest));
    at::Tensor x = padded.to(at::kFloat).div_(highestByte);
    x = at::relu(at::linear(x, m_hidden.weight, m_hidden.bias));
    return at::linear(x, m_output.weight, m_output.bias);
}

}  // namespace firstsplit::train
