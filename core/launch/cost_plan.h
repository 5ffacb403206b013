#pragma once

#include "core/launch/series.h"

namespace firstsplit::launch {

/// What `firstsplit cost` takes: B is measured against A.
struct CostRequest {
    TrainingSource source;
    QString presetA, presetB;
    settings::Values assignmentsA, assignmentsB;
    std::optional<qint64> steps;
    QString device = QStringLiteral("cpu");
    int blocks = 5;
    bool bySetting = false;         ///< each setting of presetB on its own, on top of A
    bool inBothPrecisions = false;  ///< fp32, and again under bf16 autocast
    journal::SnapshotRequest snapshots;
};

/// A way to train that is timed.
struct CostArm {
    std::string name;         ///< within file names: "A", "deterministic", "A-bf16"
    std::string label;        ///< "seeds", "deterministic=error"
    std::string precision{};  ///< "fp32", "bf16"; empty where it is no question
};

/// A comparison of two arms.
struct CostPart {
    std::string label;
    std::size_t base = 0, arm = 0;  ///< positions in `arms`
    std::string precision{};        ///< of both arms; empty where it is no question, or what differs
};

struct CostPlan {
    SeriesPlan series;
    std::vector<CostArm> arms;
    std::vector<CostPart> parts;
    std::vector<std::size_t> armOfRun;  ///< as in series.runs
    std::vector<int> blockOfRun;        ///< from 0
    std::vector<std::string> leftOut;   ///< sentences: settings that do nothing here
};

inline constexpr int fewestBlocks = 5;

/// Blocks of one run of each arm, every second block the other way around (A B, B A, …), so that a machine
/// that gets slower or faster meanwhile favours none. Fails for requests that make no sense.
Result<CostPlan> costPlanOf(const CostRequest& request);

}  // namespace firstsplit::launch
