// Not a test: shows the stack with made-up comparisons, or saves pictures of it into a folder given as
// argument.
#include <QApplication>
#include <QDir>
#include <QStyleFactory>
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "sample_comparisons.h"
#include "ui/export/export.h"
#include "ui/plots/plot_stack.h"

using namespace firstsplit;
using tests::makeComparison;

static QPalette darkPalette() {
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(0x2a2e32));
    palette.setColor(QPalette::WindowText, QColor(0xeff0f1));
    palette.setColor(QPalette::Base, QColor(0x1b1e21));
    palette.setColor(QPalette::Text, QColor(0xeff0f1));
    palette.setColor(QPalette::Button, QColor(0x31363b));
    palette.setColor(QPalette::ButtonText, QColor(0xeff0f1));
    return palette;
}

/// Milliseconds of processor time: on a busy machine the clock on the wall measures the others.
static double processorTime() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

static void printFrames() {
    const auto comparison = makeComparison({.steps = 1'000'000});
    ui::PlotStack stack;
    stack.resize(876, 820);
    stack.show();
    double start = processorTime();
    stack.setComparison(comparison);
    const double taken = processorTime() - start;
    stack.repaint();
    QApplication::processEvents();
    std::printf(
        "taking in two runs of 1,000,000 steps, weights of each: %.1f ms; with its first picture: %.1f ms\n",
        taken, processorTime() - start);
    std::vector<double> frames;
    stack.setCursorStep(500'000);
    for (int i = 0; i < 200; ++i) {
        start = processorTime();
        stack.zoomAtCursor(i < 100 ? 1.08 : 1 / 1.08);
        QApplication::processEvents();
        frames.push_back(processorTime() - start);
    }
    std::sort(frames.begin(), frames.end());
    std::printf("a zoom frame: median %.1f ms, slowest of 200 %.1f ms\n", frames[100], frames.back());
    frames.clear();
    for (int i = 0; i < 200; ++i) {
        start = processorTime();
        stack.setCursorStep(400'000 + i * 500);
        QApplication::processEvents();
        frames.push_back(processorTime() - start);
    }
    std::sort(frames.begin(), frames.end());
    std::printf("a move of the cursor: median %.1f ms, slowest of 200 %.1f ms\n", frames[100], frames.back());
}

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QPalette light(QColor(0xefefef), QColor(0xeff0f1));
    struct Case {
        const char* name;
        tests::Shape shape;
    };
    const Case cases[] = {
        {"split", {}},
        {"identical", {.isIdentical = true}},
        {"nan", {.nanFrom = 150}},
        {"million", {.steps = 1'000'000, .hasWeights = true, .stride = 1000}},
        {"unequal", {.stepsB = 120}},
        {"no-weights", {.hasWeights = false}},
        {"stride", {.stride = 8, .hasBuffers = true}},
        {"running", {.steps = 112, .isIdentical = true, .isRunning = true}},
        {"many-tensors", {.tensors = 62}},
    };
    if (argc < 2) {
        ui::PlotStack stack;
        stack.setComparison(makeComparison({}));
        stack.resize(876, 820);
        stack.show();
        return QApplication::exec();
    }
    if (QString::fromLocal8Bit(argv[1]) == u"frames") {
        printFrames();
        return 0;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    for (const Case& c : cases) {
        if (argc > 2 && QString::fromLocal8Bit(argv[2]) != QString::fromLatin1(c.name)) continue;
        const auto comparison = makeComparison(c.shape);
        const QString svg = folder.filePath(QString::fromLatin1(c.name) + QStringLiteral(".svg"));
        const auto written =
            ui::exportImage(*comparison, svg, {980, 900}, ui::paperTheme(false), 1, ui::Existing::Replace);
        if (!written) std::fprintf(stderr, "%s\n", written.error().message.c_str());
        for (bool dark : {false, true}) {
            QApplication::setPalette(dark ? darkPalette() : light);
            ui::PlotStack stack;
            stack.resize(876, 820);
            stack.setComparison(comparison);
            stack.setCursorStep(c.shape.steps * 14 / 100);
            stack.show();
            QApplication::processEvents();
            const QString file =
                QStringLiteral("%1-%2.png").arg(QString::fromLatin1(c.name), dark ? "dark" : "light");
            stack.grab().save(folder.filePath(file));
        }
    }
    return 0;
}
