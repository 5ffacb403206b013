#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>

namespace firstsplit::record::hdf5 {

/// A call of the HDF5 library that failed, or a file whose content is not what it must be. Thrown within this
/// folder and its users only; the functions that readers of a run see turn it into a Result.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A file that is refused for a reason which says all there is to say, the remedy included.
class Refusal : public Failure {
  public:
    using Failure::Failure;
};

/// Keeps the library from printing errors to standard error, on this thread, while it lives.
class Quiet {
  public:
    Quiet();
    ~Quiet();
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

  private:
    H5E_auto2_t m_function = nullptr;
    void* m_data = nullptr;
};

/// The innermost reason of the library's error stack, such as "no space left on device"; clears the stack.
std::string takeReason();

/// Returns what a call returned; throws when that is negative. `doing` completes "… failed": "opening
/// /steps/loss".
hid_t check(hid_t returned, const std::string& doing);

}  // namespace firstsplit::record::hdf5
