#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/compare/comparison.h"
#include "ui/models/other_run.h"
#include "ui/models/tensor_cells.h"
#include "ui/plots/tensor_choice.h"
#include "ui/theme.h"

class QCPPainter;
class QMenu;

namespace firstsplit::ui {

/// The ladder and, below it on the same step axis, the plots of a comparison: loss, difference of the losses,
/// difference of the weights, difference by tensor. One cursor goes through all of them. Draws only; reads no
/// files.
class PlotStack : public QWidget {
    Q_OBJECT
  public:
    explicit PlotStack(QWidget* parent = nullptr);
    ~PlotStack() override;

    /// A null pointer empties the view. The view range is kept when the same pair has only grown.
    void setComparison(std::shared_ptr<const compare::Comparison> comparison);
    /// A run without a partner: its curves alone.
    void setSingleRun(std::shared_ptr<const compare::Comparison> onlyA);

    /// Runs beside A and B, until another comparison is set; of a pair that only grows they stay.
    void setOthers(std::vector<OtherRun> others);

    qint64 cursorStep() const;
    void setCursorStep(qint64 step);
    std::optional<qint64> secondCursorStep() const;
    void setSecondCursorStep(std::optional<qint64> step);

    void showWholeRun();
    void zoomAtCursor(double factor);  ///< > 1 shows less
    void viewBack();
    void viewForward();
    qint64 stepsInView() const;
    /// What the ladder shows at the cursor: "different: loss, weight; equal: random state, batch".
    QString wordsAtCursor() const;

    struct PlotInfo {
        QString
            id;  ///< "loss", "loss_difference", "weight_difference", "tensor_difference", "gradient_norm", …
        QString label;
        bool isVisible;
    };
    QList<PlotInfo> plots() const;
    void setPlotVisible(const QString& id, bool visible);
    /// What the heat map is to show; it shows the nearest that was recorded.
    TensorChoice tensorChoice() const;
    void setTensorChoice(TensorChoice choice);
    /// The kind whose single tensors are shown as equal or not, and have not been read yet.
    std::optional<Kind> cellsNeeded() const;
    /// Taken for the comparison on screen.
    void setTensorCells(std::shared_ptr<const TensorCells> cells);
    /// The choices of the heat map, those that this pair does not allow greyed.
    void fillTensorMenu(QMenu* menu);
    void setTextScale(double factor);  ///< for a projector; 1 is normal

    /// Colours other than the palette's, for export; nullopt follows the palette again.
    void setTheme(std::optional<Theme> theme);
    /// Draws the whole stack as lines and text at the painter's origin, in the widget's size. The widget
    /// need not be shown.
    void drawOn(QCPPainter* painter);

  signals:
    void cursorStepChanged(qint64 step);
    void tensorActivated(Kind kind, const QString& name);
    void tensorChoiceChanged();

  protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace firstsplit::ui
