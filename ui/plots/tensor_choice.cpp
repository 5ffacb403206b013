#include "ui/plots/tensor_choice.h"

#include <QCoreApplication>

namespace firstsplit::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("TensorChoice", text);
}

}  // namespace

QString labelOf(Measure measure) {
    switch (measure) {
        case Measure::MaxAbs:
            return tr("max |Δw|");
        case Measure::RelativeL2:
            return tr("relative L2");
        case Measure::EqualOrNot:
            return tr("equal or not");
    }
    return {};
}

QString captionOf(Kind kind) {
    const auto label = labelOf(kind);
    return tr("Difference by %1 tensor")
        .arg(QString::fromLatin1(label.data(), static_cast<qsizetype>(label.size())));
}

QString obstacleOf(const compare::Comparison& comparison, TensorChoice choice) {
    if (choice.measure == Measure::EqualOrNot)
        return comparison.kinds[indexOf(choice.kind)].compared ? QString() : tr("not recorded in both runs");
    if (choice.kind != Kind::Weight) return tr("only fingerprints of it are recorded: equal or not");
    const bool isStored = comparison.weights && !comparison.weights->steps.empty();
    return isStored ? QString() : tr("no weights stored in both runs");
}

TensorChoice possible(const compare::Comparison& comparison, TensorChoice wanted) {
    if (obstacleOf(comparison, wanted).isEmpty()) return wanted;
    return {wanted.kind, Measure::EqualOrNot};
}

}  // namespace firstsplit::ui
