#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/journal/journal_reader.h"
#include "core/record/loss_value.h"
#include "core/record/run.h"

namespace firstsplit::record {

/// A stretch of a member's bytes in the journal; parts of one member follow each other.
struct ValuePart {
    std::uint64_t filePosition = 0;
    std::uint32_t bytes = 0;
    std::uint32_t member = 0;
    Kind kind{};
};

/// A step of which every frame was there.
struct WholeStep {
    journal::StepPayload step;
    std::int64_t row = 0;
    /// By indexOf(Kind); only where isKept. One a member known at this step.
    std::array<std::vector<Fingerprint>, kindCount> fingerprints;
    std::array<std::uint64_t, kindCount> fingerprintPositions{};  ///< in the journal
    std::array<std::uint32_t, kindCount> fingerprintCounts{};     ///< as many stand there
    std::array<bool, kindCount> isKept{};
    std::vector<ValuePart> values;  ///< whole members only, in member order within a kind
};

/// Makes whole steps of a journal's frames, and collects everything else that it says. Frames of a step
/// without its Step frame count for nothing; steps that are missing, and whatever contradicts itself, is said
/// in info().damaged and in the log. Not thread-safe.
class StepAssembler final : public journal::JournalVisitor {
  public:
    explicit StepAssembler(std::function<void(const WholeStep&)> receive) : m_receive(std::move(receive)) {}

    RunInfo& info() { return m_info; }
    const RunInfo& info() const { return m_info; }
    const journal::ProcessIdentity& process() const { return m_process; }
    const std::optional<journal::EndPayload>& end() const { return m_end; }
    const std::vector<Member>& members(Kind kind) const { return m_members[indexOf(kind)]; }
    const std::vector<EpochRecord>& epochs() const { return m_epochs; }
    const std::vector<LogEntry>& log() const { return m_log; }
    const LossType& lossType() const { return m_lossType; }
    std::int64_t rowCount() const { return m_rowCount; }
    /// Members of a kind whose bytes were kept at any whole step.
    const std::vector<bool>& hasValues(Kind kind) const { return m_hasValues[indexOf(kind)]; }

    /// Says something that was lost; also at the end, for what only the caller knows.
    void addDamage(const std::string& sentence);

    void onHello(const journal::HelloPayload& hello) override;
    void onMembers(const std::vector<journal::NumberedMember>& members) override;
    void onFingerprints(const journal::FingerprintsPayload& fingerprints) override;
    void onValues(const journal::ValuesPayload& values) override;
    void onStep(const journal::StepPayload& step) override;
    void onEpoch(const EpochRecord& epoch) override { m_epochs.push_back(epoch); }
    void onLog(const journal::LogPayload& log) override;
    void onSettings(const journal::SettingsPayload& settings) override;
    void onEnd(const journal::EndPayload& end) override;
    void onDamage(const journal::Damage& damage) override { addDamage(damage.sentence); }

  private:
    void beginStep(std::int64_t step);
    void clearStep();
    bool addMember(const journal::NumberedMember& numbered);
    bool isNext(std::int64_t step);
    bool areWhole(const std::vector<ValuePart>& parts) const;

    std::function<void(const WholeStep&)> m_receive;
    RunInfo m_info;
    journal::ProcessIdentity m_process;
    std::optional<journal::EndPayload> m_end;
    std::array<std::vector<Member>, kindCount> m_members;
    std::array<std::vector<bool>, kindCount> m_hasValues;
    std::vector<EpochRecord> m_epochs;
    std::vector<LogEntry> m_log;
    LossType m_lossType;
    std::int64_t m_rowCount = 0;
    std::int64_t m_missingRows = 0;
    bool m_hasHello = false;

    WholeStep m_pending;
    std::optional<std::int64_t> m_pendingStep;
    bool m_isTouchedByDamage = false;
    std::uint64_t m_openTotal = 0, m_openDone = 0;  ///< of the member whose parts are arriving
};

}  // namespace firstsplit::record
