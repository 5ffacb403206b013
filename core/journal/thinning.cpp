#include "core/journal/thinning.h"

#include <limits>

namespace firstsplit::journal {

bool Thinning::keeps(std::int64_t step, std::uint64_t bytes, bool isForced) {
    constexpr int mostDoublings = 40;  // a stride of 2⁴⁰ steps: never again
    while (m_doublings < mostDoublings && m_usedBytes >= m_budgetBytes - (m_budgetBytes >> (m_doublings + 1)))
        ++m_doublings;
    const bool fits = m_usedBytes <= m_budgetBytes && bytes <= m_budgetBytes - m_usedBytes;
    if (!isForced && (!fits || step % stride() != 0)) return false;
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    m_usedBytes = bytes > most - m_usedBytes ? most : m_usedBytes + bytes;
    return true;
}

}  // namespace firstsplit::journal
