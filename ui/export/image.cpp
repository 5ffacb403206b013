#include <qcustomplot.h>

#include <QFileInfo>
#include <QImageWriter>
#include <QPdfWriter>

#include "ui/export/atomic_file.h"
#include "ui/export/figure.h"

namespace firstsplit::ui {

namespace {

Result<> writeFailed(const QString& path, const QString& reason) {
    return fail((path + QStringLiteral(" could not be written: ") + reason +
                 QStringLiteral(". Free some space and try again."))
                    .toStdString());
}

Result<> writePng(QIODevice& file, const QString& path, Figure& figure, double scale) {
    const QImage image = figure.image(scale);
    if (image.isNull())
        return fail(
            (path + QStringLiteral(
                        " was not written: %1 × %2 pixels at scale %3 are too many. Choose a smaller scale.")
                        .arg(figure.size().width())
                        .arg(figure.size().height())
                        .arg(scale))
                .toStdString());
    QImageWriter writer(&file, "png");
    if (!writer.write(image)) return writeFailed(path, writer.errorString());
    return {};
}

Result<> writePdf(QIODevice& file, Figure& figure, const QString& title) {
    QPdfWriter writer(&file);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("FirstSplit " FIRSTSPLIT_VERSION));
    constexpr double dotsPerInch = 96;
    writer.setResolution(static_cast<int>(dotsPerInch));
    writer.setPageSize(
        QPageSize(QSizeF(figure.size()) * 72 / dotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QCPPainter painter(&writer);
    figure.drawOn(&painter);
    return {};
}

}  // namespace

Result<> exportImage(const compare::Comparison& comparison, const QString& path, QSize size,
                     const Theme& theme, double scale, Existing existing) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != u"png" && ending != u"svg" && ending != u"pdf")
        return fail(
            (path +
             QStringLiteral(" was not written: its ending is none of png, svg and pdf. Give it one of them."))
                .toStdString());
    if (size.width() < 400 || size.height() < 300 || size.width() > 20000 || size.height() > 20000)
        return fail(
            (path +
             QStringLiteral(" was not written: %1 × %2 pixels are not between 400 × 300 and 20,000 × 20,000.")
                 .arg(size.width())
                 .arg(size.height()) +
             QStringLiteral(" Choose another size."))
                .toStdString());
    if (!(scale >= 0.1 && scale <= 16))
        return fail(
            (path + QStringLiteral(" was not written: the scale is not between 0.1 and 16. Choose another."))
                .toStdString());
    Figure figure(comparison, size, theme);
    const QString title = QString::fromStdString(compare::describe(comparison).sentence);
    return writeAtomically(path, existing, [&](QIODevice& file) -> Result<> {
        if (ending == u"png") return writePng(file, path, figure, scale);
        if (ending == u"pdf") return writePdf(file, figure, title);
        const QByteArray svg = figure.svg(title);
        return file.write(svg) == svg.size() ? Result<>() : writeFailed(path, file.errorString());
    });
}

}  // namespace firstsplit::ui
