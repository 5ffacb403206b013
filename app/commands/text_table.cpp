#include "app/commands/text_table.h"

#include <algorithm>
#include <sstream>

namespace firstsplit::app {

namespace {

/// Characters of UTF-8 text; good enough for what is printed here, which has no wide or combining ones.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::string textTable(const std::vector<std::vector<std::string>>& rows, const std::string& indent) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (widths.size() <= i) widths.resize(i + 1);
            widths[i] = std::max(widths[i], widthOf(row[i]));
        }
    std::string text;
    for (const auto& row : rows) {
        std::string line = indent;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size()) line += std::string(widths[i] - widthOf(row[i]) + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string wrapped(const std::string& text, std::size_t width, const std::string& indent) {
    std::istringstream words(text);
    std::string result, line, word;
    while (words >> word) {
        if (!line.empty() && widthOf(line) + 1 + widthOf(word) > width) {
            result += indent + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? result : result + indent + line + '\n';
}

}  // namespace firstsplit::app
