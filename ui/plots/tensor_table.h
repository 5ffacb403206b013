#pragma once

#include <QString>
#include <memory>
#include <set>
#include <vector>

#include "core/compare/comparison.h"
#include "ui/models/tensor_cells.h"
#include "ui/plots/block_pyramid.h"
#include "ui/plots/decades.h"
#include "ui/plots/step_view.h"
#include "ui/plots/tensor_choice.h"

namespace firstsplit::ui {

/// What the heat map shows: a row a tensor in model order, grouped by module; a folded group shows its worst
/// member.
class TensorTable {
  public:
    /// What one pixel of a row shows.
    struct Column {
        enum class Show : unsigned char { Nothing, Equal, Different, NotANumber } show = Show::Nothing;
        bool isBetween = false;  ///< nothing is stored here: joined thinly to the step before
        float value = 0;         ///< largest |Δ| in the pixel, where it is known
        bool operator==(const Column&) const = default;
    };
    struct Cells {
        MaxPyramid largest;  ///< empty when only equality is known
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

    /// What is wanted, as far as it was recorded. Sizes come from stored weights, equal or not from `cells`;
    /// without those each tensor is taken to differ wherever its kind does, from its first difference on.
    static std::shared_ptr<const TensorTable> of(const compare::Comparison& comparison,
                                                 TensorChoice wanted = {},
                                                 const TensorCells* cells = nullptr);

    Kind kind() const { return m_choice.kind; }
    Measure measure() const { return m_choice.measure; }
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
    void addWeights(const compare::WeightDifferences& weights);
    void addCells(const TensorCells& cells);
    void addMembers(const compare::Comparison& comparison);
    QString commonState() const;

    TensorChoice m_choice;
    std::vector<qint64> m_steps;
    std::vector<Leaf> m_leaves;
    Decades m_decades;
    bool m_hasDifferences = false;
};

}  // namespace firstsplit::ui
