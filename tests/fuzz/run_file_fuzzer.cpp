#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz_file.h"
#include "read_everything.h"

/// libFuzzer: any bytes as a run file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    firstsplit::testing::readEverything(firstsplit::testing::fuzzFile(std::as_bytes(std::span(data, size))));
    return 0;
}
