#pragma once

#include <string>
#include <vector>

namespace firstsplit::app {

/// Rows of cells in columns as wide as their widest cell, two spaces apart; the last column is not padded.
std::string textTable(const std::vector<std::vector<std::string>>& rows, const std::string& indent = "");
/// Breaks a text into lines of at most `width` characters, each after `indent`.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent);

}  // namespace firstsplit::app
