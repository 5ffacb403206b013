#pragma once

#include <cstdint>
#include <optional>

#include "core/settings/settings.h"
#include "core/train/embedding.h"

namespace firstsplit::train {

/// What the generators are seeded with. Without `seed` nothing was seeded: LibTorch had already drawn a seed
/// from the system.
struct Seeds {
    std::optional<std::uint64_t> seed{};
    std::uint64_t data = 0;     ///< of the order of the samples
    std::uint64_t augment = 0;  ///< of their random changes
};

/// The settings that the training carries out itself, as LibTorch has no switch for them: it goes by this,
/// and what is in force is read back from it.
struct RunState {
    Seeds seeds{};
    EmbeddingGradient embeddingGradient = EmbeddingGradient::Atomic;
    std::int64_t dataWorkers = 0;
    bool isFirstCome = false;
    bool areWorkersSharing = true;
    bool isChannelsLast = false;
    bool isAutocast = false;
    bool isRecording = true;
};
/// Rows not asked for have their defaults.
RunState runStateOf(const settings::Values& values, const Seeds& seeds);

}  // namespace firstsplit::train
