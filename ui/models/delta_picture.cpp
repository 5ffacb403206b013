#include "ui/models/delta_picture.h"

#include <algorithm>
#include <cmath>

namespace firstsplit::ui {

DeltaPicture::DeltaPicture(const std::vector<std::int64_t>& shape) {
    if (shape.size() < 2) return;
    m_rows = shape.front();
    m_columns = 1;
    for (std::size_t axis = 1; axis < shape.size(); ++axis) m_columns *= shape[axis];
    if (m_rows < 1 || m_columns < 1) return;
    m_cellRows = std::min(m_rows, most);
    m_cellColumns = std::min(m_columns, most);
    m_cells.resize(static_cast<std::size_t>(m_cellRows * m_cellColumns));
}

void DeltaPicture::add(std::size_t element, double delta) {
    if (m_cells.empty()) return;
    const auto index = static_cast<std::int64_t>(element);
    const std::int64_t row = (index / m_columns) * m_cellRows / m_rows;
    const std::int64_t column = (index % m_columns) * m_cellColumns / m_columns;
    Cell& cell = m_cells[static_cast<std::size_t>(row * m_cellColumns + column)];
    if (!std::isfinite(delta)) {
        cell.show = Show::NotANumber;
        return;
    }
    const double size = std::abs(delta);
    if (size > 0) {
        m_smallest = m_smallest > 0 ? std::min(m_smallest, size) : size;
        m_largest = std::max(m_largest, size);
    }
    if (cell.show == Show::NotANumber) return;
    cell.show = Show::Different;
    cell.delta = std::max(cell.delta, static_cast<float>(size));
}

}  // namespace firstsplit::ui
