#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "ui/export/atomic_file.h"

namespace firstsplit::ui {

namespace {

using compare::Cell;

QByteArray numberText(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end - buffer.data()};
}

/// RFC 4180: quotes around what holds a comma, a quote or a line end.
QByteArray quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return QByteArray::fromStdString(text);
    return '"' + QByteArray::fromStdString(text).replace('"', "\"\"") + '"';
}

QByteArray cellText(Cell cell) {
    switch (cell) {
        case Cell::Equal:
            return "equal";
        case Cell::Different:
            return "different";
        case Cell::NotRecorded:
            break;
    }
    return {};
}

Cell cellAt(const compare::Comparison& c, Kind kind, std::size_t row) {
    const auto& cells = c.kinds[indexOf(kind)].cells;
    return row < cells.size() ? cells[row] : Cell::NotRecorded;
}

/// A NaN is written where the comparison knows that the loss was recorded, and left empty where it was not.
QByteArray lossText(const std::vector<double>& loss, std::size_t row, bool isRecorded) {
    if (row >= loss.size() || (std::isnan(loss[row]) && !isRecorded)) return {};
    return numberText(loss[row]);
}

QByteArray header(const compare::Comparison& c) {
    QByteArray line = "step,loss A,loss B,loss B - A,ULP of loss difference";
    for (Kind kind : allKinds)
        line += ',' + QByteArray::fromStdString(std::string(labelOf(kind))) + " (equal or different)";
    line +=
        ",max |weight B - A|,relative L2 of weight difference (1),differing weight elements (count)"
        ",ULP at largest weight difference,largest ULP of weights";
    if (c.weights)
        for (const std::string& tensor : c.weights->tensors) line += ',' + quoted("max |B - A| of " + tensor);
    return line + "\r\n";
}

QByteArray ulpText(std::int64_t ulp) {
    return ulp == std::numeric_limits<std::int64_t>::max() ? QByteArray("unlimited")
                                                           : QByteArray::number(qint64(ulp));
}

}  // namespace

Result<> exportCsv(const compare::Comparison& c, const QString& path, Existing existing) {
    std::size_t rows = std::max(c.lossA.size(), c.lossB.size());
    for (const auto& kind : c.kinds) rows = std::max(rows, kind.cells.size());
    return writeAtomically(path, existing, [&](QIODevice& file) -> Result<> {
        file.write(header(c));
        std::size_t stored = 0;
        const std::size_t tensors = c.weights ? c.weights->tensors.size() : 0;
        for (std::size_t row = 0; row < rows; ++row) {
            const auto step = static_cast<std::int64_t>(row) - 1;
            const Cell loss = cellAt(c, Kind::Loss, row);
            const bool inBoth = loss != Cell::NotRecorded;
            QByteArray line = QByteArray::number(qint64(step));
            line += ',' + lossText(c.lossA, row, inBoth) + ',' + lossText(c.lossB, row, inBoth) + ',';
            if (inBoth && row < c.lossA.size() && row < c.lossB.size())
                line += numberText(c.lossB[row] - c.lossA[row]);
            line += ',';
            if (inBoth && row < c.lossUlp.size()) line += ulpText(c.lossUlp[row]);
            for (Kind kind : allKinds) line += ',' + cellText(cellAt(c, kind, row));
            if (c.weights && stored < c.weights->steps.size() && c.weights->steps[stored] == step) {
                const compare::Difference& overall = c.weights->overall[stored];
                line += ',' + numberText(overall.maxAbs) + ',' + numberText(overall.relativeL2) + ',' +
                        QByteArray::number(qint64(overall.differingElements)) + ',' +
                        ulpText(overall.ulpAtMax) + ',' + ulpText(overall.maxUlp);
                for (std::size_t t = 0; t < tensors; ++t)
                    line += ',' + numberText(c.weights->at(stored, t).maxAbs);
                ++stored;
            } else {
                line += QByteArray(static_cast<qsizetype>(5 + tensors), ',');
            }
            line += "\r\n";
            if (file.write(line) != line.size())
                return fail(
                    (path + QStringLiteral(" could not be written: %1. Free some space and try again.")
                                .arg(file.errorString()))
                        .toStdString());
        }
        return {};
    });
}

}  // namespace firstsplit::ui
