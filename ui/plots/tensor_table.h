#pragma once

#include <QString>
#include <memory>
#include <set>
#include <vector>

#include "core/compare/comparison.h"
#include "ui/plots/block_pyramid.h"
#include "ui/plots/decades.h"
#include "ui/plots/step_view.h"

namespace firstsplit::ui {

/// What the heat map shows: a row a tensor in model order, grouped by module; a folded group shows its worst
/// member.
class TensorTable {
  public:
    enum class Measure { MaxAbs, EqualOrNot };
    /// What one pixel of a row shows.
    struct Column {
        enum class Show : unsigned char { Nothing, Equal, Different, NotANumber } show = Show::Nothing;
        bool isBetween = false;  ///< nothing is stored here: joined thinly to the step before
        float value = 0;         ///< largest |Δ| in the pixel, where it is known
        bool operator==(const Column&) const = default;
    };
    struct Cells {
        MaxPyramid largest;
        MaskPyramid marks;  ///< mark::number: differs, mark::zero: equal, mark::bad: NaN or Inf
    };
    struct Row {
        QString label;
        QString tensor;  ///< empty: a module
        QString module;  ///< of a module row: its name
        bool isModule = false, isFolded = false;
        QString description;
        std::shared_ptr<const Cells> cells;
    };

    /// From stored weights, or without them from the weights' fingerprints (equal or not).
    static std::shared_ptr<const TensorTable> of(const compare::Comparison& comparison);

    Measure measure() const { return m_measure; }
    bool isEmpty() const { return m_leaves.empty(); }
    std::size_t size() const { return m_leaves.size(); }  ///< tensors
    const std::vector<qint64>& steps() const { return m_steps; }
    bool hasDifferences() const { return m_hasDifferences; }
    /// Decades of the whole pair, never of the view.
    Decades decades() const { return m_decades; }

    /// Few tensors stand alone; from `groupFrom` on they are grouped by their module, folded unless in
    /// `open`.
    std::vector<Row> rows(const std::set<QString>& open, std::size_t groupFrom = 13) const;
    std::vector<Column> columns(const Row& row, StepRange range, int count) const;

  private:
    struct Leaf {
        QString name, module;
        std::optional<qint64> since;
        std::shared_ptr<const Cells> cells;
    };
    void addLeaf(const std::string& name, std::optional<qint64> since, std::vector<float> values,
                 std::vector<unsigned char> marks);
    static std::shared_ptr<const TensorTable> fromWeights(const compare::WeightDifferences& weights);
    static std::shared_ptr<const TensorTable> fromFingerprints(const compare::Comparison& comparison);

    Measure m_measure = Measure::MaxAbs;
    std::vector<qint64> m_steps;
    std::vector<Leaf> m_leaves;
    Decades m_decades;
    bool m_hasDifferences = false;
};

}  // namespace firstsplit::ui
