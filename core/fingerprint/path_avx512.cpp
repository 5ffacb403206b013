#if defined(__x86_64__)

// GCC 12 takes the "undefined" source of its own unmasked intrinsics for an uninitialised variable (its bug
// 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>

#include "core/fingerprint/fs128.h"
#include "core/fingerprint/paths.h"

// Target attributes, not flags for the whole file: inline functions of headers must stay free of the
// instructions.
#define FIRSTSPLIT_AVX512 __attribute__((target("avx512f")))

namespace firstsplit::fingerprint {
namespace {

/// Adds the products of both words of each 64-bit element.
FIRSTSPLIT_AVX512 inline __m512i addProducts(__m512i sum, __m512i first, __m512i second,
                                             const std::int32_t* keys) {
    const __m512i a = _mm512_add_epi32(first, _mm512_load_si512(keys));
    const __m512i b = _mm512_add_epi32(second, _mm512_load_si512(keys + fs128::pairsPerBlock));
    const __m512i odd = _mm512_mul_epi32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32));
    return _mm512_add_epi64(sum, _mm512_add_epi64(_mm512_mul_epi32(a, b), odd));
}

FIRSTSPLIT_AVX512 inline std::uint64_t total(__m512i sum) {
    // Not reduce_add, which GCC writes as additions of signed numbers: these sums wrap.
    alignas(64) std::uint64_t parts[8];
    _mm512_store_si512(parts, sum);
    return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

}  // namespace

FIRSTSPLIT_AVX512 void accumulateAvx512(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock,
                                        Sums& sums) {
    constexpr unsigned half = fs128::bytesPerBlock / 2;
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        __m512i sum0 = _mm512_setzero_si512();
        __m512i sum1 = _mm512_setzero_si512();
#pragma GCC unroll 2
        for (unsigned word = 0; word < fs128::pairsPerBlock; word += 16) {
            const std::byte* at = data + 4 * word;
            _mm_prefetch(reinterpret_cast<const char*>(at + prefetchDistance), _MM_HINT_T0);
            _mm_prefetch(reinterpret_cast<const char*>(at + half + prefetchDistance), _MM_HINT_T0);
            const __m512i first = _mm512_loadu_si512(at);
            const __m512i second = _mm512_loadu_si512(at + half);
            sum0 = addProducts(sum0, first, second, fs128::keys.at[0] + word);
            sum1 = addProducts(sum1, first, second, fs128::keys.at[1] + word);
        }
        sums[0] += fs128::mixBlock(total(sum0), firstBlock + block, 0);
        sums[1] += fs128::mixBlock(total(sum1), firstBlock + block, 1);
    }
}

}  // namespace firstsplit::fingerprint

#endif
