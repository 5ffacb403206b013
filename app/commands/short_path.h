#pragma once

#include <QString>
#include <string>

namespace firstsplit::app {

/// A path as a person would type it here: relative when it lies in the current folder.
std::string shortPath(const QString& path);
std::string shortPath(const std::string& path);

}  // namespace firstsplit::app
