#include "core/train/bundled_text.h"

#include <zlib.h>

#include <stdexcept>

// The assembler takes the files in as they are, which costs no compile time and no generated source.
asm(R"(
    .section .rodata
    .global firstsplitDigitsBegin
    .global firstsplitDigitsEnd
firstsplitDigitsBegin:
    .incbin ")" FIRSTSPLIT_DIGITS_FILE R"("
firstsplitDigitsEnd:
    .global firstsplitOpticksBegin
    .global firstsplitOpticksEnd
firstsplitOpticksBegin:
    .incbin ")" FIRSTSPLIT_OPTICKS_FILE R"("
firstsplitOpticksEnd:
    .previous
)");
extern "C" {
extern const unsigned char firstsplitDigitsBegin[];
extern const unsigned char firstsplitDigitsEnd[];
extern const unsigned char firstsplitOpticksBegin[];
extern const unsigned char firstsplitOpticksEnd[];
}

namespace firstsplit::train {
namespace {

std::string unpacked(const unsigned char* begin, const unsigned char* end) {
    z_stream stream{};
    constexpr int gzip = 16;
    if (inflateInit2(&stream, MAX_WBITS + gzip) != Z_OK) throw std::runtime_error("zlib cannot be started.");
    stream.next_in = const_cast<unsigned char*>(begin);
    stream.avail_in = static_cast<uInt>(end - begin);
    std::string text;
    int state = Z_OK;
    while (state == Z_OK) {
        char part[1 << 16];
        stream.next_out = reinterpret_cast<unsigned char*>(part);
        stream.avail_out = sizeof part;
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END)
        throw std::runtime_error("The built-in data cannot be unpacked: build the runner again.");
    return text;
}

}  // namespace

std::string digitsText() {
    return unpacked(firstsplitDigitsBegin, firstsplitDigitsEnd);
}

std::string opticksText() {
    return unpacked(firstsplitOpticksBegin, firstsplitOpticksEnd);
}

}  // namespace firstsplit::train
