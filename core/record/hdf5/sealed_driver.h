#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/record/hdf5/handle.h"
#include "core/record/sealed_file.h"

namespace firstsplit::record::hdf5 {

/// Opens a file that the library reads through `sealed`: read-only, every block checked before the library
/// sees it. `path` is its name. Throws Failure.
FileHandle openSealed(const std::string& path, std::shared_ptr<const SealedFile> sealed);

/// While one lives, what this thread reads of datasets' contents through the driver is not read, but noted:
/// for whoever reads it then without the library, whose lock lets one thread read at a time.
class DeferredReads {
  public:
    struct Piece {
        std::uint64_t position = 0;  ///< in the file
        std::span<std::byte> out;
    };

    DeferredReads();
    ~DeferredReads();
    DeferredReads(const DeferredReads&) = delete;
    DeferredReads& operator=(const DeferredReads&) = delete;

    /// In the order in which the library asked for them.
    std::vector<Piece> pieces;
};

}  // namespace firstsplit::record::hdf5
