#pragma once

// All that this folder needs of LibTorch, in one place: it is the precompiled header, and torch/torch.h would
// triple the time to compile. Files that include it must not include the system's fmt or GoogleTest, of which
// LibTorch brings its own.
#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <torch/csrc/autograd/custom_function.h>
