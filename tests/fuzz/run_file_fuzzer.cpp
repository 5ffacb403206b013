#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/record/sealing_file.h"
#include "fuzz_file.h"
#include "read_everything.h"

/// libFuzzer: any bytes as a run file. With FIRSTSPLIT_FUZZ_SEALED=1 each input is sealed first, so that the
/// fuzzer gets behind the seal; there it soon finds crashes of the HDF5 library itself
/// (core/record/FORMAT.md).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string path = firstsplit::testing::fuzzFile(std::as_bytes(std::span(data, size)));
    static const bool seals = std::getenv("FIRSTSPLIT_FUZZ_SEALED") != nullptr;
    if (seals) {
        const auto file = firstsplit::record::SealingFile::open(path);
        if (!file || !(*file)->seal()) return 0;
    }
    firstsplit::testing::readEverything(path);
    return 0;
}
