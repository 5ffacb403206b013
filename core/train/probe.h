#pragma once

#include <string>

namespace firstsplit::train {

/// What a launcher wants to know before it offers anything, as JSON:
/// {"format": "firstsplit.probe/1", "firstsplit": "0.1.0", "torch": "2.11.0+cu130", "versions": {…},
///  "cuda": {"torch": true, "firstsplit": true, "driver": null | {"version": "", "cuda": "13.0"}, "problem":
///  null | "sentence"}, "devices": [{"device": "cpu"}, {"device": "cuda:0", "name": "", "uuid": "",
///  "compute": "9.0"}], "cores": 2, "settings": {key: value in force when nothing is asked for},
///  "experiments": [names]}
std::string probeJson();

}  // namespace firstsplit::train
