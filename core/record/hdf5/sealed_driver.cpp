#include "core/record/hdf5/sealed_driver.h"

#include <memory>
#include <new>

#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/file_driver.h"
#include "core/record/sealed_file.h"

namespace firstsplit::record::hdf5 {

namespace {

using Driven = DrivenFile<std::unique_ptr<SealedFile>>;

H5FD_t* openFile(const char* name, unsigned flags, hid_t, haddr_t) try {
    if ((flags & (H5F_ACC_RDWR | H5F_ACC_CREAT | H5F_ACC_TRUNC)) != 0) return nullptr;
    auto file = SealedFile::open(name);
    if (!file) {
        pushReason(file.error().message);
        return nullptr;
    }
    auto opened = std::make_unique<Driven>();
    opened->file = std::move(*file);
    return &opened.release()->library;
} catch (const std::bad_alloc&) {
    return nullptr;
}

herr_t queryFeatures(const H5FD_t*, unsigned long* flags) {
    if (flags != nullptr) *flags = 0;
    return 0;
}

herr_t readFile(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) try {
    const auto read = Driven::of(file)->file->read(address, {static_cast<std::byte*>(buffer), size});
    if (read) return 0;
    pushReason(read.error().message);
    return -1;
} catch (const std::bad_alloc&) {
    return -1;
}

herr_t refuseToWrite(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) {
    return -1;
}

hid_t registerDriver() {
    static const H5FD_class_t description = [] {
        H5FD_class_t out = describeDriver<Driven>("firstsplit_sealed", 600);
        out.open = openFile;
        out.query = queryFeatures;
        out.read = readFile;
        out.write = refuseToWrite;
        return out;
    }();
    return H5FDregister(&description);
}

}  // namespace

void useSealedDriver(hid_t accessProperties) {
    static const hid_t driver = registerDriver();
    check(driver, "registering the file driver");
    check(H5Pset_driver(accessProperties, driver, nullptr), "choosing the file driver");
}

}  // namespace firstsplit::record::hdf5
