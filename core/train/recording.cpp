#include "core/train/recording.h"

#include <c10/core/impl/VirtualGuardImpl.h>

#include <cmath>
#include <cstring>

#include "core/train/fingerprints.h"
#ifdef FIRSTSPLIT_HAS_CUDA
#include "core/fingerprint/cuda_fingerprinter.h"
#endif

namespace firstsplit::train {
namespace {

/// A copy on the host that needs no waiting for: complete when the work queued on the stream so far is.
at::Tensor onHost(const at::Tensor& tensor) {
    if (tensor.is_cpu()) return tensor;
    return at::empty(tensor.sizes(),
                     tensor.options().device(at::kCPU).pinned_memory(true).requires_grad(false))
        .copy_(tensor, /*non_blocking=*/true);
}

double sumOfSquares(const at::Tensor& tensor) {
    // Sums that do not wait for each other, unrolled so that they stay in registers; LibTorch's operators
    // take three times as long on lists this small.
    constexpr std::int64_t lanes = 8;
    double sums[lanes] = {};
    const auto* values = tensor.const_data_ptr<float>();
    const std::int64_t count = tensor.numel(), whole = count / lanes * lanes;
    for (std::int64_t i = 0; i < whole; i += lanes) {
#pragma GCC unroll 8
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            const double value = values[i + lane];
            sums[lane] += value * value;
        }
    }
    double sum = 0;
    for (std::int64_t i = whole; i < count; ++i)
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    for (const double lane : sums) sum += lane;
    return sum;
}

/// L2 norm over all gradients, a scalar tensor; undefined without gradients.
at::Tensor normOf(const std::vector<at::Tensor>& gradients) {
    std::vector<at::Tensor> present;
    bool isPlain = true;
    for (const at::Tensor& gradient : gradients) {
        if (!gradient.defined()) continue;
        present.push_back(gradient);
        isPlain =
            isPlain && gradient.is_cpu() && gradient.is_contiguous() && gradient.scalar_type() == at::kFloat;
    }
    if (present.empty()) return {};
    if (!isPlain) return at::stack(at::_foreach_norm(present, 2)).norm();
    double sum = 0;
    for (const at::Tensor& gradient : present) sum += sumOfSquares(gradient);
    return at::scalar_tensor(std::sqrt(sum), at::kDouble);
}

journal::LossValue lossValueOf(const at::Tensor& loss) {
    journal::LossValue value{.dtype = scalarTypeOf(loss), .bits = 0};
    std::memcpy(&value.bits, loss.const_data_ptr(), loss.itemsize());
    return value;
}

}  // namespace

struct Recording::Pending {
    struct Place {
        Kind kind;
        std::size_t member;
    };
    struct Value {
        Kind kind;
        std::uint32_t member;
        at::Tensor bytes;
    };
    journal::StepRecord record;
    std::array<bool, kindCount> kept{};
    std::vector<Place> places;  ///< of the fingerprints that come from the device, in their order
    std::vector<Value> values;
    std::vector<at::Tensor> losses;
    at::Tensor gradientNorm;
};

Recording::Recording(journal::JournalWriter& journal, const journal::RunRequest& request)
    : m_journal(journal), m_snapshotRequest(request.snapshots), m_kept(request.fingerprintBudgetBytes) {}

Recording::~Recording() = default;

Result<std::unique_ptr<Recording>> Recording::open(journal::JournalWriter& journal,
                                                   const journal::RunRequest& request, at::Device device) {
    std::unique_ptr<Recording> recording(new Recording(journal, request));
    if (device.is_cpu()) return recording;
#ifdef FIRSTSPLIT_HAS_CUDA
    auto fingerprinter = fingerprint::openCudaFingerprinter(device.index());
    if (!fingerprinter) return tl::unexpected(fingerprinter.error());
    recording->m_device = std::move(*fingerprinter);
    return recording;
#else
    return fail("Runs on " + device.str() +
                " cannot be recorded: this program was built without its CUDA part. Install "
                "nvcc and run packaging/setup.sh again.");
#endif
}

void Recording::announce(Kind kind, const NamedTensors& list, std::int64_t step) {
    std::size_t& known = m_announced[indexOf(kind)];
    std::vector<journal::Member> members;
    for (; known < list.names.size(); ++known) {
        const at::Tensor& tensor = list.tensors[known];
        journal::Member member{.kind = kind, .name = list.names[known], .shape = {}, .sinceStep = step};
        if (tensor.defined()) {
            member.shape = tensor.sizes().vec();
            member.dtype = scalarTypeOf(tensor);
        }
        members.push_back(std::move(member));
    }
    if (!members.empty()) m_journal.addMembers(members);
}

void Recording::keepValues(const RecordedStep& step, Pending& pending) {
    constexpr Kind kinds[] = {Kind::Weight, Kind::Buffer};
    if (!m_snapshots) {
        std::uint64_t bytes = 0;
        for (const Kind kind : kinds)
            for (const at::Tensor& tensor : step.tensors[indexOf(kind)].tensors) bytes += tensor.nbytes();
        m_snapshots.emplace(m_snapshotRequest, bytes);
        if (m_snapshots->keepsNone() && m_snapshotRequest.policy == journal::SnapshotRequest::Policy::Budget)
            m_journal.addLog(journal::LogLevel::Warning, step.step,
                             "No weights are kept: one snapshot (" + std::to_string(bytes) +
                                 " bytes) takes more than a "
                                 "quarter of the budget. Raise the budget to see the size of differences.");
    }
    if (!m_snapshots->keeps(step.step, step.isLast)) return;
    for (const Kind kind : kinds) {
        const std::vector<at::Tensor>& tensors = step.tensors[indexOf(kind)].tensors;
        for (std::size_t i = 0; i < tensors.size(); ++i)
            pending.values.push_back({kind, static_cast<std::uint32_t>(i), onHost(tensors[i].contiguous())});
    }
}

Result<> Recording::fingerprint(const RecordedStep& step, Pending& pending) {
    std::vector<fingerprint::DeviceTensor> onDevice;
    std::vector<at::Tensor> plain;  // keeps what onDevice points to
    for (const Kind kind : allKinds) {
        const NamedTensors& list = step.tensors[indexOf(kind)];
        std::vector<fingerprint::Fingerprint>& prints = pending.record.fingerprints[indexOf(kind)];
        prints.resize(list.tensors.size());
        for (std::size_t i = 0; i < list.tensors.size(); ++i) {
            const at::Tensor& tensor = list.tensors[i];
            if (!tensor.defined() || tensor.is_cpu()) {
                prints[i] = fingerprintOf(tensor);
                continue;
            }
            at::Tensor contiguous = tensor.resolve_conj().resolve_neg().contiguous();
            if (reinterpret_cast<std::uintptr_t>(contiguous.const_data_ptr()) % 4 != 0)
                contiguous = contiguous.clone();
            plain.push_back(contiguous);
            onDevice.push_back({.type = scalarTypeOf(contiguous),
                                .shape = {contiguous.sizes().data(), contiguous.sizes().size()},
                                .data = contiguous.const_data_ptr(),
                                .bytes = contiguous.nbytes()});
            pending.places.push_back({kind, i});
        }
    }
    if (!m_device) return {};
    const at::Device device = plain.empty() ? at::Device(at::kCUDA, 0) : plain.front().device();
    const at::Stream stream = c10::impl::VirtualGuardImpl(at::kCUDA).getStream(device);
    return m_device->submit(static_cast<std::uint64_t>(step.step + 1), onDevice, stream.native_handle());
}

Result<> Recording::add(const RecordedStep& step) {
    const at::NoGradGuard noGrad;
    Pending pending;
    pending.record.step = step.step;
    pending.record.learningRate = step.learningRate;
    pending.record.stepSeconds = step.seconds;
    std::array<std::size_t, kindCount> counts{};
    for (const Kind kind : allKinds) {
        announce(kind, step.tensors[indexOf(kind)], step.step);
        counts[indexOf(kind)] = m_announced[indexOf(kind)];
    }
    pending.kept = m_kept.keeps(step.step, counts, step.isLast);
    for (const at::Tensor& loss : step.tensors[indexOf(Kind::Loss)].tensors)
        pending.losses.push_back(onHost(loss.detach()));
    if (const at::Tensor norm = normOf(step.tensors[indexOf(Kind::Gradient)].tensors); norm.defined())
        pending.gradientNorm = onHost(norm);
    keepValues(step, pending);
    // Last: the device's fingerprints arrive after all that was queued before them.
    if (const Result<> queued = fingerprint(step, pending); !queued) return queued;

    if (!m_device) {
        write(pending);
        return {};
    }
    m_pending.push_back(std::move(pending));
    const auto done = m_device->collect();
    return done ? write(*done) : tl::unexpected(done.error());
}

Result<> Recording::flush() {
    if (!m_device) return {};
    const auto done = m_device->finish();
    return done ? write(*done) : tl::unexpected(done.error());
}

Result<> Recording::write(const std::vector<fingerprint::StepFingerprints>& done) {
    for (const fingerprint::StepFingerprints& prints : done) {
        Pending& pending = m_pending.front();
        for (std::size_t i = 0; i < pending.places.size(); ++i)
            pending.record.fingerprints[indexOf(pending.places[i].kind)][pending.places[i].member] =
                prints.tensors[i];
        write(pending);
        m_pending.pop_front();
    }
    return {};
}

void Recording::write(Pending& pending) {
    journal::StepRecord& record = pending.record;
    for (const at::Tensor& loss : pending.losses) {
        record.losses.push_back(lossValueOf(loss));
        const double value = loss.item<double>();
        if (std::isfinite(value) || m_saidNotFinite) continue;
        m_saidNotFinite = true;
        m_journal.addLog(
            journal::LogLevel::Warning, record.step,
            std::string("The loss is ") + (std::isnan(value) ? "NaN" : "infinite") + " for the first time.");
    }
    if (pending.gradientNorm.defined()) record.gradientNorm = pending.gradientNorm.item<double>();
    for (const Pending::Value& value : pending.values)
        m_journal.addValues(record.step, value.kind, value.member, bytesOf(value.bytes));
    m_journal.addStep(record, pending.kept);
}

}  // namespace firstsplit::train
