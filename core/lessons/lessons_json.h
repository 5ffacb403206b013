#pragma once

#include <initializer_list>

namespace firstsplit::lessons {

/// The files of resources/lessons, by name.
extern const std::initializer_list<const char*> lessonsJson;

}  // namespace firstsplit::lessons
