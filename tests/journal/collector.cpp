#include "collector.h"

#include <gtest/gtest.h>

namespace firstsplit::testing {

Collector collect(const std::string& path) {
    Collector seen;
    auto reader = journal::JournalReader::open(path);
    if (!reader) {
        ADD_FAILURE() << reader.error().message;
        return seen;
    }
    seen.reader = reader->get();
    const auto polled = (*reader)->poll(seen);
    EXPECT_TRUE(polled) << polled.error().message;
    seen.reader = nullptr;
    return seen;
}

}  // namespace firstsplit::testing
