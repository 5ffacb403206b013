#include "core/record/hdf5/failure.h"

#include <cstdlib>
#include <cstring>

namespace firstsplit::record::hdf5 {

namespace {

herr_t keepInnermost(unsigned, const H5E_error2_t* error, void* data) {
    auto* reason = static_cast<std::string*>(data);
    if (reason->empty() && error->desc != nullptr) *reason = error->desc;
    return 0;
}

/// Where a damaged block stopped the library it leaves something of its own behind, and says so when the
/// program ends, on the thread that ends it. Handlers run last to first, so ours comes before the library's.
bool silenceTheEnd() {
    H5open();
    return std::atexit([] { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }) == 0;
}

}  // namespace

Quiet::Quiet() {
    [[maybe_unused]] static const bool once = silenceTheEnd();
    H5Eget_auto2(H5E_DEFAULT, &m_function, &m_data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() {
    H5Eclear2(H5E_DEFAULT);
    H5Eset_auto2(H5E_DEFAULT, m_function, m_data);
}

std::string takeReason() {
    std::string reason;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keepInnermost, &reason);
    H5Eclear2(H5E_DEFAULT);
    // System errors come as "file write failed: time = …, errno = 28, error message = 'No space left on
    // device', …".
    constexpr const char* marker = "error message = '";
    if (const auto begin = reason.find(marker); begin != std::string::npos) {
        const auto text = begin + std::strlen(marker);
        reason = reason.substr(text, reason.find('\'', text) - text);
    }
    return reason.empty() ? "no reason given" : reason;
}

hid_t check(hid_t returned, const std::string& doing) {
    if (returned < 0) throw Failure(doing + " failed (" + takeReason() + ")");
    return returned;
}

}  // namespace firstsplit::record::hdf5
