#include "core/compare/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstsplit::compare {
namespace {

constexpr std::size_t resamples = 10'000;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): the
/// standard library's distributions give other numbers with other libraries.
class Generator {
  public:
    /// From 0 to bound − 1; the bias of the remainder is below 10⁻¹⁵ here.
    std::size_t below(std::size_t bound) {
        m_state += 0x9E3779B97F4A7C15;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
    }

  private:
    std::uint64_t m_state = 1;
};

double ratioOf(std::span<const Block> blocks, std::vector<double>& a, std::vector<double>& b) {
    a.clear();
    b.clear();
    for (const Block& block : blocks) {
        a.push_back(block.a);
        b.push_back(block.b);
    }
    return median(b) / median(a);
}

}  // namespace

std::optional<Ratio> ratioOfMedians(std::span<const Block> blocks) {
    const auto isTime = [](double seconds) { return std::isfinite(seconds) && seconds > 0; };
    if (blocks.size() < 2 || !std::all_of(blocks.begin(), blocks.end(), [&](const Block& block) {
            return isTime(block.a) && isTime(block.b);
        }))
        return std::nullopt;
    std::vector<double> a, b;
    Ratio ratio;
    ratio.value = ratioOf(blocks, a, b);
    Generator generator;
    std::vector<Block> drawn(blocks.size());
    std::vector<double> ratios;
    ratios.reserve(resamples);
    for (std::size_t i = 0; i < resamples; ++i) {
        for (Block& block : drawn) block = blocks[generator.below(blocks.size())];
        ratios.push_back(ratioOf(drawn, a, b));
    }
    std::sort(ratios.begin(), ratios.end());
    ratio.interval = {ratios[resamples / 40], ratios[resamples - 1 - resamples / 40]};
    return ratio;
}

}  // namespace firstsplit::compare
