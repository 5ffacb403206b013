#include "core/train/augment.h"

#include <ATen/core/PhiloxRNGEngine.h>

#include <mutex>

namespace firstsplit::train {

Change changeOf(std::uint32_t first, std::uint32_t second, std::uint32_t third) {
    constexpr double largest = 4294967295.0;  // of 32 bits
    return {.right = static_cast<std::int64_t>(first % 3) - 1,
            .down = static_cast<std::int64_t>(second % 3) - 1,
            .contrast = static_cast<float>(0.5 + third / largest)};
}

at::Tensor changed(const at::Tensor& picture, const Change& change) {
    const std::int64_t margins[] = {1, 1, 1, 1};
    return at::constant_pad_nd(picture, margins)
        .narrow(2, 1 - change.right, Digits::side)
        .narrow(1, 1 - change.down, Digits::side)
        .mul(change.contrast)
        .clamp_max_(1);
}

Change SharedChanges::draw(std::int64_t, std::int64_t) {
    const std::lock_guard lock(m_generator.mutex());
    auto* generator = at::check_generator<at::CPUGeneratorImpl>(m_generator);
    const std::uint32_t first = generator->random(), second = generator->random();
    return changeOf(first, second, generator->random());
}

Change PerSampleChanges::draw(std::int64_t epoch, std::int64_t sample) {
    // A stream of its own for each sample; an epoch takes one block of four numbers from it.
    at::Philox4_32 engine(m_seed, static_cast<std::uint64_t>(sample), static_cast<std::uint64_t>(epoch));
    const std::uint32_t first = engine(), second = engine();
    return changeOf(first, second, engine());
}

}  // namespace firstsplit::train
