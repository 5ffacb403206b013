#include "ui/window/export_command.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

#include "ui/export/export.h"
#include "ui/theme.h"

namespace firstsplit::ui {
namespace {

constexpr QSize pictureSize(1200, 860);

}  // namespace

QString chooseExportPath(QWidget* parent) {
    const QStringList filters{QObject::tr("Report (*.html)"), QObject::tr("Numbers, a row a step (*.csv)"),
                              QObject::tr("Picture (*.png)"), QObject::tr("Drawing (*.svg)"),
                              QObject::tr("Page (*.pdf)")};
    QString chosen = filters.front();
    QString path =
        QFileDialog::getSaveFileName(parent, QObject::tr("Export"), QStringLiteral("comparison.html"),
                                     filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty() || !QFileInfo(path).suffix().isEmpty()) return path;
    static const QRegularExpression ending(QStringLiteral("\\*(\\.\\w+)\\)"));
    return path + ending.match(chosen).captured(1);
}

Result<> exportTo(const QString& path, const ComparisonPointer& comparison, const QString& title) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QStringLiteral("csv")) return exportCsv(*comparison, path, Existing::Replace);
    if (suffix == QStringLiteral("html") || suffix == QStringLiteral("htm")) {
        const ReportEntry entry{.title = title, .comparison = comparison};
        return exportHtmlReport(std::span(&entry, 1), path, Existing::Replace);
    }
    const bool isDark = Theme::of(QApplication::palette()).isDark;
    return exportImage(*comparison, path, pictureSize, paperTheme(isDark), 2, Existing::Replace);
}

}  // namespace firstsplit::ui
