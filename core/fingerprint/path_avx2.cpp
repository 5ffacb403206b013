#if defined(__x86_64__)

#include <immintrin.h>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/paths.h"

// Target attributes, not flags for the whole file: inline functions of headers must stay free of the
// instructions.
#define FIRSTSPLIT_AVX2 __attribute__((target("avx2")))

namespace firstsplit::fingerprint {
namespace {

FIRSTSPLIT_AVX2 inline __m256i load(const void* at) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(at));
}

/// Adds the products of both words of each 64-bit element.
FIRSTSPLIT_AVX2 inline __m256i addProducts(__m256i sum, __m256i first, __m256i second,
                                           const std::int32_t* keys) {
    const __m256i a = _mm256_add_epi32(first, load(keys));
    const __m256i b = _mm256_add_epi32(second, load(keys + fs128::pairsPerBlock));
    const __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
    return _mm256_add_epi64(sum, _mm256_add_epi64(_mm256_mul_epi32(a, b), odd));
}

FIRSTSPLIT_AVX2 inline std::uint64_t total(__m256i sum) {
    const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(half, 1));
}

}  // namespace

FIRSTSPLIT_AVX2 void accumulateAvx2(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock,
                                    Sums& sums) {
    constexpr unsigned half = fs128::bytesPerBlock / 2;
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        __m256i sum0 = _mm256_setzero_si256();
        __m256i sum1 = _mm256_setzero_si256();
#pragma GCC unroll 2
        for (unsigned word = 0; word < fs128::pairsPerBlock; word += 8) {
            const std::byte* at = data + 4 * word;
            if (word % 16 == 0) {
                _mm_prefetch(reinterpret_cast<const char*>(at + prefetchDistance), _MM_HINT_T0);
                _mm_prefetch(reinterpret_cast<const char*>(at + half + prefetchDistance), _MM_HINT_T0);
            }
            const __m256i first = load(at);
            const __m256i second = load(at + half);
            sum0 = addProducts(sum0, first, second, fs128::keys.at[0] + word);
            sum1 = addProducts(sum1, first, second, fs128::keys.at[1] + word);
        }
        sums[0] += fs128::mixBlock(total(sum0), firstBlock + block, 0);
        sums[1] += fs128::mixBlock(total(sum1), firstBlock + block, 1);
    }
}

}  // namespace firstsplit::fingerprint

#endif
