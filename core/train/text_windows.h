#pragma once

#include "core/train/dataset.h"

namespace firstsplit::train {

/// A text cut into windows of equal length, which do not overlap; the target of each character is the next
/// one. The hold-out is the text's end.
class TextWindows : public Dataset {
  public:
    /// Throws when the text is shorter than two windows.
    TextWindows(std::string description, const std::string& text, std::int64_t length, at::Device device);

    Samples at(const at::Tensor& ids) const override;
    at::Device device() const override { return m_characters.device(); }
    /// Distinct characters (bytes); they are numbered in the order of their codes.
    std::int64_t vocabulary() const { return m_vocabulary; }

  private:
    TextWindows(std::string description, std::int64_t windows, std::int64_t length);

    std::int64_t m_length, m_vocabulary = 0;
    at::Tensor m_characters;  ///< int64 [windows × length + 1]
};

}  // namespace firstsplit::train
