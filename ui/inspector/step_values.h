#pragma once

#include <QWidget>

#include "ui/models/step_report.h"

class QGridLayout;
class QLabel;

namespace firstsplit::ui {

/// The few numbers of a step: of A, of B, and how they differ.
class StepValues : public QWidget {
    Q_OBJECT
  public:
    explicit StepValues(QWidget* parent = nullptr);
    void setReport(const StepReport* report);

    enum Row { Loss, GradientNorm, LearningRate, Batch, RandomState, RowCount };
    /// What stands in a row, for tests: A, B, difference.
    QStringList textsOf(Row row) const;

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct Cells {
        QLabel *name, *a, *b, *difference;
    };
    void setRow(Row row, const QString& a, const QString& b, const QString& difference, bool differs);
    void setNumbers(Row row, std::optional<double> a, std::optional<double> b, bool isPair,
                    const QString& ulp);
    void applyColours();

    QLabel *m_headA, *m_headB, *m_headDifference;
    std::array<Cells, RowCount> m_rows;
    std::array<bool, RowCount> m_differs{};
};

}  // namespace firstsplit::ui
