// Small, structured edits, of the kinds that a training makes and that simpler fingerprints miss, each told
// apart.
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <numeric>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "core/fingerprint/fingerprint.h"
#include "core/fingerprint/fs128.h"

namespace firstsplit::fingerprint::test {
namespace {

template <class T>
constexpr ScalarType typeOf = ScalarType::Unknown;
template <>
constexpr ScalarType typeOf<std::int64_t> = ScalarType::Int64;
template <>
constexpr ScalarType typeOf<float> = ScalarType::Float32;
template <>
constexpr ScalarType typeOf<std::uint8_t> = ScalarType::UInt8;

using Hash = std::function<Fingerprint(ScalarType, std::span<const std::byte>)>;

Fingerprint real(ScalarType type, std::span<const std::byte> bytes) {
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(bytes.size())};
    return ofTensor(type, shape, bytes);
}

/// The same sums with keys that are multiples of a constant, as simpler schemes have: what the edits have to
/// find out.
Fingerprint withLinearKeys(ScalarType, std::span<const std::byte> bytes) {
    Fingerprint result;
    for (std::size_t block = 0; block * fs128::bytesPerBlock < bytes.size(); ++block) {
        std::vector<std::uint32_t> words(fs128::wordsPerBlock);
        const auto part = bytes.subspan(block * fs128::bytesPerBlock);
        std::memcpy(words.data(), part.data(), std::min<std::size_t>(part.size(), fs128::bytesPerBlock));
        for (unsigned lane = 0; lane < 2; ++lane) {
            const auto keyOf = [&](unsigned word) {
                return static_cast<std::int32_t>((512 * lane + word + 1) * 40503);
            };
            std::uint64_t sum = 0;
            for (unsigned j = 0; j < fs128::pairsPerBlock; ++j)
                sum += fs128::product(words[j], keyOf(j), words[j + 256], keyOf(j + 256));
            result.lanes[lane] += fs128::mixBlock(sum, block, lane);
        }
    }
    return result;
}

/// Applies edits to one tensor, each undone before the next, and counts those that the hash did not see.
template <class T>
class Edits {
  public:
    Edits(std::vector<T> base, Hash function = real)
        : values(std::move(base)), hash(std::move(function)), before(current()) {
        seen.push_back(before);
    }

    std::vector<T> values;

    /// After an edit of `values` and before its undoing.
    void look() {
        const Fingerprint now = current();
        missed[0] += now.lanes[0] == before.lanes[0];
        missed[1] += now.lanes[1] == before.lanes[1];
        seen.push_back(now);
    }

    /// Each lane alone tells every edit from the base, and both together any two edits from each other.
    void expectAllSeen(std::size_t atLeast) {
        EXPECT_GE(seen.size(), atLeast);
        EXPECT_EQ(missed[0], 0u) << "in lane 0, of " << seen.size();
        EXPECT_EQ(missed[1], 0u) << "in lane 1, of " << seen.size();
        EXPECT_EQ(current(), before) << "an edit was not undone";
        std::ranges::sort(seen);
        EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << "two edits look the same";
    }

    std::size_t missed[2] = {0, 0};

  private:
    Fingerprint current() const { return hash(typeOf<T>, std::as_bytes(std::span(values))); }

    Hash hash;
    Fingerprint before;
    std::vector<Fingerprint> seen;
};

std::vector<float> weights(std::size_t count) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0.0F, 0.05F);
    std::vector<float> values(count);
    std::ranges::generate(values, [&] { return normal(random); });
    return values;
}

std::vector<std::int64_t> labels(std::size_t count) {
    std::mt19937 random(2);
    std::vector<std::int64_t> values(count);
    std::ranges::generate(values, [&] { return static_cast<std::int64_t>(random() % 10); });
    return values;
}

/// The integer tensors in which compensating edits are easiest to miss; 300 elements are a block and a part
/// of one.
struct IntegerBase {
    const char* name;
    std::vector<std::int64_t> values;

    friend void PrintTo(const IntegerBase& base, std::ostream* stream) { *stream << base.name; }
};
class IntegerEdits : public testing::TestWithParam<IntegerBase> {};
INSTANTIATE_TEST_SUITE_P(, IntegerEdits,
                         testing::Values(IntegerBase{"zeros", std::vector<std::int64_t>(300, 0)},
                                         IntegerBase{"ones", std::vector<std::int64_t>(300, 1)},
                                         IntegerBase{"labels", labels(300)}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Edits, OfAnySingleBitAreSeen) {
    Edits<std::uint8_t> edits([] {
        std::vector<std::uint8_t> bytes(5001);
        std::mt19937 random(3);
        std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
        return bytes;
    }());
    for (std::uint8_t& byte : edits.values) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            byte ^= static_cast<std::uint8_t>(1u << bit);
            edits.look();
            byte ^= static_cast<std::uint8_t>(1u << bit);
        }
    }
    edits.expectAllSeen(40000);
}

TEST_P(IntegerEdits, OneUpOneDownAreSeen) {
    Edits<std::int64_t> edits(GetParam().values);
    auto& values = edits.values;
    for (std::size_t up = 0; up < values.size(); ++up) {
        for (std::size_t down = 0; down < values.size(); ++down) {
            if (up == down) continue;
            ++values[up];
            --values[down];
            edits.look();
            --values[up];
            ++values[down];
        }
    }
    edits.expectAllSeen(89000);
}

/// +1 −2 +1 and +1 −1 −1 +1 at regular distances: zero in sum and in first moment.
void secondDifferences(Edits<std::int64_t>& edits) {
    auto& values = edits.values;
    for (std::size_t at = 0; at < values.size(); ++at) {
        for (std::size_t step = 1; at + 2 * step < values.size() && step < 130; ++step) {
            const auto apply = [&](std::int64_t sign) {
                values[at] += sign;
                values[at + step] -= 2 * sign;
                values[at + 2 * step] += sign;
            };
            apply(1);
            edits.look();
            apply(-1);
        }
        for (std::size_t inner : {1u, 2u, 3u, 16u}) {
            for (std::size_t outer = inner + 1; at + inner + outer < values.size() && outer < 130; ++outer) {
                const auto apply = [&](std::int64_t sign) {
                    values[at] += sign;
                    values[at + inner] -= sign;
                    values[at + outer] -= sign;
                    values[at + inner + outer] += sign;
                };
                apply(1);
                edits.look();
                apply(-1);
            }
        }
    }
}

TEST_P(IntegerEdits, SecondDifferencesAreSeen) {
    Edits<std::int64_t> edits(GetParam().values);
    secondDifferences(edits);
    edits.expectAllSeen(100000);
}

TEST(Edits, AreSharpEnoughToMissSomeWithLinearKeys) {
    for (const auto& base : {std::vector<std::int64_t>(300, 1), labels(300)}) {
        Edits<std::int64_t> edits(base, withLinearKeys);
        secondDifferences(edits);
        EXPECT_GT(edits.missed[0], 100u);
        EXPECT_GT(edits.missed[1], 100u);
    }
}

TEST(Edits, OfTwoSignsAreSeen) {
    Edits<float> edits(weights(600));
    auto& values = edits.values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = i + 1; j < values.size(); j += 1 + (j - i) / 16) {
            values[i] = -values[i];
            values[j] = -values[j];
            edits.look();
            values[i] = -values[i];
            values[j] = -values[j];
        }
    }
    edits.expectAllSeen(30000);
}

TEST(Edits, OfFourSignsAreSeen) {
    Edits<float> edits(weights(1500));
    auto& values = edits.values;
    std::mt19937 random(4);
    for (int round = 0; round < 50000; ++round) {
        std::vector<std::size_t> places(4);
        std::ranges::generate(places, [&] { return random() % values.size(); });
        std::ranges::sort(places);
        if (std::ranges::adjacent_find(places) != places.end()) continue;
        for (std::size_t place : places) values[place] = -values[place];
        edits.look();
        for (std::size_t place : places) values[place] = -values[place];
    }
    edits.expectAllSeen(49000);
}

TEST(Edits, OfEqualFloatsSignsAreSeen) {
    // Where all magnitudes are equal, as after a sign optimizer's step, flips differ by their places alone.
    Edits<float> edits(std::vector<float>(600, 0.01F));
    auto& values = edits.values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = i + 1; j < values.size(); j += 1 + (j - i) / 16) {
            values[i] = values[j] = -0.01F;
            edits.look();
            values[i] = values[j] = 0.01F;
        }
    }
    edits.expectAllSeen(30000);
}

TEST(Edits, SwapsOfElementsAreSeen) {
    std::vector<float> base(600);
    std::iota(base.begin(), base.end(), 1.0F);
    Edits<float> edits(base);
    auto& values = edits.values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = i + 1; j < values.size(); j += 1 + (j - i) / 16) {
            std::swap(values[i], values[j]);
            edits.look();
            std::swap(values[i], values[j]);
        }
    }
    edits.expectAllSeen(30000);
}

TEST(Edits, MovesOfBlocksAreSeen) {
    constexpr std::size_t block = fs128::wordsPerBlock;
    const std::vector<float> base = weights(12 * block);
    Edits<float> edits(base);
    auto& values = edits.values;
    for (std::size_t length : {block, block / 2, 2 * block}) {
        for (std::size_t i = 0; i + length <= values.size(); i += length) {
            for (std::size_t j = i + length; j + length <= values.size(); j += length) {
                const auto swap = [&] {
                    std::swap_ranges(values.begin() + static_cast<std::ptrdiff_t>(i),
                                     values.begin() + static_cast<std::ptrdiff_t>(i + length),
                                     values.begin() + static_cast<std::ptrdiff_t>(j));
                };
                swap();
                edits.look();
                swap();
            }
        }
    }
    for (std::size_t by = 64; by < values.size(); by += 64) {
        std::rotate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(by), values.end());
        edits.look();
        values = base;
    }
    edits.expectAllSeen(100);
}

TEST(Edits, RepeatedBlocksAreSeen) {
    // A block that stands twice may not cancel itself, as it does in a xor of blocks.
    const std::vector<float> block = weights(fs128::wordsPerBlock);
    std::vector<Fingerprint> found;
    for (std::size_t places = 0; places < 64; ++places) {
        std::vector<float> values(6 * block.size());
        for (std::size_t place = 0; place < 6; ++place)
            if (places >> place & 1)
                std::ranges::copy(block, values.begin() + static_cast<std::ptrdiff_t>(place * block.size()));
        found.push_back(real(ScalarType::Float32, std::as_bytes(std::span(values))));
    }
    for (std::size_t lane = 0; lane < 2; ++lane) {
        std::ranges::sort(found, {}, [&](const Fingerprint& one) { return one.lanes[lane]; });
        for (std::size_t i = 1; i < found.size(); ++i)
            EXPECT_NE(found[i - 1].lanes[lane], found[i].lanes[lane]);
    }
}

TEST(Edits, OfFloatsThatCompareEqualAreSeen) {
    Edits<float> edits(std::vector<float>(1000, 0.0F));
    for (float& value : edits.values) {
        for (std::uint32_t bits :
             {0x80000000u, 0x7FC00000u, 0x7FC00001u, 0xFFC00000u, 0x7F800001u, 0x00000001u}) {
            std::memcpy(&value, &bits,
                        sizeof bits);  // as bits: a signalling NaN may not pass through a register
            edits.look();
        }
        value = 0.0F;
    }
    edits.expectAllSeen(6000);
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
