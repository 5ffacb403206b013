#pragma once

#include <QString>
#include <string>

#include "ui/models/comparison_loader.h"

namespace firstsplit::ui {

/// What the command line says of a pair.
struct PairDocument {
    QString fileA, fileB;
    QString sign, sentence;
    std::string json;
};

/// Reads and compares both runs: on the I/O thread only. Fails when one cannot be read, or the two not
/// compared.
Result<PairDocument> pairDocumentOf(const ComparisonLoader::Opener& opener, const QString& fileA,
                                    const QString& fileB);

}  // namespace firstsplit::ui
