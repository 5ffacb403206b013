#include "core/record/schema.h"

#include <fmt/format.h>

namespace firstsplit::record::schema {

std::string columnPath(Column column) {
    switch (column) {
        case Column::Loss:
            return "/steps/loss";
        case Column::LearningRate:
            return "/steps/learning_rate";
        case Column::GradientNorm:
            return "/steps/gradient_norm";
        case Column::StepSeconds:
            return "/steps/step_seconds";
    }
    return {};
}

std::string digestPath(Kind kind) {
    return fmt::format("/steps/digest_{}", nameOf(kind));
}
std::string fingerprintsPath(Kind kind) {
    return fmt::format("/fingerprints/{}", nameOf(kind));
}
std::string fingerprintStepsPath(Kind kind) {
    return fmt::format("/fingerprints/{}_steps", nameOf(kind));
}

std::string valuesGroup(Kind kind) {
    switch (kind) {
        case Kind::RandomState:
            return "/random_states";
        case Kind::Batch:
            return "/batches";
        case Kind::Loss:
            return "/loss_values";
        case Kind::Buffer:
            return "/buffers";
        case Kind::Gradient:
            return "/gradients";
        case Kind::Optimizer:
            return "/optimizer_states";
        case Kind::Weight:
            return "/weights";
    }
    return {};
}

std::string valueStepsPath(Kind kind) {
    return valuesGroup(kind) + "/steps";
}
std::string valuesPresentPath(Kind kind) {
    return valuesGroup(kind) + "/present";
}
std::string valuesPath(Kind kind, const std::string& member) {
    return valuesGroup(kind) + "/" + linkNameOf(member);
}

std::string linkNameOf(const std::string& member) {
    const bool isReserved = member == "." || member == ".." || member == "steps" || member == "present";
    std::string out;
    for (std::size_t i = 0; i < member.size(); ++i) {
        const auto byte = static_cast<unsigned char>(member[i]);
        if (byte < 0x20 || byte == 0x7f || byte == '/' || byte == '%' || (isReserved && i == 0))
            out += fmt::format("%{:02X}", byte);
        else
            out += member[i];
    }
    return out.empty() ? "%" : out;
}

}  // namespace firstsplit::record::schema
