#include "core/record/hdf5/sealing_driver.h"

#include <memory>
#include <new>

#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/file_driver.h"

namespace firstsplit::record::hdf5 {

namespace {

// Shared: should closing fail, the library goes on holding the file.
using Driven = DrivenFile<std::shared_ptr<SealingFile>>;

/// What the access properties say to the driver.
struct Target {
    const std::shared_ptr<SealingFile>* file = nullptr;
};

H5FD_t* openFile(const char*, unsigned, hid_t accessProperties, haddr_t) try {
    const auto* target = static_cast<const Target*>(H5Pget_driver_info(accessProperties));
    if (target == nullptr) return nullptr;
    (*target->file)->setLength(0);
    auto opened = std::make_unique<Driven>();
    opened->file = *target->file;
    return &opened.release()->library;
} catch (const std::bad_alloc&) {
    return nullptr;
}

/// As the library's own driver for files: what it may do to have fewer and larger writes.
herr_t queryFeatures(const H5FD_t*, unsigned long* flags) {
    if (flags != nullptr)
        *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
                 H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

herr_t readFile(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
    Driven::of(file)->file->read(address, {static_cast<std::byte*>(buffer), size});
    return 0;
}

herr_t writeFile(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, const void* buffer) {
    Driven::of(file)->file->write(address, {static_cast<const std::byte*>(buffer), size});
    return 0;
}

herr_t truncateFile(H5FD_t* file, hid_t, hbool_t) {
    Driven::of(file)->file->setLength(Driven::of(file)->endOfAddresses);
    return 0;
}

hid_t registerDriver() {
    static const H5FD_class_t description = [] {
        H5FD_class_t out = describeDriver<Driven>("firstsplit_sealing", 601);
        out.fapl_size = sizeof(Target);
        out.open = openFile;
        out.query = queryFeatures;
        out.read = readFile;
        out.write = writeFile;
        out.truncate = truncateFile;
        return out;
    }();
    return H5FDregister(&description);
}

}  // namespace

void useSealingDriver(hid_t accessProperties, const std::shared_ptr<SealingFile>& file) {
    static const hid_t driver = registerDriver();
    check(driver, "registering the file driver");
    const Target target{&file};
    check(H5Pset_driver(accessProperties, driver, &target), "choosing the file driver");
}

}  // namespace firstsplit::record::hdf5
