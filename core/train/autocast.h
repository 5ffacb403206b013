#pragma once

#include <ATen/autocast_mode.h>

#include "core/train/torch.h"

namespace firstsplit::train {

/// While it lives, operators of a forward pass take bfloat16 where LibTorch's list says so, as under Python's
/// torch.autocast; does nothing when it is off.
class Autocast {
  public:
    Autocast(at::DeviceType device, bool isOn) : m_device(device), m_isOn(isOn) {
        if (!m_isOn) return;
        at::autocast::set_autocast_dtype(m_device, at::kBFloat16);
        at::autocast::set_autocast_enabled(m_device, true);
        at::autocast::increment_nesting();
    }
    ~Autocast() {
        if (!m_isOn) return;
        // The casts of the weights hold only until the optimizer changes them.
        if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
        at::autocast::set_autocast_enabled(m_device, false);
    }
    Autocast(const Autocast&) = delete;
    Autocast& operator=(const Autocast&) = delete;

  private:
    at::DeviceType m_device;
    bool m_isOn;
};

}  // namespace firstsplit::train
