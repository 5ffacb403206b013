#include "core/train/fingerprints.h"

namespace firstsplit::train {

fingerprint::ScalarType scalarTypeOf(const at::Tensor& tensor) {
    return static_cast<fingerprint::ScalarType>(
        tensor.scalar_type());  // the numbers are the same by definition
}

std::span<const std::byte> bytesOf(const at::Tensor& tensor) {
    return {static_cast<const std::byte*>(tensor.const_data_ptr()), tensor.nbytes()};
}

fingerprint::Fingerprint fingerprintOf(const at::Tensor& tensor) {
    if (!tensor.defined()) return {};
    const at::NoGradGuard noGrad;
    const bool isPlain = tensor.is_cpu() && tensor.is_contiguous() && !tensor.is_conj() && !tensor.is_neg();
    const at::Tensor plain = isPlain ? tensor : tensor.resolve_conj().resolve_neg().cpu().contiguous();
    return fingerprint::ofTensor(scalarTypeOf(plain), {plain.sizes().data(), plain.sizes().size()},
                                 bytesOf(plain));
}

std::vector<fingerprint::Fingerprint> fingerprintsOf(std::span<const at::Tensor> tensors) {
    std::vector<fingerprint::Fingerprint> fingerprints;
    fingerprints.reserve(tensors.size());
    for (const at::Tensor& tensor : tensors) fingerprints.push_back(fingerprintOf(tensor));
    return fingerprints;
}

}  // namespace firstsplit::train
