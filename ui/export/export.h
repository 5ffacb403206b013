#pragma once

#include <QSize>
#include <QString>
#include <memory>
#include <optional>
#include <span>

#include "core/base/result.h"
#include "core/compare/comparison.h"
#include "core/compare/words.h"
#include "ui/theme.h"

/// Files for other people: numbers, pictures, a report. Each is complete or not there at all, and replaces a
/// file only when told to. Pictures and reports need a QApplication (the platform plugin "offscreen" will do)
/// and its thread.
namespace firstsplit::ui {

/// The colours of light or dark paper, for files whose readers' palette is unknown.
Theme paperTheme(bool isDark);

enum class Existing { Keep, Replace };

/// A row a step from −1 on, units in the header row, RFC 4180. Numbers in the shortest form that reads back
/// as the same double; empty where nothing was recorded; NaN, inf and -inf as such.
Result<> exportCsv(const compare::Comparison& comparison, const QString& path,
                   Existing existing = Existing::Keep);

/// Verdict, ladder and plots of the whole run as PNG, SVG or PDF, by the path's ending. `size` is in logical
/// pixels (1/96 inch in the PDF); `scale` multiplies the pixels of a PNG. SVG and PDF hold lines, and text as
/// text.
Result<> exportImage(const compare::Comparison& comparison, const QString& path, QSize size,
                     const Theme& theme, double scale = 1, Existing existing = Existing::Keep);

struct ReportEntry {
    QString title;
    std::shared_ptr<const compare::Comparison> comparison;
    std::optional<compare::Repeats> repeats{};
};

/// One self-contained HTML page: for each entry the verdict in words, the pictures for light and dark
/// screens, the splits, what differs in settings and environment, both runs, and what was left out.
Result<> exportHtmlReport(std::span<const ReportEntry> entries, const QString& path,
                          Existing existing = Existing::Keep);

}  // namespace firstsplit::ui
