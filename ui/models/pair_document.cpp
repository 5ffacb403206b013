#include "ui/models/pair_document.h"

#include "core/compare/hints.h"
#include "core/compare/words.h"

namespace firstsplit::ui {

Result<PairDocument> pairDocumentOf(const ComparisonLoader::Opener& opener, const QString& fileA,
                                    const QString& fileB) {
    const auto a = opener(fileA.toStdString());
    if (!a) return tl::unexpected(a.error());
    const auto b = opener(fileB.toStdString());
    if (!b) return tl::unexpected(b.error());
    auto comparison = compare::compareRuns(**a, **b);
    if (!comparison) return tl::unexpected(comparison.error());
    if (auto weights = compare::compareWeights(**a, **b, *comparison); !weights)
        return tl::unexpected(weights.error());
    auto hints = compare::hintsOf(**a, *comparison);
    if (!hints) return tl::unexpected(hints.error());
    comparison->hints = std::move(*hints);
    const compare::VerdictText words = compare::describe(*comparison);
    return PairDocument{fileA, fileB, QString::fromStdString(words.sign),
                        QString::fromStdString(words.sentence), compare::toJson(*comparison)};
}

}  // namespace firstsplit::ui
