#include "core/train/run_state.h"

namespace firstsplit::train {

RunState runStateOf(const settings::Values& values, const Seeds& seeds) {
    const auto valueOf = [&](const char* key) {
        const auto asked = values.find(key);
        return asked == values.end() ? settings::find(key)->defaultValue : asked->second;
    };
    return {.seeds = seeds,
            .embeddingGradient = embeddingGradientNamed(valueOf("embedding.gradient")),
            .dataWorkers = std::stoll(valueOf("data.workers")),
            .isFirstCome = valueOf("data.order") == "first_come",
            .areWorkersSharing = valueOf("seed.workers") == "shared",
            .isChannelsLast = valueOf("memory_format") == "channels_last",
            .isAutocast = valueOf("autocast") == "bf16",
            .isRecording = valueOf("recorder") == "on"};
}

}  // namespace firstsplit::train
