#include "core/train/digits_text.h"

#include <zlib.h>

#include <stdexcept>

// The assembler takes the file in as it is, which costs no compile time and no generated source.
asm(R"(
    .section .rodata
    .global firstsplitDigitsBegin
    .global firstsplitDigitsEnd
firstsplitDigitsBegin:
    .incbin ")" FIRSTSPLIT_DIGITS_FILE R"("
firstsplitDigitsEnd:
    .previous
)");
extern "C" {
extern const unsigned char firstsplitDigitsBegin[];
extern const unsigned char firstsplitDigitsEnd[];
}

namespace firstsplit::train {

std::string digitsText() {
    z_stream stream{};
    constexpr int gzip = 16;
    if (inflateInit2(&stream, MAX_WBITS + gzip) != Z_OK) throw std::runtime_error("zlib cannot be started.");
    stream.next_in = const_cast<unsigned char*>(firstsplitDigitsBegin);
    stream.avail_in = static_cast<uInt>(firstsplitDigitsEnd - firstsplitDigitsBegin);
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
        throw std::runtime_error("The built-in digits data cannot be unpacked: build the runner again.");
    return text;
}

}  // namespace firstsplit::train
