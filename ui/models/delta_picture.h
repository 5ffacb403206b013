#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace firstsplit::ui {

/// Where in a tensor of two dimensions or more the elements differ, and by how much: rows are its first
/// dimension, columns all others. No more than `most` cells a side: a cell shows the largest |Δ| of its
/// elements, and a lone one that differs is never lost.
class DeltaPicture {
  public:
    enum class Show : unsigned char { Equal, Different, NotANumber };
    struct Cell {
        Show show = Show::Equal;
        float delta = 0;  ///< largest |Δ|; 0 also where only bits differ (a signed zero)
    };
    static constexpr std::int64_t most = 256;

    DeltaPicture() = default;
    /// Of a tensor of this shape; empty for fewer than two dimensions.
    explicit DeltaPicture(const std::vector<std::int64_t>& shape);

    /// An element that differs, in row-major order; `delta` is B − A.
    void add(std::size_t element, double delta);

    bool isEmpty() const { return m_cells.empty(); }
    std::int64_t rows() const { return m_rows; }        ///< of the tensor
    std::int64_t columns() const { return m_columns; }  ///< of the tensor
    std::int64_t cellRows() const { return m_cellRows; }
    std::int64_t cellColumns() const { return m_cellColumns; }
    const Cell& at(std::int64_t cellRow, std::int64_t cellColumn) const {
        return m_cells[static_cast<std::size_t>(cellRow * m_cellColumns + cellColumn)];
    }
    double smallest() const { return m_smallest; }  ///< |Δ| above 0; 0: there is none
    double largest() const { return m_largest; }

  private:
    std::int64_t m_rows = 0, m_columns = 0, m_cellRows = 0, m_cellColumns = 0;
    std::vector<Cell> m_cells;
    double m_smallest = 0, m_largest = 0;
};

}  // namespace firstsplit::ui
