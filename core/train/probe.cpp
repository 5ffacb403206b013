#include "core/train/probe.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "core/train/cuda_driver.h"
#include "core/train/device.h"
#include "core/train/setting_appliers.h"
#include "core/train/torch_facts.h"

namespace firstsplit::train {

std::string probeJson() {
    using nlohmann::json;
    const std::map<std::string, std::string> facts = torchFacts(at::kCPU);
    json devices = json::array({{{"device", "cpu"}}});
    json cuda = {
        {"torch", at::detail::getCUDAHooks().hasCUDART()}, {"driver", nullptr}, {"problem", nullptr}};
#ifdef FIRSTSPLIT_HAS_CUDA
    cuda["firstsplit"] = true;
#else
    cuda["firstsplit"] = false;
#endif
    if (const Result<CudaDriver> driver = findCudaDriver()) {
        cuda["driver"] = {{"version", driver->version}, {"cuda", driver->cudaVersion}};
        for (std::size_t i = 0; i < driver->devices.size(); ++i)
            devices.push_back({{"device", "cuda:" + std::to_string(i)},
                               {"name", driver->devices[i].name},
                               {"uuid", driver->devices[i].uuid},
                               {"compute", driver->devices[i].compute}});
    }
    if (const Result<at::Device> device = deviceNamed("cuda"); !device)
        cuda["problem"] = device.error().message;
    json experiments = json::array();
    for (const settings::Experiment& experiment : settings::experiments())
        experiments.push_back(experiment.name);
    const std::uint64_t seed = at::globalContext().defaultGenerator(at::kCPU).current_seed();
    const RunState state = runStateOf({}, {.data = seed, .augment = seed});
    return json{{"format", "firstsplit.probe/1"},
                {"firstsplit", FIRSTSPLIT_VERSION},
                {"torch", facts.at("torch")},
                {"versions", facts},
                {"cuda", cuda},
                {"devices", devices},
                {"cores", std::thread::hardware_concurrency()},
                {"settings", settingsInForce(state)},
                {"experiments", experiments}}
        .dump(2);
}

}  // namespace firstsplit::train
