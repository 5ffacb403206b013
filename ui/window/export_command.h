#pragma once

#include <QString>

#include "ui/models/comparison_loader.h"

class QWidget;

namespace firstsplit::ui {

/// Asks where to and in which format; empty when the user changed their mind. The dialog asks before
/// replacing a file.
QString chooseExportPath(QWidget* parent);

/// Writes a comparison in the format that the path's ending names: .csv, .html, .png, .svg, .pdf. On the
/// window's thread.
Result<> exportTo(const QString& path, const ComparisonPointer& comparison, const QString& title);

}  // namespace firstsplit::ui
