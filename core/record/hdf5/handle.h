#pragma once

#include <hdf5.h>

#include <utility>

namespace firstsplit::record::hdf5 {

/// Owns an HDF5 identifier; closing never throws.
template <herr_t (*Close)(hid_t)>
class Handle {
  public:
    Handle() = default;
    explicit Handle(hid_t id) : m_id(id) {}
    Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, H5I_INVALID_HID)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            m_id = std::exchange(other.m_id, H5I_INVALID_HID);
        }
        return *this;
    }
    ~Handle() { reset(); }

    hid_t id() const { return m_id; }
    explicit operator bool() const { return m_id >= 0; }
    void reset() {
        if (m_id >= 0) Close(m_id);
        m_id = H5I_INVALID_HID;
    }
    hid_t release() { return std::exchange(m_id, H5I_INVALID_HID); }

  private:
    hid_t m_id = H5I_INVALID_HID;
};

using FileHandle = Handle<H5Fclose>;
using Group = Handle<H5Gclose>;
using DatasetHandle = Handle<H5Dclose>;
using Space = Handle<H5Sclose>;
using Type = Handle<H5Tclose>;
using Attribute = Handle<H5Aclose>;
using Properties = Handle<H5Pclose>;

}  // namespace firstsplit::record::hdf5
