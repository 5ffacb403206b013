#pragma once

#include <hdf5.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>

namespace firstsplit::record::hdf5 {

/// What the file drivers here have in common: the library's own part of an open file, which must come first,
/// and the file that does the work, owned or not (`Pointer`). It has length() and descriptor().
template <class Pointer>
struct DrivenFile {
    H5FD_t library{};
    Pointer file;
    haddr_t endOfAddresses = 0;

    static DrivenFile* of(H5FD_t* file) { return reinterpret_cast<DrivenFile*>(file); }
    static const DrivenFile* of(const H5FD_t* file) { return reinterpret_cast<const DrivenFile*>(file); }

    static herr_t close(H5FD_t* file) {
        delete of(file);
        return 0;
    }
    /// The library shares what it knows of a file between those who opened the same one.
    static int compare(const H5FD_t* a, const H5FD_t* b) {
        struct stat first {
        }, second{};
        if (::fstat(of(a)->file->descriptor(), &first) != 0 ||
            ::fstat(of(b)->file->descriptor(), &second) != 0)
            return a < b ? -1 : 1;
        if (first.st_dev != second.st_dev) return first.st_dev < second.st_dev ? -1 : 1;
        if (first.st_ino != second.st_ino) return first.st_ino < second.st_ino ? -1 : 1;
        return 0;
    }
    static haddr_t addresses(const H5FD_t* file, H5FD_mem_t) { return of(file)->endOfAddresses; }
    static herr_t setAddresses(H5FD_t* file, H5FD_mem_t, haddr_t address) {
        of(file)->endOfAddresses = address;
        return 0;
    }
    static haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t) { return of(file)->file->length(); }
};

/// `number`: of the range for drivers that are not registered, one each.
template <class Driven>
H5FD_class_t describeDriver(const char* name, [[maybe_unused]] int number) {
    H5FD_class_t out{};
#if H5_VERSION_GE(1, 13, 0)
    out.version = H5FD_CLASS_VERSION;
    out.value = static_cast<H5FD_class_value_t>(number);
#endif
    out.name = name;
    out.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
    out.fc_degree = H5F_CLOSE_WEAK;
    out.close = Driven::close;
    out.cmp = Driven::compare;
    out.get_eoa = Driven::addresses;
    out.set_eoa = Driven::setAddresses;
    out.get_eof = Driven::endOfFile;
    const H5FD_mem_t types[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(types), std::end(types), out.fl_map);
    return out;
}

/// Puts a reason where takeReason() finds it.
inline void pushReason(const std::string& reason) {
    H5Epush2(H5E_DEFAULT, __FILE__, "file driver", __LINE__, H5E_ERR_CLS, H5E_IO, H5E_CANTOPERATE, "%s",
             reason.c_str());
}

}  // namespace firstsplit::record::hdf5
