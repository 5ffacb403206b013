#include "core/launch/cost_plan.h"

#include <algorithm>

#include "core/launch/host_facts.h"
#include "core/launch/seeds_plan.h"

namespace firstsplit::launch {

namespace {

using settings::Values;

/// An arm with the settings it is trained with.
struct Arm {
    CostArm shown;
    QString preset;
    Values assignments;
};

Result<> checkRequest(const CostRequest& request) {
    if (request.blocks < fewestBlocks)
        return fail("--blocks has to be " + std::to_string(fewestBlocks) +
                    " or more: fewer say nothing about how sure the ratio is.");
    if (request.steps && *request.steps < 2)
        return fail("--steps has to be 2 or more: the first step of a run is not timed.");
    if (request.steps && !request.source.command.isEmpty())
        return fail(
            "--steps is for built-in experiments; a command decides on its own how long it trains. Give the "
            "command an option of its own.");
    if (request.bySetting && request.presetB.isEmpty())
        return fail("--by-setting takes a preset apart. Name it: --preset deterministic");
    if (!request.inBothPrecisions) return {};
    if (!request.source.command.isEmpty())
        return fail(
            "--bf16 is for built-in experiments; a command decides on its own in which precision it "
            "computes. Leave it away, and give the command an option of its own.");
    for (const Values* values : {&request.assignmentsA, &request.assignmentsB})
        if (values->contains("autocast"))
            return fail(
                "--bf16 trains with autocast=off and with autocast=bf16, so autocast cannot be set beside "
                "it. Leave one of them away.");
    return {};
}

/// Why a setting does nothing here, as a sentence; nothing when it acts, or nobody can know.
std::optional<std::string> whyIdle(const CostRequest& request, const Values& values, const std::string& key) {
    for (const settings::Finding& finding :
         settings::preflight(values, circumstancesHere(request.device, request.source.experiment)))
        if (finding.key == key && finding.severity == settings::Finding::Severity::NoEffect)
            return finding.sentence;
    return std::nullopt;
}

/// Some value of the setting that is not `value`: what a setting is measured against.
std::optional<std::string> otherValue(const std::string& key, const std::string& value) {
    const settings::Setting* setting = settings::find(key);
    if (setting == nullptr) return std::nullopt;
    for (const settings::Choice& choice : setting->choices)
        if (choice.value != value) return choice.value;
    return std::nullopt;
}

/// Takes preset B apart into arms of one setting each, on top of A. A setting that acts only beside another
/// one of the preset (filling, beside deterministic algorithms) is measured beside it, and that other one
/// without it.
class BySetting {
  public:
    BySetting(const CostRequest& request, Values preset, Values ofA)
        : m_request(request), m_preset(std::move(preset)), m_a(std::move(ofA)) {}

    void fill(std::vector<Arm>& arms, std::vector<CostPart>& parts, std::vector<std::string>& leftOut) {
        Values whole = m_a;
        for (const auto& [key, value] : m_preset) whole[key] = value;
        // Those that stand on their own go first: others are measured against them.
        for (const bool isDependent : {false, true})
            for (const auto& [key, value] : m_preset) {
                if (neededBy(key).has_value() != isDependent) continue;
                const auto before = m_a.find(key);
                if (before != m_a.end() && before->second == value) continue;
                const settings::Setting* setting = settings::find(key);
                // Every part is on top of the seeds: what a seed is costs nothing.
                if (setting != nullptr && setting->group == "Seeds") continue;
                if (before == m_a.end() && setting != nullptr && setting->defaultValue == value &&
                    !isDependent) {
                    leftOut.push_back(key + "=" + value + " is the default already.");
                    continue;
                }
                if (const auto why = whyIdle(m_request, whole, key)) {
                    leftOut.push_back(*why);
                    continue;
                }
                add(key, value, arms, parts);
            }
    }

  private:
    /// The setting of the preset without which `key` does nothing.
    std::optional<std::string> neededBy(const std::string& key) const {
        const settings::Setting* setting = settings::find(key);
        if (setting == nullptr || setting->actsWhen.otherKey.empty()) return std::nullopt;
        const auto other = m_preset.find(setting->actsWhen.otherKey);
        return other == m_preset.end() ? std::nullopt : std::optional(other->first);
    }

    void add(const std::string& key, const std::string& value, std::vector<Arm>& arms,
             std::vector<CostPart>& parts) {
        Arm arm;
        arm.shown = {key, key + "=" + value, {}};
        arm.preset = m_request.presetA;
        arm.assignments = m_request.assignmentsA;
        arm.assignments[key] = value;
        for (const auto& [dependent, itsValue] : m_preset)
            if (neededBy(dependent) == key)
                if (const auto other = otherValue(dependent, itsValue)) arm.assignments[dependent] = *other;
        std::size_t base = 0;
        if (const auto needed = neededBy(key)) {
            arm.assignments[*needed] = m_preset.at(*needed);
            arm.shown.label += ", beside " + *needed + "=" + m_preset.at(*needed);
            for (std::size_t i = 0; i < arms.size(); ++i)
                if (arms[i].shown.name == *needed) base = i;
        }
        parts.push_back({arm.shown.label, base, arms.size(), {}});
        arms.push_back(std::move(arm));
    }

    const CostRequest& m_request;
    Values m_preset, m_a;
};

std::string labelOf(const QString& preset, const Values& assignments) {
    std::string label = preset.toStdString();
    if (!assignments.empty()) label += (label.empty() ? "" : ", ") + assignmentsText(assignments);
    return label.empty() ? "as it is" : label;
}

/// Every arm in fp32, and again under bf16 autocast.
void doubleForPrecisions(std::vector<Arm>& arms, std::vector<CostPart>& parts) {
    const std::size_t count = arms.size();
    const std::vector<CostPart> once = parts;
    for (CostPart& part : parts) part.precision = "fp32";
    for (const CostPart& part : once)
        parts.push_back({part.label, part.base + count, part.arm + count, "bf16"});
    parts.push_back({"bf16 in place of fp32, " + arms.front().shown.label, 0, count, {}});
    for (std::size_t i = 0; i < count; ++i) {
        Arm inBf16 = arms[i];
        arms[i].assignments["autocast"] = "off";
        arms[i].shown.precision = "fp32";
        inBf16.assignments["autocast"] = "bf16";
        inBf16.shown.name += "-bf16";
        inBf16.shown.precision = "bf16";
        arms.push_back(std::move(inBf16));
    }
}

Result<std::vector<Arm>> armsOf(const CostRequest& request, CostPlan& plan) {
    std::vector<Arm> arms = {
        {{"A", labelOf(request.presetA, request.assignmentsA), {}}, request.presetA, request.assignmentsA}};
    if (request.bySetting) {
        const auto preset = settings::presetNamed(request.presetB.toStdString());
        if (!preset) return tl::unexpected(preset.error());
        const auto ofA = valuesOf(request.source, request.presetA, request.assignmentsA);
        if (!ofA) return tl::unexpected(ofA.error());
        BySetting(request, preset->values, *ofA).fill(arms, plan.parts, plan.leftOut);
    }
    const std::string whole = labelOf(request.presetB, request.assignmentsB);
    plan.parts.push_back({request.bySetting ? "all of " + whole : whole, 0, arms.size(), {}});
    arms.push_back({{"B", whole, {}}, request.presetB, request.assignmentsB});
    if (request.inBothPrecisions) doubleForPrecisions(arms, plan.parts);
    return arms;
}

}  // namespace

Result<CostPlan> costPlanOf(const CostRequest& request) {
    if (const auto checked = checkRequest(request); !checked) return tl::unexpected(checked.error());
    CostPlan plan;
    const auto arms = armsOf(request, plan);
    if (!arms) return tl::unexpected(arms.error());
    if (!request.bySetting && request.presetA == request.presetB &&
        request.assignmentsA == request.assignmentsB)
        return fail(
            "Both sides are trained alike, so there is no cost to be found. Name what B has: --preset "
            "deterministic, or --set-b KEY=VALUE.");
    for (const Arm& arm : *arms) plan.arms.push_back(arm.shown);

    plan.series.kind = QStringLiteral("cost");
    auto& arguments = plan.series.arguments = argumentsOf(request.source, request.device, request.steps);
    for (const Arm& arm : *arms)
        arguments["what is timed as " + arm.shown.name] = labelOf(arm.preset, arm.assignments);
    for (int block = 0; block < request.blocks; ++block)
        for (std::size_t i = 0; i < arms->size(); ++i) {
            const std::size_t position = block % 2 == 0 ? i : arms->size() - 1 - i;
            const Arm& arm = (*arms)[position];
            RecordRequest run;
            run.source = request.source;
            run.name =
                QStringLiteral("block-%1-%2").arg(block + 1).arg(QString::fromStdString(arm.shown.name));
            run.preset = arm.preset;
            run.assignments = arm.assignments;
            run.steps = request.steps;
            run.device = request.device;
            run.snapshots = request.snapshots;
            plan.series.runs.push_back(std::move(run));
            plan.armOfRun.push_back(position);
            plan.blockOfRun.push_back(block);
        }
    return plan;
}

}  // namespace firstsplit::launch
