// Our scalar types' numbers are torch's own: they enter the fingerprint. Needs torch's headers, not its
// libraries.
#include <gtest/gtest.h>
#include <torch/headeronly/core/ScalarType.h>

#include "core/fingerprint/fingerprint.h"

namespace firstsplit::fingerprint::test {
namespace {

TEST(ScalarTypes, HaveTorchsNumbers) {
    using Torch = c10::ScalarType;
    const auto expectSame = [](ScalarType ours, Torch torchs) {
        EXPECT_EQ(static_cast<int>(ours), static_cast<int>(torchs)) << nameOf(ours);
    };
    expectSame(ScalarType::UInt8, Torch::Byte);
    expectSame(ScalarType::Int8, Torch::Char);
    expectSame(ScalarType::Int16, Torch::Short);
    expectSame(ScalarType::Int32, Torch::Int);
    expectSame(ScalarType::Int64, Torch::Long);
    expectSame(ScalarType::Float16, Torch::Half);
    expectSame(ScalarType::Float32, Torch::Float);
    expectSame(ScalarType::Float64, Torch::Double);
    expectSame(ScalarType::ComplexFloat16, Torch::ComplexHalf);
    expectSame(ScalarType::ComplexFloat32, Torch::ComplexFloat);
    expectSame(ScalarType::ComplexFloat64, Torch::ComplexDouble);
    expectSame(ScalarType::Bool, Torch::Bool);
    expectSame(ScalarType::BFloat16, Torch::BFloat16);
    expectSame(ScalarType::UInt16, Torch::UInt16);
    expectSame(ScalarType::UInt32, Torch::UInt32);
    expectSame(ScalarType::UInt64, Torch::UInt64);
}

}  // namespace
}  // namespace firstsplit::fingerprint::test
