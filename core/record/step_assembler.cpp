#include "core/record/step_assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <tuple>

namespace firstsplit::record {

namespace {

/// Rows that may be missing altogether: a number far ahead in a damaged journal must not fill the memory.
constexpr std::int64_t mostMissingRows = 1'000'000;
constexpr std::uint32_t mostNamelessMembers = 4096;
constexpr std::size_t mostDamageSentences = 1000;

std::string stepsText(std::int64_t first, std::int64_t last) {
    return first == last ? fmt::format("Step {} is", first) : fmt::format("Steps {} to {} are", first, last);
}

}  // namespace

void StepAssembler::addDamage(const std::string& sentence) {
    m_isTouchedByDamage = true;
    if (m_info.damaged.size() > mostDamageSentences) return;
    const std::string text = m_info.damaged.size() == mostDamageSentences
                                 ? std::string("Further damage is not listed.")
                                 : sentence;
    m_info.damaged.push_back(text);
    m_log.push_back({journal::LogLevel::Error,
                     m_rowCount > 0 ? std::optional<std::int64_t>(m_rowCount - 2) : std::nullopt, text});
}

void StepAssembler::onHello(const journal::HelloPayload& payload) {
    if (m_hasHello) {
        addDamage("Journal: a second hello, left out.");
        return;
    }
    m_hasHello = true;
    const journal::RunRequest& request = payload.hello.request;
    m_info.id = request.id;
    m_info.name = request.name;
    m_info.experiment = request.experiment;
    m_info.preset = request.preset;
    if (payload.hello.hasSeed) m_info.seed = payload.hello.seed;
    m_info.device = payload.hello.device;
    m_info.commandLine = request.commandLine;
    m_info.workingDirectory = request.workingDirectory;
    m_info.client = payload.hello.client;
    m_info.startTime = payload.startTime;
    m_info.plannedSteps = request.plannedSteps;
    m_info.requested = request.settings;
    if (!request.id.empty()) m_info.snapshots = request.snapshots;  // without a request nobody asked
    m_info.environment = payload.hello.environment;
    m_info.environment.insert(request.environment.begin(), request.environment.end());
    m_process = payload.process;
}

bool StepAssembler::addMember(const journal::NumberedMember& numbered) {
    auto& known = m_members[indexOf(numbered.member.kind)];
    if (numbered.number < known.size()) {
        const Member& there = known[numbered.number];
        return there.name == numbered.member.name && there.shape == numbered.member.shape &&
               there.dtype == numbered.member.dtype;
    }
    const auto missing = numbered.number - static_cast<std::uint32_t>(known.size());
    if (missing > mostNamelessMembers) return false;
    if (missing > 0)
        addDamage(fmt::format("The names of {} members of the kind {} are lost.", missing,
                              labelOf(numbered.member.kind)));
    while (known.size() < numbered.number) {
        Member nameless;
        nameless.kind = numbered.member.kind;
        nameless.name = fmt::format("{} {} (name lost)", labelOf(nameless.kind), known.size());
        known.push_back(std::move(nameless));
    }
    known.push_back(numbered.member);
    return true;
}

void StepAssembler::onMembers(const std::vector<journal::NumberedMember>& members) {
    for (const auto& numbered : members) {
        if (addMember(numbered)) continue;
        addDamage(fmt::format("Member {} of the kind {} ({}) contradicts those before, and is left out.",
                              numbered.number, labelOf(numbered.member.kind), numbered.member.name));
    }
    for (Kind kind : allKinds) m_hasValues[indexOf(kind)].resize(m_members[indexOf(kind)].size());
}

void StepAssembler::clearStep() {
    m_pendingStep.reset();
    m_pending.isKept.fill(false);
    m_pending.values.clear();
    m_openTotal = m_openDone = 0;
}

void StepAssembler::beginStep(std::int64_t step) {
    if (m_pendingStep == step) return;
    if (m_pendingStep) {
        const std::int64_t before = *m_pendingStep;
        clearStep();
        addDamage(fmt::format("Step {} has no end, and is left out.", before));
    }
    m_pendingStep = step;
}

void StepAssembler::onFingerprints(const journal::FingerprintsPayload& payload) {
    beginStep(payload.step);
    const std::size_t kind = indexOf(payload.kind);
    if (payload.count > m_members[kind].size() || m_pending.isKept[kind]) {
        addDamage(fmt::format(
            "Step {}: {} fingerprints of the kind {}, but {} members are known; they are left out.",
            payload.step, payload.count, labelOf(payload.kind), m_members[kind].size()));
        return;
    }
    auto& fingerprints = m_pending.fingerprints[kind];
    fingerprints.assign(m_members[kind].size(), Fingerprint{});
    if (payload.count > 0)
        std::memcpy(fingerprints.data(), payload.fingerprints.data(), payload.fingerprints.size());
    m_pending.fingerprintPositions[kind] = payload.filePosition;
    m_pending.fingerprintCounts[kind] = payload.count;
    m_pending.isKept[kind] = true;
}

void StepAssembler::onValues(const journal::ValuesPayload& payload) {
    beginStep(payload.step);
    auto& values = m_pending.values;
    const auto& members = m_members[indexOf(payload.kind)];
    const auto size = payload.member < members.size() ? sizeInBytes(members[payload.member]) : std::nullopt;
    const bool continues = payload.offset > 0;
    const bool isOpen = m_openDone < m_openTotal;
    const bool fits =
        size && payload.total == *size && continues == isOpen &&
        (!continues || (values.back().kind == payload.kind && values.back().member == payload.member &&
                        m_openDone == payload.offset && m_openTotal == payload.total));
    if (!fits) {
        // After damage it is clear why; the step's values are then left out as a whole.
        if (!m_isTouchedByDamage)
            addDamage(fmt::format(
                "Step {}: values of member {} of the kind {} do not fit it; the step's values are "
                "left out.",
                payload.step, payload.member, labelOf(payload.kind)));
        return;
    }
    m_openTotal = payload.total;
    m_openDone = payload.offset + payload.bytes;
    values.push_back(
        {payload.filePosition, static_cast<std::uint32_t>(payload.bytes), payload.member, payload.kind});
}

/// Whether the parts of each member, sorted, make up just its bytes.
bool StepAssembler::areWhole(const std::vector<ValuePart>& parts) const {
    for (auto part = parts.begin(); part != parts.end();) {
        const auto size = sizeInBytes(m_members[indexOf(part->kind)][part->member]);
        std::uint64_t bytes = 0;
        const auto first = part;
        while (part != parts.end() && part->kind == first->kind && part->member == first->member)
            bytes += (part++)->bytes;
        if (bytes != size || (bytes == 0 && part - first > 1)) return false;
    }
    return true;
}

/// Whether the step can follow; says which are missing before it.
bool StepAssembler::isNext(std::int64_t step) {
    const std::int64_t expected = m_rowCount - 1;
    if (step < expected || step < -1) {
        addDamage(fmt::format("Step {} stands where step {} should, and is left out.", step, expected));
        return false;
    }
    // A training may begin without the state before it.
    if (step == expected || (m_rowCount == 0 && step == 0)) return true;
    if (step > expected + (mostMissingRows - m_missingRows)) {  // a sum of small numbers: it cannot overflow
        addDamage(fmt::format("Step {} is too far ahead of step {}, and is left out.", step, expected));
        return false;
    }
    m_missingRows += step - expected;
    addDamage(stepsText(expected, step - 1) + " missing.");
    return true;
}

void StepAssembler::onStep(const journal::StepPayload& payload) {
    beginStep(payload.step);
    if (!isNext(payload.step)) {
        clearStep();
        return;
    }
    if (m_openDone < m_openTotal && !m_isTouchedByDamage)
        addDamage(
            fmt::format("Step {}: values are not whole; the step's values are left out.", payload.step));
    std::stable_sort(m_pending.values.begin(), m_pending.values.end(),
                     [](const ValuePart& a, const ValuePart& b) {
                         return std::tie(a.kind, a.member) < std::tie(b.kind, b.member);
                     });
    if (!m_isTouchedByDamage && !areWhole(m_pending.values))
        addDamage(fmt::format("Step {}: a member's values stand there twice; the step's values are left out.",
                              payload.step));
    if (m_isTouchedByDamage) m_pending.values.clear();
    for (const ValuePart& part : m_pending.values) m_hasValues[indexOf(part.kind)][part.member] = true;
    m_pending.step = payload;
    m_pending.row = payload.step + 1;
    m_rowCount = payload.step + 2;
    m_lossType.see(payload.losses);
    m_receive(m_pending);
    clearStep();
    m_isTouchedByDamage = false;
}

void StepAssembler::onLog(const journal::LogPayload& log) {
    m_log.push_back({log.level, log.step, log.text});
}

void StepAssembler::onSettings(const journal::SettingsPayload& settings) {
    (settings.when == "start" ? m_info.inForceAtStart : m_info.inForceAtEnd) = settings.values;
}

void StepAssembler::onEnd(const journal::EndPayload& end) {
    m_end = end;
    m_info.endTime = end.time;
    m_info.endReason = end.reason;
    m_info.finding = end.finding;
}

}  // namespace firstsplit::record
