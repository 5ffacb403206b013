#pragma once

namespace firstsplit::train {

/// Calls each of oneMKL's vector functions that ATen uses (ATen/cpu/vml.h), float and double, and one small
/// matrix product, once and on the calling thread. oneMKL 2024.2 resolves the kernel of a function at its
/// first call, and two threads that make it together can get different kernels for that one call
/// (https://github.com/pytorch/pytorch/issues/188792). Draws no random numbers; does nothing without MKL.
void warmUpMkl();
/// Whether warmUpMkl() has run in this process and found MKL.
bool isMklWarm();

}  // namespace firstsplit::train
