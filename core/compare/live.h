#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/compare/comparison.h"

namespace firstsplit::compare {

/// Follows a run B in progress against a run A: compares the steps that came since the last look, by digests,
/// so that a look costs no more than the new steps. Finds the same first differences as compareRuns(), with
/// the names of the tensors where their fingerprints were kept. Not thread-safe; both runs must outlive it.
class LadderFollower {
  public:
    LadderFollower(const record::Run& a, record::Run& b);
    ~LadderFollower();
    LadderFollower(LadderFollower&&) noexcept;
    LadderFollower& operator=(LadderFollower&&) noexcept;

    /// Takes in what was appended to B and gives the first differences that appeared since, ascending: one
    /// for each kind, once. Fails when the two runs cannot be compared (other models), or when reading fails.
    Result<std::vector<Event>> update();

    std::int64_t stepsCompared() const;  ///< training steps
    /// First difference that says the runs have split. Random state alone is none: it may be drawn from
    /// elsewhere.
    std::optional<Event> split() const;
    const std::vector<Cell>& cells(Kind kind) const;  ///< of the rows compared so far

  private:
    struct State;
    std::unique_ptr<State> state;
};

}  // namespace firstsplit::compare
