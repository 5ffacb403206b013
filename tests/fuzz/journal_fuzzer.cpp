#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz_file.h"
#include "mutate.h"
#include "read_everything.h"

/// libFuzzer: any bytes as a journal. The first byte says whether the checks are put right first, so that the
/// fuzzer gets behind them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::vector<std::byte> bytes(size - 1);
    if (!bytes.empty()) std::memcpy(bytes.data(), data + 1, size - 1);
    if (data[0] % 2 == 1) firstsplit::testing::resealJournal(bytes);
    firstsplit::testing::readEverything(firstsplit::testing::fuzzFile(bytes));
    return 0;
}
