#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "core/journal/journal_reader.h"

namespace firstsplit::testing {

/// Keeps everything that a reader visits.
class Collector final : public journal::JournalVisitor {
  public:
    struct Values {
        journal::ValuesPayload head;
        std::vector<std::byte> bytes;
    };
    struct Fingerprints {
        std::int64_t step = 0;
        Kind kind{};
        std::vector<fingerprint::Fingerprint> list;
    };

    std::vector<journal::HelloPayload> hellos;
    std::vector<journal::NumberedMember> members;
    std::vector<Fingerprints> fingerprints;
    std::vector<Values> values;
    std::vector<journal::StepPayload> steps;
    std::vector<journal::EpochRecord> epochs;
    std::vector<journal::LogPayload> logs;
    std::vector<journal::SettingsPayload> settings;
    std::vector<journal::EndPayload> ends;
    std::vector<journal::Damage> damage;
    const journal::JournalReader* reader =
        nullptr;  ///< to fetch the bytes of values; none: they are left out

    void onHello(const journal::HelloPayload& hello) override { hellos.push_back(hello); }
    void onMembers(const std::vector<journal::NumberedMember>& more) override {
        members.insert(members.end(), more.begin(), more.end());
    }
    void onFingerprints(const journal::FingerprintsPayload& payload) override {
        Fingerprints out{payload.step, payload.kind, std::vector<fingerprint::Fingerprint>(payload.count)};
        if (payload.count > 0)
            std::memcpy(out.list.data(), payload.fingerprints.data(), payload.fingerprints.size());
        fingerprints.push_back(std::move(out));
    }
    void onValues(const journal::ValuesPayload& payload) override {
        Values out{payload, {}};
        if (reader != nullptr) {
            out.bytes.resize(payload.bytes);
            if (!reader->readBytes(payload.filePosition, out.bytes)) out.bytes.clear();
        }
        values.push_back(std::move(out));
    }
    void onStep(const journal::StepPayload& step) override { steps.push_back(step); }
    void onEpoch(const journal::EpochRecord& epoch) override { epochs.push_back(epoch); }
    void onLog(const journal::LogPayload& log) override { logs.push_back(log); }
    void onSettings(const journal::SettingsPayload& set) override { settings.push_back(set); }
    void onEnd(const journal::EndPayload& end) override { ends.push_back(end); }
    void onDamage(const journal::Damage& more) override { damage.push_back(more); }
};

/// Reads a journal to its end; empty with a failed expectation when it cannot be opened.
Collector collect(const std::string& path);

}  // namespace firstsplit::testing
