#if defined(__x86_64__)

#include <immintrin.h>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/paths.h"

// Target attributes, not flags for the whole file: inline functions of headers must stay free of the
// instructions.
#define FIRSTSPLIT_SSE41 __attribute__((target("sse4.1")))

namespace firstsplit::fingerprint {
namespace {

FIRSTSPLIT_SSE41 inline __m128i load(const void* at) {
    return _mm_loadu_si128(static_cast<const __m128i*>(at));
}

/// Adds the products of both words of each 64-bit element.
FIRSTSPLIT_SSE41 inline __m128i addProducts(__m128i sum, __m128i first, __m128i second,
                                            const std::int32_t* keys) {
    const __m128i a = _mm_add_epi32(first, load(keys));
    const __m128i b = _mm_add_epi32(second, load(keys + fs128::pairsPerBlock));
    const __m128i odd = _mm_mul_epi32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_add_epi64(sum, _mm_add_epi64(_mm_mul_epi32(a, b), odd));
}

FIRSTSPLIT_SSE41 inline std::uint64_t total(__m128i sum) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(sum)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(sum, 1));
}

}  // namespace

FIRSTSPLIT_SSE41 void accumulateSse41(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock,
                                      Sums& sums) {
    constexpr unsigned half = fs128::bytesPerBlock / 2;
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        __m128i sum0 = _mm_setzero_si128();
        __m128i sum1 = _mm_setzero_si128();
#pragma GCC unroll 4
        for (unsigned word = 0; word < fs128::pairsPerBlock; word += 4) {
            const std::byte* at = data + 4 * word;
            if (word % 16 == 0) {
                _mm_prefetch(reinterpret_cast<const char*>(at + prefetchDistance), _MM_HINT_T0);
                _mm_prefetch(reinterpret_cast<const char*>(at + half + prefetchDistance), _MM_HINT_T0);
            }
            const __m128i first = load(at);
            const __m128i second = load(at + half);
            sum0 = addProducts(sum0, first, second, fs128::keys.at[0] + word);
            sum1 = addProducts(sum1, first, second, fs128::keys.at[1] + word);
        }
        sums[0] += fs128::mixBlock(total(sum0), firstBlock + block, 0);
        sums[1] += fs128::mixBlock(total(sum1), firstBlock + block, 1);
    }
}

}  // namespace firstsplit::fingerprint

#endif
