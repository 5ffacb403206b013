#include "ui/plots/tensor_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/ladder_rows.h"
#include "ui/plots/series.h"
#include "ui/plots/step_axis.h"

namespace firstsplit::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("TensorTable", text);
}

/// "layer1.0" of "layer1.0.conv.weight" by dropping the last two parts; of "fc.weight" its only module "fc".
QString moduleOf(const QString& tensor) {
    const qsizetype dot = tensor.lastIndexOf(u'.');
    if (dot < 0) return {};
    const QString owner = tensor.left(dot);
    const qsizetype before = owner.lastIndexOf(u'.');
    return before < 0 ? owner : owner.left(before);
}

std::shared_ptr<const TensorTable::Cells> worstOf(
    const std::vector<std::shared_ptr<const TensorTable::Cells>>& members) {
    std::vector<float> values(members.front()->largest.size(), 0);
    std::vector<unsigned char> marks(members.front()->marks.size(), 0);
    // A member at a time: plain loops over plain arrays, of which there can be a million values.
    for (const auto& member : members) {
        std::ranges::transform(values, member->largest.values(), values.begin(),
                               [](float x, float y) { return std::max(x, y); });
        std::ranges::transform(
            marks, member->marks.values(), marks.begin(),
            [](unsigned char x, unsigned char y) { return static_cast<unsigned char>(x | y); });
    }
    auto cells = std::make_shared<TensorTable::Cells>();
    cells->largest = MaxPyramid(std::move(values));
    cells->marks = MaskPyramid(std::move(marks));
    return cells;
}

}  // namespace

void TensorTable::addLeaf(const std::string& name, std::optional<qint64> since, std::vector<float> values,
                          std::vector<unsigned char> marks) {
    Leaf leaf;
    leaf.name = QString::fromStdString(name);
    leaf.module = moduleOf(leaf.name);
    leaf.since = since;
    auto cells = std::make_shared<Cells>();
    cells->largest = MaxPyramid(std::move(values));
    cells->marks = MaskPyramid(std::move(marks));
    leaf.cells = std::move(cells);
    m_hasDifferences = m_hasDifferences || since.has_value();
    m_leaves.push_back(std::move(leaf));
}

void TensorTable::addWeights(const compare::WeightDifferences& weights) {
    m_steps.assign(weights.steps.begin(), weights.steps.end());
    const auto sizeOf = [this](const compare::Difference& difference) {
        return m_choice.measure == Measure::RelativeL2 ? difference.relativeL2 : difference.maxAbs;
    };
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    for (const compare::Difference& difference : weights.byTensor) {
        const double size = sizeOf(difference);
        if (difference.notANumber > 0 || !std::isfinite(size) || size == 0) continue;
        smallest = std::min(smallest, size);
        largest = std::max(largest, size);
    }
    for (std::size_t t = 0; t < weights.tensors.size(); ++t) {
        std::vector<float> values(weights.steps.size(), 0);
        std::vector<unsigned char> marks(weights.steps.size(), 0);
        std::optional<qint64> since;
        for (std::size_t s = 0; s < weights.steps.size(); ++s) {
            const compare::Difference& difference = weights.at(s, t);
            if (difference.notANumber > 0 || !std::isfinite(difference.maxAbs))
                marks[s] = mark::bad;
            else
                marks[s] =
                    difference.differingElements > 0 || difference.maxAbs > 0 ? mark::number : mark::zero;
            if (marks[s] != mark::zero && !since) since = weights.steps[s];
            if (marks[s] != mark::number) continue;
            // Against a tensor that is all zero it has no relative size: the end of the scale.
            const double size = sizeOf(difference);
            values[s] = static_cast<float>(std::isfinite(size) ? size : largest);
        }
        addLeaf(weights.tensors[t], since, std::move(values), std::move(marks));
    }
    m_decades = Decades::around(smallest, largest);
}

void TensorTable::addCells(const TensorCells& cells) {
    m_steps.assign(cells.steps.begin(), cells.steps.end());
    for (std::size_t t = 0; t < cells.names.size(); ++t) {
        const auto& row = cells.cells[t];
        std::vector<unsigned char> marks(row.size(), 0);
        std::optional<qint64> since;
        for (std::size_t s = 0; s < row.size(); ++s) {
            marks[s] = row[s] == compare::Cell::Different ? mark::number
                       : row[s] == compare::Cell::Equal   ? mark::zero
                                                          : 0;
            if (marks[s] == mark::number && !since) since = cells.steps[s];
        }
        addLeaf(cells.names[t], since, {}, std::move(marks));
    }
}

void TensorTable::addMembers(const compare::Comparison& comparison) {
    const auto& cells = comparison.kinds[indexOf(m_choice.kind)].cells;
    for (std::size_t r = 0; r < cells.size(); ++r) m_steps.push_back(static_cast<qint64>(r) - 1);
    std::vector<const compare::MemberSplit*> members;
    for (const compare::MemberSplit& member : comparison.members)
        if (member.kind == m_choice.kind) members.push_back(&member);
    std::stable_sort(members.begin(), members.end(),
                     [](auto* x, auto* y) { return x->memberA < y->memberA; });
    for (const compare::MemberSplit* member : members) {
        // A tensor differs at most where its kind does: the kind's cells since the tensor's first difference.
        std::vector<unsigned char> marks(cells.size(), 0);
        for (std::size_t r = 0; r < cells.size(); ++r) {
            if (cells[r] == compare::Cell::NotRecorded) continue;
            const bool since = member->firstStep && static_cast<std::int64_t>(r) - 1 >= *member->firstStep;
            marks[r] = since && cells[r] == compare::Cell::Different ? mark::number : mark::zero;
        }
        addLeaf(member->name, member->firstStep, {}, std::move(marks));
    }
}

std::shared_ptr<const TensorTable> TensorTable::of(const compare::Comparison& comparison, TensorChoice wanted,
                                                   const TensorCells* cells) {
    auto table = std::make_shared<TensorTable>();
    table->m_choice = possible(comparison, wanted);
    if (table->m_choice.measure != Measure::EqualOrNot)
        table->addWeights(*comparison.weights);
    else if (cells && cells->kind == table->m_choice.kind)
        table->addCells(*cells);
    else
        table->addMembers(comparison);
    return table;
}

/// "momentum_buffer/" where every name begins with it: said once too often in each label.
QString TensorTable::commonState() const {
    if (m_leaves.empty()) return {};
    const QString state = m_leaves.front().name.left(m_leaves.front().name.indexOf(u'/') + 1);
    const bool isCommon =
        std::ranges::all_of(m_leaves, [&state](const Leaf& leaf) { return leaf.name.startsWith(state); });
    return isCommon ? state : QString();
}

std::vector<TensorTable::Row> TensorTable::rows(const std::set<QString>& open, std::size_t groupFrom) const {
    std::vector<Row> rows;
    const auto common = commonState().size();
    const auto addTensor = [&](const Leaf& leaf, const QString& label) {
        Row row;
        row.label = label;
        row.tensor = leaf.name;
        row.cells = leaf.cells;
        row.description = leaf.since ? tr("%1: differs since step %2").arg(leaf.name, stepText(*leaf.since))
                                     : tr("%1: equal at every step compared").arg(leaf.name);
        rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < m_leaves.size();) {
        std::size_t end = i;
        while (end < m_leaves.size() && m_leaves[end].module == m_leaves[i].module) ++end;
        const QString& module = m_leaves[i].module;
        if (m_leaves.size() < groupFrom || end - i < 2 || module.isEmpty()) {
            for (; i < end; ++i) addTensor(m_leaves[i], m_leaves[i].name.mid(common));
            continue;
        }
        Row row;
        row.isModule = true;
        row.module = module;
        row.isFolded = !open.contains(module);
        row.label = (row.isFolded ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) + module.mid(common);
        std::vector<std::shared_ptr<const Cells>> members;
        for (std::size_t m = i; m < end; ++m) members.push_back(m_leaves[m].cells);
        row.cells = worstOf(members);
        row.description = tr("%1: worst of %n tensor(s)")
                              .arg(module)
                              .replace(QStringLiteral("%n"), QString::number(end - i));
        const bool isFolded = row.isFolded;
        rows.push_back(std::move(row));
        for (; i < end; ++i)
            if (!isFolded) addTensor(m_leaves[i], m_leaves[i].name.mid(module.size() + 1));
    }
    return rows;
}

std::vector<TensorTable::Column> TensorTable::columns(const Row& row, StepRange range, int count) const {
    using Show = Column::Show;
    std::vector<Column> columns(static_cast<std::size_t>(std::max(0, count)));
    const double width = range.length() / std::max(1, count);
    const auto before = [](qint64 step, double edge) { return static_cast<double>(step) + 0.5 <= edge; };
    auto first = static_cast<std::size_t>(
        std::lower_bound(m_steps.begin(), m_steps.end(), range.from, before) - m_steps.begin());
    Column last;
    if (first > 0) last = {Show::Nothing, true, 0};
    const auto columnOf = [&](std::size_t from, std::size_t to) {
        const unsigned char any = row.cells->marks.over(from, to, 0);
        Column column;
        column.value = row.cells->largest.over(from, to, 0.0f);
        column.show = any & mark::bad      ? Show::NotANumber
                      : any & mark::number ? Show::Different
                      : any & mark::zero   ? Show::Equal
                                           : Show::Nothing;
        return column;
    };
    if (first > 0) last = columnOf(first - 1, first);
    for (int i = 0; i < count; ++i) {
        // A hair of a step, not of the pixel, or steps at the seam of two pixels would be in neither.
        const double hair = 0.01 * std::min(1.0, width);
        const double from = range.from + i * width + hair, to = range.from + (i + 1) * width - hair;
        while (first < m_steps.size() && before(m_steps[first], from)) {
            last = columnOf(first, first + 1);
            ++first;
        }
        // Many steps may pass in one pixel, so the end is searched, not walked to.
        const auto found =
            std::lower_bound(m_steps.begin() + static_cast<std::ptrdiff_t>(first), m_steps.end(), to,
                             [](qint64 step, double edge) { return static_cast<double>(step) - 0.5 < edge; });
        const auto end = static_cast<std::size_t>(found - m_steps.begin());
        Column& column = columns[static_cast<std::size_t>(i)];
        if (end > first) {
            column = columnOf(first, end);
            last = columnOf(end - 1, end);
            if (end - first > 1) first = end - 1;
        } else if (first < m_steps.size() && first > 0) {
            column = last;
            column.isBetween = true;
        }
    }
    // A lone difference takes two pixels at least; the worse wins.
    for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
        const auto& here = columns[i];
        const bool isWorse = here.show >= Show::Different && !here.isBetween;
        const bool isLone = (i == 0 || columns[i - 1].show < here.show || columns[i - 1].isBetween) &&
                            (columns[i + 1].show < here.show || columns[i + 1].isBetween);
        if (isWorse && isLone) columns[++i] = here;
    }
    return columns;
}

}  // namespace firstsplit::ui
