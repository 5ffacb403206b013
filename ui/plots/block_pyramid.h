#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace firstsplit::ui {

/// Answers "what is combine(values[first … last])" in a time that does not grow with the number of values:
/// level k holds one value for every 16ᵏ. `combine` must be associative and not mind a value counted twice
/// (or, max, min). Immutable after construction; reading is thread-safe.
template <class T, class Combine>
class BlockPyramid {
  public:
    static constexpr std::size_t factor = 16;

    BlockPyramid() = default;
    explicit BlockPyramid(std::vector<T> values) {
        m_levels.push_back(std::move(values));
        while (m_levels.back().size() > factor) {
            const std::vector<T>& below = m_levels.back();
            std::vector<T> level;
            level.reserve((below.size() + factor - 1) / factor);
            for (std::size_t i = 0; i < below.size(); i += factor) {
                T value = below[i];
                for (std::size_t j = i + 1; j < std::min(i + factor, below.size()); ++j)
                    value = Combine{}(value, below[j]);
                level.push_back(value);
            }
            m_levels.push_back(std::move(level));
        }
    }

    std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size(); }
    /// What it was made from.
    const std::vector<T>& values() const {
        static const std::vector<T> none;
        return m_levels.empty() ? none : m_levels.front();
    }
    const T& operator[](std::size_t i) const { return m_levels.front()[i]; }

    /// Over [first, last), combined with `start`.
    T over(std::size_t first, std::size_t last, T start) const {
        last = std::min(last, size());
        std::size_t level = 0;
        while (first < last) {
            const std::vector<T>& values = m_levels[level];
            const bool top = level + 1 == m_levels.size();
            while (first < last && (top || first % factor != 0)) start = Combine{}(start, values[first++]);
            if (first >= last) break;
            while (first < last && last % factor != 0) {
                // The very last block may be short: its end counts as a block's end.
                if (last == values.size() && last - first >= factor) break;
                start = Combine{}(start, values[--last]);
            }
            if (first >= last) break;
            first /= factor;
            last = (last + factor - 1) / factor;
            ++level;
        }
        return start;
    }

  private:
    std::vector<std::vector<T>> m_levels;
};

struct BitOr {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};
struct Larger {
    template <class T>
    T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};
using MaskPyramid = BlockPyramid<unsigned char, BitOr>;
using MaxPyramid = BlockPyramid<float, Larger>;

}  // namespace firstsplit::ui
