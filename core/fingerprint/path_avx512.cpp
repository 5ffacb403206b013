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

/// The odd words in the even places, which mul_epi32 reads. A shuffle, since shifts compete with the products
/// for a port.
FIRSTSPLIT_AVX512 inline __m512i oddWords(__m512i words) {
    return _mm512_shuffle_epi32(words, _MM_PERM_DDBB);
}

/// The products of both words of each 64-bit element, added up.
FIRSTSPLIT_AVX512 inline __m512i products(__m512i first, __m512i second, const std::int32_t* keys) {
    const __m512i a = _mm512_add_epi32(first, _mm512_load_si512(keys));
    const __m512i b = _mm512_add_epi32(second, _mm512_load_si512(keys + fs128::pairsPerBlock));
    const __m512i products = _mm512_mul_epi32(a, b);
    return _mm512_add_epi64(products, _mm512_mul_epi32(oddWords(a), oddWords(b)));
}

FIRSTSPLIT_AVX512 inline std::uint64_t total(__m512i sums) {
    alignas(64) std::uint64_t parts[8];
    _mm512_store_si512(parts, sums);
    return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

}  // namespace

FIRSTSPLIT_AVX512 void accumulateAvx512(const std::byte* data, std::size_t blocks, std::uint64_t firstBlock,
                                        Sums& sums) {
    for (std::size_t block = 0; block < blocks; ++block, data += fs128::bytesPerBlock) {
        __m512i sum0 = _mm512_setzero_si512();
        __m512i sum1 = _mm512_setzero_si512();
        for (unsigned word = 0; word < fs128::pairsPerBlock; word += 16) {
            const std::byte* at = data + 4 * word;
            const __m512i first = _mm512_loadu_si512(at);
            const __m512i second = _mm512_loadu_si512(at + fs128::bytesPerBlock / 2);
            sum0 = _mm512_add_epi64(sum0, products(first, second, fs128::keys.at[0] + word));
            sum1 = _mm512_add_epi64(sum1, products(first, second, fs128::keys.at[1] + word));
        }
        sums[0] += fs128::mixBlock(total(sum0), firstBlock + block, 0);
        sums[1] += fs128::mixBlock(total(sum1), firstBlock + block, 1);
    }
}

}  // namespace firstsplit::fingerprint

#endif
