#include <cstring>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/paths.h"

namespace firstsplit::fingerprint {
namespace {

std::uint32_t wordAt(const std::byte* block, unsigned index) {
    std::uint32_t word = 0;
    std::memcpy(&word, block + 4 * std::size_t{index}, sizeof word);
    return word;
}

}  // namespace

void accumulateScalar(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock, Sums& sums) {
    constexpr unsigned half = fs128::pairsPerBlock;
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        for (unsigned lane = 0; lane < fs128::lanes; ++lane) {
            const std::int32_t* keys = fs128::keys.at[lane];
            std::uint64_t sum = 0;
            for (unsigned word = 0; word < half; ++word)
                sum += fs128::product(wordAt(data, word), keys[word], wordAt(data, word + half),
                                      keys[word + half]);
            sums[lane] += fs128::mixBlock(sum, firstBlock + block, lane);
        }
    }
}

}  // namespace firstsplit::fingerprint
