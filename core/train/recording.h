#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "core/fingerprint/device_fingerprinter.h"
#include "core/journal/fingerprint_policy.h"
#include "core/journal/journal_writer.h"
#include "core/journal/snapshot_policy.h"
#include "core/train/tensors.h"

namespace firstsplit::train {

/// One step as the trainer hands it over, when the optimizer has stepped. Batch, loss, buffers and gradients
/// still hold then what they held when they were made, so one pass over all of them is enough; the random
/// states were read before.
struct RecordedStep {
    std::int64_t step = -1;
    StepTensors tensors;
    std::optional<double> learningRate;
    std::optional<double> seconds;
    bool isLast = false;
};

/// Turns steps into the journal's records. On the CPU a step is written at once; on CUDA its fingerprints,
/// loss and kept bytes are queued on the training's stream and written when they have arrived, some steps
/// later: nothing waits. For the thread that trains.
class Recording {
  public:
    /// `journal` must outlive the recording. Fails with a sentence when the device cannot take the
    /// fingerprinter.
    static Result<std::unique_ptr<Recording>> open(journal::JournalWriter& journal,
                                                   const journal::RunRequest& request, at::Device device);
    ~Recording();

    /// Ascending from −1. Keeps no reference to the tensors.
    Result<> add(const RecordedStep& step);
    /// Waits for all steps that were added and hands them to the journal.
    Result<> flush();

  private:
    struct Pending;
    Recording(journal::JournalWriter& journal, const journal::RunRequest& request);

    void announce(Kind kind, const NamedTensors& list, std::int64_t step);
    void keepValues(const RecordedStep& step, Pending& pending);
    Result<> fingerprint(const RecordedStep& step, Pending& pending);
    Result<> write(const std::vector<fingerprint::StepFingerprints>& done);
    void write(Pending& pending);

    journal::JournalWriter& m_journal;
    journal::SnapshotRequest m_snapshotRequest;
    std::optional<journal::SnapshotPolicy> m_snapshots;
    journal::FingerprintPolicy m_kept;
    std::array<std::size_t, kindCount> m_announced{};
    std::unique_ptr<fingerprint::DeviceFingerprinter> m_device;  ///< none on the CPU
    std::deque<Pending> m_pending;
    bool m_saidNotFinite = false;
};

}  // namespace firstsplit::train
