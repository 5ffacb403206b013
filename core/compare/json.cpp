#include <cmath>
#include <nlohmann/json.hpp>

#include "core/compare/comparison.h"
#include "core/compare/finding_json.h"
#include "core/compare/statistics.h"
#include "core/compare/ulp.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

using Json = nlohmann::ordered_json;

Json numberJson(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

Json ulpJson(std::int64_t ulp) {
    return ulp == unlimitedUlp ? Json("unlimited") : Json(ulp);
}

template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

Json nameJson(const std::string& name) {
    return name.empty() ? Json() : Json(name);
}

Json runJson(const record::RunInfo& run, std::int64_t steps) {
    return {{"file", run.file},
            {"id", run.id},
            {"experiment", run.experiment},
            {"seed", orNull(run.seed)},
            {"preset", run.preset},
            {"steps", steps},
            {"end", record::nameOf(run.end)},
            {"finding", findingJson(run.finding)}};
}

Json splitJson(const KindSplit& split) {
    if (!split.firstStep) return nullptr;
    Json json = {{"step", *split.firstStep},
                 {"steps", split.stepsDifferent},
                 {"times_equal_again", split.timesEqualAgain}};
    if (!split.firstMember.empty()) json["tensor"] = split.firstMember;
    return json;
}

Json splitsJson(const Comparison& comparison) {
    const auto& kinds = comparison.kinds;
    const KindSplit& weight = kinds[indexOf(Kind::Weight)];
    Json initial;
    if (comparison.initialWeightsDiffer) initial = {{"step", -1}, {"tensor", nameJson(weight.firstMember)}};
    Json json = {{"initial_weight", std::move(initial)}};
    for (const Kind kind : allKinds) json[std::string(nameOf(kind))] = splitJson(kinds[indexOf(kind)]);
    return json;
}

Json differenceJson(const Comparison& comparison) {
    if (!comparison.weights || comparison.weights->steps.empty()) return nullptr;
    const Difference& last = comparison.weights->overall.back();
    return {{"at_step", comparison.weights->steps.back()},
            {"max_abs_weight", numberJson(last.maxAbs)},
            {"ulp_at_max", ulpJson(last.ulpAtMax)},
            {"max_ulp_weight", ulpJson(last.maxUlp)},
            {"relative_l2_weight", numberJson(last.relativeL2)},
            {"differing_elements", last.differingElements},
            {"elements", last.elements}};
}

Json differingJson(const std::vector<Differing>& differing) {
    Json list = Json::array();
    for (const Differing& one : differing)
        list.push_back({{"key", one.key}, {"a", nameJson(one.a)}, {"b", nameJson(one.b)}});
    return list;
}

/// Null when neither run's sample ids can be held against the other's.
Json orderJson(const Comparison& comparison, const std::string& sentence) {
    if (comparison.ordersCompared == 0) return {};
    Json first;
    if (!comparison.orderDiffers.empty()) {
        const OrderDifference& difference = comparison.orderDiffers.front();
        first = {{"epoch", difference.epoch},
                 {"position", difference.position},
                 {"a", difference.idA},
                 {"b", difference.idB}};
    }
    return {{"same", comparison.orderDiffers.empty()},
            {"epochs_compared", comparison.ordersCompared},
            {"epochs_different", comparison.orderDiffers.size()},
            {"first", std::move(first)},
            {"sentence", sentence}};
}

Json comparisonJson(const Comparison& comparison) {
    const VerdictText text = describe(comparison);
    Json first;
    if (comparison.first)
        first = {{"step", comparison.first->step},
                 {"kind", nameOf(comparison.first->kind)},
                 {"tensor", nameJson(comparison.first->member)}};
    Json compared = Json::array();
    for (const Kind kind : allKinds)
        if (comparison.kinds[indexOf(kind)].compared) compared.push_back(nameOf(kind));
    return {{"format", "firstsplit.comparison/1"},
            {"a", runJson(comparison.a, comparison.stepsA)},
            {"b", runJson(comparison.b, comparison.stepsB)},
            {"data_order", orderJson(comparison, text.order)},
            {"verdict", nameOf(comparison.verdict)},
            {"sentence", text.sentence},
            {"steps_compared", comparison.stepsCompared},
            {"kinds_compared", std::move(compared)},
            {"first", std::move(first)},
            {"splits", splitsJson(comparison)},
            {"difference", differenceJson(comparison)},
            {"settings_differ", differingJson(comparison.settingsDiffer)},
            {"environment_differ", differingJson(comparison.environmentDiffer)},
            {"cause",
             {{"class",
               comparison.cause.cause == CauseClass::None ? Json() : Json(nameOf(comparison.cause.cause))},
              {"sentence", comparison.cause.sentence},
              {"evidence", comparison.cause.evidence}}},
            {"hints", comparison.hints},
            {"left_out", comparison.leftOut}};
}

/// File names and last words may hold any bytes; a document is UTF-8 whatever they are.
std::string textOf(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string toJson(const Comparison& comparison) {
    return textOf(comparisonJson(comparison));
}

std::string toJson(const std::vector<Comparison>& comparisons) {
    const Repeats repeats = repeatsOf(comparisons);
    const std::int64_t complete = repeats.pairs - repeats.incomplete;
    Json list = Json::array();
    for (const Comparison& comparison : comparisons) list.push_back(comparisonJson(comparison));
    return textOf({{"format", "firstsplit.pairs/1"},
                   {"pairs", repeats.pairs},
                   {"splits", repeats.splits},
                   {"identical", complete - repeats.splits},
                   {"incomplete", repeats.incomplete},
                   {"bound_95", repeats.splits > 0 ? Json() : orNull(ruleOfThree(complete))},
                   {"sentence", describe(repeats)},
                   {"comparisons", std::move(list)}});
}

}  // namespace firstsplit::compare
