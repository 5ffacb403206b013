#include <algorithm>
#include <iterator>

#include "core/settings/rows.h"

namespace firstsplit::settings {
namespace {

/// The order of rows is the order in the window and the command line; rows of a group stand together.
std::vector<Setting> makeTable() {
    std::vector<Setting> all;
    for (auto* rows : {seedRows, workerSeedRows, algorithmRows, cudaLibraryRows, precisionRows, autocastRows,
                       attentionRows, dataRows, cpuRows, experimentRows, observerRows})
        std::ranges::move(rows(), std::back_inserter(all));
    return all;
}

}  // namespace

std::span<const Setting> table() {
    static const std::vector<Setting> rows = makeTable();
    return rows;
}

bool isForCommandsOnly(const Setting& setting) {
    return setting.actsWhen.experiments == std::vector<std::string>{""};
}

std::vector<std::string> placesOf(const ActsWhen& acts) {
    std::vector<std::string> places = acts.experiments;
    const bool isInCommands = std::ranges::count(places, "") > 0;
    if (!isInCommands && places.size() == experiments().size()) return {"built-in experiments"};
    std::ranges::replace(places, std::string(), std::string("commands"));
    return places;
}

const Setting* find(std::string_view key) {
    const auto row = std::ranges::find(table(), key, &Setting::key);
    return row == table().end() ? nullptr : &*row;
}

}  // namespace firstsplit::settings
