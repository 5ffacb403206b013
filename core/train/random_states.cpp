#include "core/train/random_states.h"

namespace firstsplit::train {

Seeds seedAll(const settings::Values& values) {
    const auto numberOf = [&](const char* key) -> std::optional<std::uint64_t> {
        const auto found = values.find(key);
        if (found == values.end() || found->second == "unset" || found->second == "from seed")
            return std::nullopt;
        return std::stoull(found->second);
    };
    Seeds seeds{.seed = numberOf("seed")};
    if (seeds.seed) at::manual_seed(*seeds.seed);
    const std::uint64_t inForce = at::globalContext().defaultGenerator(at::kCPU).current_seed();
    seeds.data = numberOf("seed.data").value_or(inForce);
    seeds.augment = numberOf("seed.augment").value_or(inForce);
    return seeds;
}

NamedTensors randomStates(const at::Generator& sampler, at::Device device) {
    NamedTensors states;
    states.add("cpu", at::globalContext().defaultGenerator(at::kCPU).get_state());
    states.add("sampler", sampler.get_state());
    if (device.is_cuda()) states.add(device.str(), at::globalContext().defaultGenerator(device).get_state());
    return states;
}

}  // namespace firstsplit::train
