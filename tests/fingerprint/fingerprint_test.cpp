#include "core/fingerprint/fingerprint.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "tests/fingerprint/known_answers.h"

namespace firstsplit::fingerprint::test {
namespace {

constexpr ScalarType allTypes[] = {
    ScalarType::UInt8,          ScalarType::Int8,           ScalarType::Int16,          ScalarType::Int32,
    ScalarType::Int64,          ScalarType::Float16,        ScalarType::Float32,        ScalarType::Float64,
    ScalarType::ComplexFloat16, ScalarType::ComplexFloat32, ScalarType::ComplexFloat64, ScalarType::Bool,
    ScalarType::BFloat16,       ScalarType::UInt16,         ScalarType::UInt32,         ScalarType::UInt64};

TEST(ScalarTypes, HaveNamesThatLeadBack) {
    for (ScalarType type : allTypes) {
        EXPECT_EQ(scalarTypeNamed(nameOf(type)), type) << nameOf(type);
        EXPECT_GT(sizeOf(type), 0u) << nameOf(type);
    }
    EXPECT_EQ(nameOf(ScalarType::BFloat16), "bfloat16");
    EXPECT_EQ(nameOf(ScalarType::ComplexFloat32), "complex64");
    EXPECT_EQ(sizeOf(ScalarType::ComplexFloat64), 16u);
}

TEST(ScalarTypes, WithoutANameKeepTheirNumber) {
    const auto float8 = static_cast<ScalarType>(23);
    EXPECT_EQ(nameOf(float8), "type 23");
    EXPECT_EQ(scalarTypeNamed("type 23"), float8);
    EXPECT_EQ(sizeOf(float8), 0u);
    for (const char* text :
         {"", "float", "Float32", "type", "type ", "type x", "type 23x", "type 128", "type -5", "type 6"})
        EXPECT_EQ(scalarTypeNamed(text), ScalarType::Unknown) << text;
}

TEST(Fingerprints, ReadAsTwoTimesSixteenDigits) {
    EXPECT_EQ(toHex({}), "0000000000000000 0000000000000000");
    EXPECT_EQ(toHex({{0x0123456789abcdef, 0xf}}), "0123456789abcdef 000000000000000f");
}

TEST(Fingerprints, AreAbsentOnlyWhenBothLanesAreZero) {
    EXPECT_TRUE(Fingerprint{}.isAbsent());
    EXPECT_FALSE((Fingerprint{{1, 0}}.isAbsent()));
    EXPECT_FALSE((Fingerprint{{0, 1}}.isAbsent()));
    for (const KnownTensor& tensor : knownAnswers().tensors)
        EXPECT_FALSE(ofTensor(tensor.type, tensor.shape, tensor.bytes).isAbsent()) << tensor.name;
}

/// Every one differs from every other, in either lane.
void expectAllDiffer(std::vector<Fingerprint> found) {
    for (std::size_t lane = 0; lane < 2; ++lane) {
        std::ranges::sort(found, {}, [&](const Fingerprint& one) { return one.lanes[lane]; });
        for (std::size_t i = 1; i < found.size(); ++i)
            EXPECT_NE(found[i - 1].lanes[lane], found[i].lanes[lane]) << lane;
    }
}

TEST(Fingerprints, DifferByDtypeAlone) {
    const std::vector<std::byte> bytes(16);
    const std::vector<std::int64_t> shape = {4};
    std::vector<Fingerprint> found;
    for (ScalarType type : allTypes) found.push_back(ofTensor(type, shape, bytes));
    found.push_back(ofTensor(static_cast<ScalarType>(23), shape, bytes));
    found.push_back(ofTensor(ScalarType::Unknown, shape, bytes));
    expectAllDiffer(std::move(found));
}

TEST(Fingerprints, DifferByShapeAlone) {
    const std::vector<std::byte> bytes(24);
    const std::vector<std::vector<std::int64_t>> shapes = {
        {6}, {1, 6}, {6, 1}, {2, 3}, {3, 2}, {1, 1, 6}, {1, 6, 1}, {1, 2, 3}, {2, 1, 3}, {2, 3, 1}};
    std::vector<Fingerprint> found;
    for (const auto& shape : shapes) found.push_back(ofTensor(ScalarType::Float32, shape, bytes));
    expectAllDiffer(std::move(found));
}

TEST(Fingerprints, OfEmptyTensorsDifferByShapeAndDtype) {
    const std::vector<std::vector<std::int64_t>> shapes = {{0},    {0, 0}, {0, 1},   {1, 0},
                                                           {0, 2}, {2, 0}, {0, 0, 0}};
    std::vector<Fingerprint> found;
    for (const auto& shape : shapes)
        for (ScalarType type : {ScalarType::Float32, ScalarType::Int64})
            found.push_back(ofTensor(type, shape, {}));
    expectAllDiffer(std::move(found));
}

TEST(Fingerprints, OfZerosDifferByTheirCount) {
    std::vector<Fingerprint> found;
    for (std::int64_t count : {0, 1, 2, 3, 511, 512, 513, 1024, 4096}) {
        const std::vector<std::byte> bytes(static_cast<std::size_t>(count));
        found.push_back(ofTensor(ScalarType::UInt8, std::vector{count}, bytes));
    }
    expectAllDiffer(std::move(found));
}

TEST(Lists, AreTheTensorOfTheirMembers) {
    const std::vector<Fingerprint> members = {{{1, 2}}, {{3, 4}}, {}};
    const std::vector<std::int64_t> words = {1, 2, 3, 4, 0, 0};
    EXPECT_EQ(ofList(members),
              ofTensor(ScalarType::Int64, std::vector<std::int64_t>{3, 2}, std::as_bytes(std::span(words))));
}

TEST(Lists, KnowOrderCountLanesAndAbsence) {
    const Fingerprint a = {{1, 2}};
    const Fingerprint b = {{3, 4}};
    const Fingerprint swapped = {{2, 1}};
    std::vector<Fingerprint> found;
    for (const std::vector<Fingerprint>& list : std::vector<std::vector<Fingerprint>>{{},
                                                                                      {{}},
                                                                                      {{}, {}},
                                                                                      {a},
                                                                                      {swapped},
                                                                                      {a, b},
                                                                                      {b, a},
                                                                                      {a, {}},
                                                                                      {{}, a},
                                                                                      {a, {}, b},
                                                                                      {a, b, {}},
                                                                                      {a, a}})
        found.push_back(ofList(list));
    expectAllDiffer(std::move(found));
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
