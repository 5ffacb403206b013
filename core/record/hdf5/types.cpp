#include "core/record/hdf5/types.h"

#include "core/record/hdf5/failure.h"

namespace firstsplit::record::hdf5 {

namespace {

Type smallFloat(std::size_t exponentBits, std::size_t mantissaBits, std::size_t bias) {
    Type type(check(H5Tcopy(H5T_IEEE_F32LE), "making a float type"));
    check(H5Tset_fields(type.id(), 15, mantissaBits, exponentBits, 0, mantissaBits), "making a float type");
    check(H5Tset_size(type.id(), 2), "making a float type");
    check(H5Tset_ebias(type.id(), bias), "making a float type");
    return type;
}

}  // namespace

bool hasPairs(ScalarType type) {
    return type == ScalarType::ComplexFloat16 || type == ScalarType::ComplexFloat32 ||
           type == ScalarType::ComplexFloat64;
}

Type storageTypeOf(ScalarType type) {
    const auto copyOf = [](hid_t id) { return Type(check(H5Tcopy(id), "making a number type")); };
    switch (type) {
        case ScalarType::Bool:
        case ScalarType::UInt8:
            return copyOf(H5T_STD_U8LE);
        case ScalarType::Int8:
            return copyOf(H5T_STD_I8LE);
        case ScalarType::Int16:
            return copyOf(H5T_STD_I16LE);
        case ScalarType::Int32:
            return copyOf(H5T_STD_I32LE);
        case ScalarType::Int64:
            return copyOf(H5T_STD_I64LE);
        case ScalarType::UInt16:
            return copyOf(H5T_STD_U16LE);
        case ScalarType::UInt32:
            return copyOf(H5T_STD_U32LE);
        case ScalarType::UInt64:
            return copyOf(H5T_STD_U64LE);
        case ScalarType::Float16:
        case ScalarType::ComplexFloat16:
            return smallFloat(5, 10, 15);
        case ScalarType::BFloat16:
            return smallFloat(8, 7, 127);
        case ScalarType::Float32:
        case ScalarType::ComplexFloat32:
            return copyOf(H5T_IEEE_F32LE);
        case ScalarType::Float64:
        case ScalarType::ComplexFloat64:
            return copyOf(H5T_IEEE_F64LE);
        case ScalarType::Unknown:
            break;
    }
    throw Failure("elements of the type " + fingerprint::nameOf(type) + " have no form in a run file");
}

Type textType(std::size_t bytes) {
    Type type(check(H5Tcopy(H5T_C_S1), "making a text type"));
    check(H5Tset_size(type.id(), bytes > 0 ? bytes : 1), "making a text type");
    check(H5Tset_strpad(type.id(), H5T_STR_NULLPAD), "making a text type");
    check(H5Tset_cset(type.id(), H5T_CSET_UTF8), "making a text type");
    return type;
}

}  // namespace firstsplit::record::hdf5
