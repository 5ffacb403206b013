#if defined(__x86_64__)

#include <immintrin.h>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/paths.h"

// Target attributes, not flags for the whole file: inline functions of headers must stay free of the
// instructions.
#define FIRSTSPLIT_SSE41 __attribute__((target("sse4.1")))

namespace firstsplit::fingerprint {
namespace {

/// The products of both words of each 64-bit element, added up.
FIRSTSPLIT_SSE41 inline __m128i products(__m128i first, __m128i second, const std::int32_t* keys) {
    const __m128i a = _mm_add_epi32(first, _mm_load_si128(reinterpret_cast<const __m128i*>(keys)));
    const __m128i b =
        _mm_add_epi32(second, _mm_load_si128(reinterpret_cast<const __m128i*>(keys + fs128::pairsPerBlock)));
    return _mm_add_epi64(_mm_mul_epi32(a, b), _mm_mul_epi32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32)));
}

FIRSTSPLIT_SSE41 inline std::uint64_t total(__m128i sums) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(sums)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(sums, 1));
}

}  // namespace

FIRSTSPLIT_SSE41 void accumulateSse41(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock,
                                      Sums& sums) {
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        __m128i sum0 = _mm_setzero_si128();
        __m128i sum1 = _mm_setzero_si128();
        for (unsigned word = 0; word < fs128::pairsPerBlock; word += 4) {
            const auto* at = reinterpret_cast<const __m128i*>(data + 4 * word);
            const __m128i first = _mm_loadu_si128(at);
            const __m128i second = _mm_loadu_si128(at + fs128::pairsPerBlock / 4);
            sum0 = _mm_add_epi64(sum0, products(first, second, fs128::keys.at[0] + word));
            sum1 = _mm_add_epi64(sum1, products(first, second, fs128::keys.at[1] + word));
        }
        sums[0] += fs128::mixBlock(total(sum0), firstBlock + block, 0);
        sums[1] += fs128::mixBlock(total(sum1), firstBlock + block, 1);
    }
}

}  // namespace firstsplit::fingerprint

#endif
