#include "core/record/hdf5/sealed_driver.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif
#include <sys/stat.h>

#include <limits>
#include <memory>
#include <new>

#include "core/record/hdf5/failure.h"
#include "core/record/seal.h"

namespace firstsplit::record::hdf5 {

namespace {

/// What the library calls a file: its own part must come first.
struct SealedFd {
    H5FD_t library{};
    std::unique_ptr<SealedFile> file;
    haddr_t endOfAddresses = 0;
};

SealedFd* mine(H5FD_t* file) {
    return reinterpret_cast<SealedFd*>(file);
}
const SealedFd* mine(const H5FD_t* file) {
    return reinterpret_cast<const SealedFd*>(file);
}

void push(const std::string& reason) {
    H5Epush2(H5E_DEFAULT, __FILE__, "SealedFile", __LINE__, H5E_ERR_CLS, H5E_IO, H5E_READERROR, "%s",
             reason.c_str());
}

H5FD_t* openFile(const char* name, unsigned flags, hid_t, haddr_t) try {
    if ((flags & (H5F_ACC_RDWR | H5F_ACC_CREAT | H5F_ACC_TRUNC)) != 0) return nullptr;
    auto file = SealedFile::open(name);
    if (!file) {
        push(file.error().message);
        return nullptr;
    }
    auto opened = std::make_unique<SealedFd>();
    opened->file = std::move(*file);
    return &opened.release()->library;
} catch (const std::bad_alloc&) {
    return nullptr;
}

herr_t closeFile(H5FD_t* file) {
    delete mine(file);
    return 0;
}

/// The library shares what it knows of a file between those who opened the same one.
int compareFiles(const H5FD_t* a, const H5FD_t* b) {
    struct stat first {
    }, second{};
    if (::fstat(mine(a)->file->descriptor(), &first) != 0 ||
        ::fstat(mine(b)->file->descriptor(), &second) != 0)
        return a < b ? -1 : 1;
    if (first.st_dev != second.st_dev) return first.st_dev < second.st_dev ? -1 : 1;
    if (first.st_ino != second.st_ino) return first.st_ino < second.st_ino ? -1 : 1;
    return 0;
}

herr_t queryFeatures(const H5FD_t*, unsigned long* flags) {
    if (flags != nullptr) *flags = 0;
    return 0;
}

haddr_t endOfAddresses(const H5FD_t* file, H5FD_mem_t) {
    return mine(file)->endOfAddresses;
}

herr_t setEndOfAddresses(H5FD_t* file, H5FD_mem_t, haddr_t address) {
    mine(file)->endOfAddresses = address;
    return 0;
}

haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t) {
    return mine(file)->file->length();
}

herr_t readFile(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) try {
    const auto read = mine(file)->file->read(address, {static_cast<std::byte*>(buffer), size});
    if (read) return 0;
    push(read.error().message);
    return -1;
} catch (const std::bad_alloc&) {
    return -1;
}

herr_t refuseToWrite(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) {
    return -1;
}

hid_t registerDriver() {
    static const H5FD_class_t description = [] {
        H5FD_class_t out{};
#if H5_VERSION_GE(1, 13, 0)
        out.version = H5FD_CLASS_VERSION;
        out.value = static_cast<H5FD_class_value_t>(600);  // of the range for drivers that are not registered
#endif
        out.name = "firstsplit_sealed";
        out.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
        out.fc_degree = H5F_CLOSE_WEAK;
        out.open = openFile;
        out.close = closeFile;
        out.cmp = compareFiles;
        out.query = queryFeatures;
        out.get_eoa = endOfAddresses;
        out.set_eoa = setEndOfAddresses;
        out.get_eof = endOfFile;
        out.read = readFile;
        out.write = refuseToWrite;
        const H5FD_mem_t types[] = H5FD_FLMAP_DICHOTOMY;
        std::copy(std::begin(types), std::end(types), out.fl_map);
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
