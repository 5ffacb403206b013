#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/fingerprint/paths.h"

namespace firstsplit::fingerprint::test {

/// A test of each code path that the processor has.
class EveryPath : public testing::TestWithParam<Path> {
  protected:
    void SetUp() override { ASSERT_TRUE(forcePath(GetParam())); }
    void TearDown() override { forcePath(availablePaths().back()); }
};

inline std::string pathName(const testing::TestParamInfo<Path>& info) {
    return info.param == Path::Sse41 ? "sse41" : std::string(nameOf(info.param));
}

}  // namespace firstsplit::fingerprint::test
