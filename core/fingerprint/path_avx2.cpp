#if defined(__x86_64__)

#include <immintrin.h>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/paths.h"

// Target attributes, not flags for the whole file: inline functions of headers must stay free of the
// instructions.
#define FIRSTSPLIT_AVX2 __attribute__((target("avx2")))

namespace firstsplit::fingerprint {
namespace {

/// The products of both words of each 64-bit element, added up.
FIRSTSPLIT_AVX2 inline __m256i products(__m256i first, __m256i second, const std::int32_t* keys) {
    const __m256i a = _mm256_add_epi32(first, _mm256_load_si256(reinterpret_cast<const __m256i*>(keys)));
    const __m256i b = _mm256_add_epi32(
        second, _mm256_load_si256(reinterpret_cast<const __m256i*>(keys + fs128::pairsPerBlock)));
    return _mm256_add_epi64(_mm256_mul_epi32(a, b),
                            _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32)));
}

FIRSTSPLIT_AVX2 inline std::uint64_t total(__m256i sums) {
    const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(half, 1));
}

}  // namespace

FIRSTSPLIT_AVX2 void accumulateAvx2(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock,
                                    Sums& sums) {
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        __m256i sum0 = _mm256_setzero_si256();
        __m256i sum1 = _mm256_setzero_si256();
        for (unsigned word = 0; word < fs128::pairsPerBlock; word += 8) {
            const auto* at = reinterpret_cast<const __m256i*>(data + 4 * word);
            const __m256i first = _mm256_loadu_si256(at);
            const __m256i second = _mm256_loadu_si256(at + fs128::pairsPerBlock / 8);
            sum0 = _mm256_add_epi64(sum0, products(first, second, fs128::keys.at[0] + word));
            sum1 = _mm256_add_epi64(sum1, products(first, second, fs128::keys.at[1] + word));
        }
        sums[0] += fs128::mixBlock(total(sum0), firstBlock + block, 0);
        sums[1] += fs128::mixBlock(total(sum1), firstBlock + block, 1);
    }
}

}  // namespace firstsplit::fingerprint

#endif
