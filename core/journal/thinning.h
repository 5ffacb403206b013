#pragma once

#include <cstdint>

namespace firstsplit::journal {

/// The rule by which recording thins out as a budget fills: stride 1 until half the budget is used, 2 until
/// three quarters, 4 until seven eighths and so on. A pure function of the calls: the same in both runs of a
/// pair.
class Thinning {
  public:
    explicit Thinning(std::uint64_t budgetBytes) : m_budgetBytes(budgetBytes) {}

    /// Whether this step is kept; then `bytes` count as used. `isForced`: kept whatever the stride and the
    /// budget say.
    bool keeps(std::int64_t step, std::uint64_t bytes, bool isForced);
    std::int64_t stride() const { return std::int64_t{1} << m_doublings; }
    std::uint64_t usedBytes() const { return m_usedBytes; }

  private:
    std::uint64_t m_budgetBytes;
    std::uint64_t m_usedBytes = 0;
    int m_doublings = 0;
};

}  // namespace firstsplit::journal
