#include "core/record/hdf5/attributes.h"

#include <vector>

#include "core/record/hdf5/failure.h"
#include "core/record/hdf5/types.h"

namespace firstsplit::record::hdf5 {

namespace {

std::string doing(const char* verb, const char* name) {
    return std::string(verb) + " the attribute " + name;
}

/// Nothing when there is no such attribute; throws when it is not one value.
std::optional<Attribute> openScalar(hid_t object, const char* name) {
    if (check(H5Aexists(object, name), doing("looking for", name)) == 0) return std::nullopt;
    Attribute attribute(check(H5Aopen(object, name, H5P_DEFAULT), doing("opening", name)));
    const Space space(check(H5Aget_space(attribute.id()), doing("opening", name)));
    if (H5Sget_simple_extent_npoints(space.id()) != 1)
        throw Failure(std::string("the attribute ") + name + " is not one value");
    return attribute;
}

}  // namespace

std::string cutText(const std::string& text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) --bytes;
    return text.substr(0, bytes);
}

void writeText(hid_t object, const char* name, const std::string& text) {
    std::string cut = cutText(text, maxAttributeTextBytes);
    const Type type = textType(cut.size());
    const Space space(check(H5Screate(H5S_SCALAR), doing("writing", name)));
    const Attribute attribute(check(H5Acreate2(object, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT),
                                    doing("writing", name)));
    if (cut.empty()) cut.push_back('\0');
    check(H5Awrite(attribute.id(), type.id(), cut.data()), doing("writing", name));
}

void writeInteger(hid_t object, const char* name, std::int64_t value) {
    const Space space(check(H5Screate(H5S_SCALAR), doing("writing", name)));
    const Attribute attribute(
        check(H5Acreate2(object, name, H5T_STD_I64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT),
              doing("writing", name)));
    check(H5Awrite(attribute.id(), H5T_NATIVE_INT64, &value), doing("writing", name));
}

std::string readText(hid_t object, const char* name) {
    const auto attribute = openScalar(object, name);
    if (!attribute) return {};
    const Type type(check(H5Aget_type(attribute->id()), doing("reading", name)));
    if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0)
        throw Failure(std::string("the attribute ") + name + " is not text of a fixed length");
    const std::size_t size = H5Tget_size(type.id());
    if (size == 0 || size > 65536)
        throw Failure(std::string("the attribute ") + name + " has an impossible length");
    std::string text(size, '\0');
    check(H5Aread(attribute->id(), type.id(), text.data()), doing("reading", name));
    text.erase(text.find_last_not_of('\0') + 1);
    return text;
}

std::optional<std::int64_t> readInteger(hid_t object, const char* name) {
    const auto attribute = openScalar(object, name);
    if (!attribute) return std::nullopt;
    const Type type(check(H5Aget_type(attribute->id()), doing("reading", name)));
    if (H5Tget_class(type.id()) != H5T_INTEGER)
        throw Failure(std::string("the attribute ") + name + " is no integer");
    std::int64_t value = 0;
    check(H5Aread(attribute->id(), H5T_NATIVE_INT64, &value), doing("reading", name));
    return value;
}

}  // namespace firstsplit::record::hdf5
