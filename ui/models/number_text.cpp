#include "ui/models/number_text.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <limits>

#include "core/compare/words.h"

namespace firstsplit::ui {

QString countText(qint64 count) {
    return QString::fromStdString(compare::countText(count));
}

QString counted(qint64 count, const QString& one, const QString& many) {
    return countText(count) + QLatin1Char(' ') + (count == 1 ? one : many);
}

QString shareText(qint64 part, qint64 whole) {
    if (whole <= 0 || part <= 0) return QStringLiteral("0 %");
    if (part == whole) return QStringLiteral("100 %");
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (percent < 0.01) return QStringLiteral("< 0.01 %");
    if (percent > 99.9) return QStringLiteral("> 99.9 %");
    const int decimals = percent < 0.1 ? 3 : percent < 1 ? 2 : percent < 9.95 ? 1 : percent < 99 ? 0 : 1;
    return QStringLiteral("%1 %").arg(percent, 0, 'f', decimals);
}

QString ulpText(qint64 ulp) {
    return ulp == std::numeric_limits<qint64>::max() ? QObject::tr("unlimited") : countText(ulp);
}

QString shapeText(const std::vector<std::int64_t>& shape) {
    if (shape.empty()) return QObject::tr("scalar");
    QStringList lengths;
    for (std::int64_t length : shape) lengths << QString::number(length);
    return lengths.join(QStringLiteral(" × "));
}

}  // namespace firstsplit::ui
