#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/settings/settings.h"

/// The rows of the settings table, a function a page of it; table.cpp puts them in order.
namespace firstsplit::settings {

std::vector<Setting> seedRows();
std::vector<Setting> workerSeedRows();  ///< of the built-in experiments' data workers
std::vector<Setting> algorithmRows();
std::vector<Setting> cudaLibraryRows();  ///< cuDNN, cuBLAS
std::vector<Setting> precisionRows();
std::vector<Setting> autocastRows();
std::vector<Setting> attentionRows();
std::vector<Setting> dataRows();  ///< data workers, memory format
std::vector<Setting> cpuRows();
std::vector<Setting> experimentRows();  ///< the embedding's gradient
std::vector<Setting> observerRows();

/// "on" and "off" with their effects.
inline std::vector<Choice> onOff(std::string on, std::string off) {
    return {{"on", std::move(on)}, {"off", std::move(off)}};
}

inline const std::string torchDocs = "https://docs.pytorch.org/docs/stable/";
inline const ActsWhen onCuda = {.cpu = false};
inline const ActsWhen onCpu = {.cuda = false};

}  // namespace firstsplit::settings
