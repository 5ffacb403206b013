#include "core/record/hdf5/sealed_driver.h"

#include <new>
#include <utility>

#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/file_driver.h"

namespace firstsplit::record::hdf5 {

namespace {

using Driven = DrivenFile<std::shared_ptr<const SealedFile>>;

/// What openSealed() is opening on this thread.
thread_local std::shared_ptr<const SealedFile> handedOver;

thread_local DeferredReads* deferred = nullptr;

/// Nothing else is opened through the driver: not what an external link in the file may name.
H5FD_t* openFile(const char*, unsigned flags, hid_t, haddr_t) try {
    if (!handedOver || (flags & (H5F_ACC_RDWR | H5F_ACC_CREAT | H5F_ACC_TRUNC)) != 0) return nullptr;
    auto opened = std::make_unique<Driven>();
    opened->file = std::exchange(handedOver, nullptr);
    return &opened.release()->library;
} catch (const std::bad_alloc&) {
    return nullptr;
}

herr_t queryFeatures(const H5FD_t*, unsigned long* flags) {
    if (flags != nullptr) *flags = 0;
    return 0;
}

herr_t readFile(H5FD_t* file, H5FD_mem_t type, hid_t, haddr_t address, std::size_t size, void* buffer) try {
    const std::span out(static_cast<std::byte*>(buffer), size);
    if (deferred != nullptr && type == H5FD_MEM_DRAW) {
        deferred->pieces.push_back({address, out});
        return 0;
    }
    const auto read = Driven::of(file)->file->read(address, out);
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

DeferredReads::DeferredReads() {
    deferred = this;
}

DeferredReads::~DeferredReads() {
    deferred = nullptr;
}

FileHandle openSealed(const std::string& path, std::shared_ptr<const SealedFile> sealed) {
    static const hid_t driver = registerDriver();
    const std::string doing = "opening the file";
    check(driver, "registering the file driver");
    const Properties access(check(H5Pcreate(H5P_FILE_ACCESS), doing));
    check(H5Pset_driver(access.id(), driver, nullptr), doing);
    // A run file never changes, and locking fails on read-only and network file systems.
    check(H5Pset_file_locking(access.id(), false, true), doing);
    handedOver = std::move(sealed);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id());
    handedOver = nullptr;
    return FileHandle(check(file, doing));
}

}  // namespace firstsplit::record::hdf5
