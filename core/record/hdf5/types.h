#pragma once

#include <vector>

#include "core/fingerprint/fingerprint.h"
#include "core/record/hdf5/handle.h"

namespace firstsplit::record::hdf5 {

using fingerprint::ScalarType;

/// How elements of a type are kept: its own bits in a type that plain HDF5 tools show as numbers. Float16 and
/// bfloat16 are HDF5 floats of those fields, bool is uint8, complex numbers are pairs (hasPairs). Throws for
/// Unknown.
Type storageTypeOf(ScalarType type);
bool hasPairs(ScalarType type);

/// Text of a fixed length in bytes (at least 1), UTF-8, padded with zeros.
Type textType(std::size_t bytes);

}  // namespace firstsplit::record::hdf5
