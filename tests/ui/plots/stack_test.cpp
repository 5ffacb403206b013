#include "ui/plots/caption_button.h"
#include "ui/plots/plot_stack.h"

#include <gtest/gtest.h>
#include <qcustomplot.h>

#include <QClipboard>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "sample_comparisons.h"
#include "ui/plots/ladder.h"
#include "ui/plots/plot_table_model.h"
#include "ui/plots/step_plot.h"

using namespace firstsplit;
using namespace firstsplit::ui;
using tests::makeComparison;

namespace {

struct StackTest : testing::Test {
    void show(const tests::Shape& shape = {}) { show(makeComparison(shape)); }
    void show(std::shared_ptr<const compare::Comparison> comparison) {
        stack.resize(876, 820);
        stack.setComparison(std::move(comparison));
        stack.show();
        settle();
    }
    static void settle() {
        for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
    }
    StepPlot* plot(const QString& id) {
        for (StepPlot* plot : stack.findChildren<StepPlot*>())
            if (plot->spec().id == id) return plot;
        return nullptr;
    }
    QStringList legendOf(const QString& id) {
        QStringList texts;
        for (const LegendItem& item : plot(id)->header()->legend()) texts += item.text;
        return texts;
    }
    /// Replots of all canvases while `act` runs and events settle.
    int replotsDuring(const std::function<void()>& act) {
        int count = 0;
        QList<QMetaObject::Connection> connections;
        for (StepPlot* plot : stack.findChildren<StepPlot*>())
            connections += QObject::connect(plot->canvas(), &QCustomPlot::afterReplot, [&count] { ++count; });
        act();
        settle();
        for (const auto& connection : connections) QObject::disconnect(connection);
        return count;
    }
    PlotStack stack;
};

TEST_F(StackTest, plotsOfWhatWasMeasuredAreHiddenAtFirstAndShowTheirUnit) {
    show();
    for (const char* id : {"accuracy", "gradient_norm", "learning_rate", "step_time"}) {
        EXPECT_FALSE(plot(id)->isVisible()) << id;
        stack.setPlotVisible(id, true);
        EXPECT_TRUE(plot(id)->isVisible()) << id;
    }
    stack.setCursorStep(30);
    settle();
    EXPECT_TRUE(plot("step_time")->spec().label.contains("ms"));
    EXPECT_TRUE(legendOf("step_time").join(' ').contains("4"))
        << legendOf("step_time").join(' ').toStdString();
    EXPECT_TRUE(legendOf("step_time").join(' ').contains("6"));
    EXPECT_FALSE(plot("gradient_norm")->isFolded());
    EXPECT_TRUE(plot("learning_rate")->isFolded()) << "nothing was recorded, and it says so in a line";
    EXPECT_EQ(plot("accuracy")->content().curves[0].series->at(21), 75.0);
}

TEST_F(StackTest, aMoveOfTheCursorReplotsNothingButItsLayer) {
    show();
    stack.setCursorStep(40);
    settle();
    const QImage before = plot("loss")->grab().toImage();
    EXPECT_EQ(replotsDuring([&] { stack.setCursorStep(100); }), 0);
    EXPECT_NE(before, plot("loss")->grab().toImage()) << "and yet the cursor has moved";
    EXPECT_EQ(replotsDuring([&] { stack.setSecondCursorStep(60); }), 0);
}

TEST_F(StackTest, manyZoomsInOneFrameAreOneReplotAPlot) {
    show();
    EXPECT_EQ(replotsDuring([&] {
                  for (int i = 0; i < 10; ++i) stack.zoomAtCursor(1.1);
              }),
              4);
    EXPECT_LT(stack.stepsInView(), 120);
}

TEST_F(StackTest, aHiddenPlotIsNotAnnouncedAsShown) {
    show();
    stack.setPlotVisible("loss", false);
    EXPECT_FALSE(plot("loss")->isVisible());
    EXPECT_FALSE(stack.plots()[0].isVisible);
    for (const auto& info : stack.plots()) stack.setPlotVisible(info.id, false);
    EXPECT_TRUE(stack.findChild<Ladder*>()->isVisible()) << "the ladder stays when everything else is hidden";
}

TEST_F(StackTest, allAxisRectsAndTheLadderAlign) {
    for (const auto& shape :
         {tests::Shape{}, tests::Shape{.steps = 1'000'000, .stride = 1000}, tests::Shape{.tensors = 62}}) {
        show(shape);
        const auto* ladder = stack.findChild<Ladder*>();
        for (StepPlot* plot : stack.findChildren<StepPlot*>()) {
            if (plot->isHidden()) continue;
            const QRect rect = plot->canvas()->axisRect()->rect();
            EXPECT_EQ(plot->x() + rect.left(), ladder->x() + ladder->blockArea().left());
            EXPECT_EQ(rect.width(), ladder->blockArea().width());
        }
    }
}

TEST_F(StackTest, legendsHoldTheValuesAtTheCursorAFirst) {
    show();
    stack.setCursorStep(28);
    const QStringList loss = legendOf("loss");
    ASSERT_EQ(loss.size(), 2);
    EXPECT_TRUE(loss[0].startsWith("A  2.2898"));
    EXPECT_TRUE(loss[1].startsWith("B  2.2898"));
    EXPECT_NE(loss[0].mid(3), loss[1].mid(3)) << "as many digits as tell them apart";
    EXPECT_TRUE(legendOf("loss_difference")[0].contains(QStringLiteral("×10⁻⁷")));
    stack.setCursorStep(0);
    EXPECT_TRUE(legendOf("loss_difference")[0].endsWith(" 0"));
    stack.setSecondCursorStep(28);
    EXPECT_TRUE(legendOf("loss_difference")[0].contains(QStringLiteral("Δ +")));
}

TEST_F(StackTest, betweenStoredStepsTheLegendNamesTheStoredOne) {
    show({.stride = 8});
    stack.setCursorStep(28);
    EXPECT_TRUE(legendOf("weight_difference")[0].endsWith("(step 24)"));
}

TEST_F(StackTest, anIdenticalPairFoldsItsDifferences) {
    show({.isIdentical = true});
    for (const char* id : {"loss_difference", "weight_difference", "tensor_difference"}) {
        EXPECT_TRUE(plot(id)->isFolded()) << id;
        EXPECT_EQ(plot(id)->content().remark, QStringLiteral("exactly 0 at every step"));
        EXPECT_LT(plot(id)->height(), 30);
    }
    EXPECT_FALSE(plot("loss")->isFolded());
    EXPECT_EQ(legendOf("loss").size(), 2);
}

TEST_F(StackTest, saysThatNoWeightsWereStored) {
    show({.hasWeights = false});
    EXPECT_TRUE(plot("weight_difference")->content().remark.startsWith("no weights stored"));
    EXPECT_FALSE(plot("tensor_difference")->isFolded()) << "equal or not is known from fingerprints";
}

TEST_F(StackTest, aSingleRunShowsItsCurveAlone) {
    stack.resize(876, 820);
    stack.setSingleRun(makeComparison({}));
    stack.show();
    settle();
    EXPECT_EQ(legendOf("loss").size(), 1);
    EXPECT_FALSE(plot("loss_difference")->isVisible());
    EXPECT_FALSE(stack.findChild<Ladder*>()->isVisible());
    stack.setComparison(nullptr);
    settle();
    EXPECT_FALSE(plot("loss")->isVisible());
}

TEST_F(StackTest, growthIsNoted) {
    show();
    const auto& notes = plot("weight_difference")->content().notes;
    ASSERT_FALSE(notes.empty());
    EXPECT_EQ(notes[0].step, 176);
    EXPECT_GT(notes[0].factor, 10);
}

TEST_F(StackTest, infinitiesBreakNoAxis) {
    auto comparison = std::make_shared<compare::Comparison>(*makeComparison({}));
    comparison->lossB[101] = std::numeric_limits<double>::infinity();
    comparison->weights->overall[50].maxAbs = std::numeric_limits<double>::infinity();
    show(comparison);
    for (StepPlot* plot : stack.findChildren<StepPlot*>()) {
        const QCPRange range = plot->canvas()->yAxis->range();
        EXPECT_TRUE(std::isfinite(range.lower) && std::isfinite(range.upper))
            << plot->spec().id.toStdString();
    }
    EXPECT_LT(plot("loss")->canvas()->yAxis->range().upper, 3);
    const QImage image = plot("loss")->grab().toImage();
    int red = 0;
    const QColor ink = Theme::of(stack.palette()).notANumber;
    for (int y = 0; y < image.height() / 2; ++y)
        for (int x = 0; x < image.width(); ++x) red += image.pixelColor(x, y) == ink;
    EXPECT_GT(red, 10) << "the mark on the top edge";
}

TEST_F(StackTest, zerosAreHollowPointsInTheirBand) {
    show();
    const QCustomPlot* canvas = plot("loss_difference")->canvas();
    const ZeroBandScale scale(
        Decades::around(plot("loss_difference")->content().curves[0].series->smallestNonZero(),
                        plot("loss_difference")->content().curves[0].series->largestNonZero()),
        canvas->axisRect()->height(), 1);
    int zeros = 0;
    for (int i = 0; i < canvas->graphCount(); ++i)
        for (const QCPGraphData& point : *canvas->graph(i)->data()) {
            if (point.value < scale.bandTop()) {
                ++zeros;
            } else if (!std::isnan(point.value)) {
                EXPECT_GE(point.value, scale.decades.low);
            }
        }
    EXPECT_EQ(zeros, 200 - static_cast<int>(makeComparison({})->kinds[indexOf(Kind::Loss)].stepsDifferent));
}

TEST_F(StackTest, drawsTheSameWithoutEverBeingShown) {
    show();
    QImage shown(stack.size(), QImage::Format_RGB32), hidden(stack.size(), QImage::Format_RGB32);
    const auto drawn = [](PlotStack& from, QImage& onto) {
        QCPPainter painter(&onto);
        from.drawOn(&painter);
    };
    drawn(stack, shown);
    PlotStack other;
    other.setComparison(makeComparison({}));
    other.resize(stack.size());
    drawn(other, hidden);
    EXPECT_EQ(shown, hidden);
}

TEST_F(StackTest, wheelZoomsAtThePointerAndADragPans) {
    show();
    QCustomPlot* canvas = plot("loss")->canvas();
    const QPointF at(500, 60);
    const double before = canvas->xAxis->pixelToCoord(at.x());
    QWheelEvent wheel(at, canvas->mapToGlobal(at), {}, {0, 360}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas, &wheel);
    settle();
    EXPECT_NEAR(canvas->xAxis->pixelToCoord(at.x()), before, 0.01);
    EXPECT_LT(stack.stepsInView(), 120);
    const double start = canvas->xAxis->range().lower;
    QTest::mousePress(canvas, Qt::LeftButton, {}, {400, 60});
    QTest::mouseMove(canvas, {430, 60});
    QTest::mouseMove(canvas, {500, 60});
    const qint64 cursor = stack.cursorStep();
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, {500, 60});
    settle();
    EXPECT_LT(canvas->xAxis->range().lower, start);
    EXPECT_EQ(stack.cursorStep(), cursor) << "a drag is no click";
    QTest::mouseDClick(canvas, Qt::LeftButton, {}, {500, 60});
    EXPECT_GE(stack.stepsInView(), 200);
    stack.viewBack();
    EXPECT_LT(stack.stepsInView(), 120);
}

TEST_F(StackTest, aClickSetsTheCursorAndShiftTheSecond) {
    show();
    QCustomPlot* canvas = plot("weight_difference")->canvas();
    QSignalSpy moved(&stack, &PlotStack::cursorStepChanged);
    const QPoint at(static_cast<int>(std::lround(canvas->xAxis->coordToPixel(120))), 60);
    QTest::mouseClick(canvas, Qt::LeftButton, {}, at);
    EXPECT_EQ(stack.cursorStep(), 120);
    EXPECT_EQ(moved.count(), 1);
    const QPoint other(static_cast<int>(std::lround(canvas->xAxis->coordToPixel(150))), 60);
    QTest::mouseClick(canvas, Qt::LeftButton, Qt::ShiftModifier, other);
    EXPECT_EQ(stack.cursorStep(), 120);
    EXPECT_EQ(stack.secondCursorStep(), 150);
}

TEST_F(StackTest, aClickInTheHeatMapNamesTheTensor) {
    show();
    QSignalSpy activated(&stack, &PlotStack::tensorActivated);
    QCustomPlot* canvas = plot("tensor_difference")->canvas();
    QTest::mouseClick(canvas, Qt::LeftButton, {}, {400, static_cast<int>(canvas->yAxis->coordToPixel(1.5))});
    ASSERT_EQ(activated.count(), 1);
    EXPECT_EQ(activated[0][0].value<Kind>(), Kind::Weight);
    EXPECT_EQ(activated[0][1].toString(), QStringLiteral("hidden.weight"));
}

TEST_F(StackTest, theCaptionOfTheHeatMapChoosesWhatItShows) {
    show();
    StepPlot* map = plot("tensor_difference");
    ASSERT_NE(map->captionButton(), nullptr);
    EXPECT_EQ(map->header()->caption(), QStringLiteral("Difference by weight tensor"));
    EXPECT_EQ(stack.cellsNeeded(), std::nullopt);
    const auto actionNamed = [&](const QString& text) -> QAction* {
        auto* menu = map->captionButton()->menu();
        emit menu->aboutToShow();
        for (QAction* action : menu->actions())
            if (action->text() == text) return action;
        return nullptr;
    };
    QSignalSpy changed(&stack, &PlotStack::tensorChoiceChanged);
    actionNamed(QStringLiteral("relative L2"))->trigger();
    EXPECT_EQ(map->content().tensors->measure(), Measure::RelativeL2);
    EXPECT_TRUE(map->header()->legend().back().text.startsWith(QStringLiteral("relative L2")));
    actionNamed(QStringLiteral("Gradient"))->trigger();
    EXPECT_EQ(map->header()->caption(), QStringLiteral("Difference by gradient tensor"));
    EXPECT_EQ(map->content().tensors->measure(), Measure::EqualOrNot);
    EXPECT_EQ(stack.cellsNeeded(), Kind::Gradient);
    EXPECT_FALSE(actionNamed(QStringLiteral("max |Δw|"))->isEnabled());
    EXPECT_FALSE(actionNamed(QStringLiteral("max |Δw|"))->toolTip().isEmpty()) << "says why not";
    EXPECT_EQ(changed.count(), 2);
    auto cells = std::make_shared<TensorCells>();
    cells->kind = Kind::Gradient;
    cells->steps = {0, 1};
    cells->names = {"only"};
    cells->cells = {{compare::Cell::Equal, compare::Cell::Different}};
    stack.setTensorCells(cells);
    EXPECT_EQ(map->content().tensors->size(), 1u);
    EXPECT_EQ(stack.cellsNeeded(), std::nullopt);
    actionNamed(QStringLiteral("Weight"))->trigger();
    EXPECT_EQ(map->content().tensors->measure(), Measure::RelativeL2)
        << "the measure that was chosen comes back";
}

TEST_F(StackTest, theChangeBetweenTwoCursorsIsFromTheEarlierToTheLaterStep) {
    const auto pair = makeComparison({});
    show(pair);
    stack.setCursorStep(20);
    stack.setSecondCursorStep(20);
    stack.setCursorStep(150);
    ASSERT_LT(pair->lossA[151], pair->lossA[21]);
    const QString text = plot("loss")->header()->legend()[0].text;
    EXPECT_TRUE(text.contains(QStringLiteral("(Δ −"))) << "the loss fell: " << text.toStdString();
}

TEST_F(StackTest, roomToSpareGoesToTheHeatMap) {
    show();
    const auto share = [&](int height) {
        stack.resize(stack.width(), height);
        QCoreApplication::processEvents();
        return static_cast<double>(plot("tensor_difference")->height()) / plot("loss")->height();
    };
    const double usual = share(800), ample = share(1000);
    EXPECT_NEAR(ample / usual, 1.4, 0.1);
}

TEST_F(StackTest, theCaptionsButtonEndsWhereAShortenedCaptionEnds) {
    show();
    const auto* button = plot("tensor_difference")->captionButton();
    const int whole = button->width();
    stack.resize(420, stack.height());
    QCoreApplication::processEvents();
    EXPECT_LT(button->width(), whole) << "it would lie over the legend";
}

TEST_F(StackTest, otherRunsAreGreyBehindAAndBAndMeasuredAgainstA) {
    const auto pair = makeComparison({.isIdentical = true});
    show(pair);
    EXPECT_TRUE(plot("loss_difference")->isFolded());
    OtherRun other{QStringLiteral("/r/c.split.h5"), QStringLiteral("c"), pair->lossA};
    other.loss[11] += 0.5;
    stack.setOthers({other});
    const auto& losses = plot("loss")->content().curves;
    ASSERT_EQ(losses.size(), 3u);
    EXPECT_EQ(losses[0].ink, Curve::Ink::Other) << "drawn first, so beneath";
    EXPECT_EQ(losses[1].ink, Curve::Ink::A);
    ASSERT_FALSE(plot("loss_difference")->isFolded());
    EXPECT_NEAR(*plot("loss_difference")->content().curves[0].series->at(10), 0.5, 1e-9);
    const auto& legend = plot("loss")->header()->legend();
    ASSERT_EQ(legend.size(), 3u);
    EXPECT_EQ(legend[0].text, QStringLiteral("1 other run"));
    EXPECT_TRUE(legend[1].text.startsWith(QStringLiteral("A  ")));
    stack.setComparison(makeComparison({.steps = 150}));
    EXPECT_EQ(plot("loss")->content().curves.size(), 3u) << "the same pair, grown";
    auto elsewhere = makeComparison({});
    elsewhere->b.file = "/r/elsewhere.split.h5";
    stack.setComparison(elsewhere);
    EXPECT_EQ(plot("loss")->content().curves.size(), 2u);
}

TEST_F(StackTest, aChangeOfThePaletteReachesEveryPlot) {
    show();
    QPalette dark;
    dark.setColor(QPalette::Window, QColor(0x2a2e32));
    dark.setColor(QPalette::WindowText, QColor(0xeff0f1));
    EXPECT_EQ(replotsDuring([&] { stack.setPalette(dark); }), 4);
    const Theme theme = Theme::of(dark);
    for (StepPlot* plot : stack.findChildren<StepPlot*>()) {
        const QImage image = plot->grab().toImage();
        EXPECT_EQ(image.pixelColor(3, image.height() - 5), theme.background) << plot->spec().id.toStdString();
    }
}

TEST_F(StackTest, growthOfThePairKeepsTheView) {
    auto first = std::make_shared<compare::Comparison>(*makeComparison({.steps = 100}));
    show(first);
    stack.setCursorStep(50);
    stack.zoomAtCursor(4);
    const qint64 seen = stack.stepsInView();
    stack.setComparison(makeComparison({.steps = 200}));
    EXPECT_EQ(stack.stepsInView(), seen);
    EXPECT_EQ(stack.cursorStep(), 50);
    auto other = std::make_shared<compare::Comparison>(*makeComparison({.steps = 200}));
    other->a.id = "another";
    stack.setComparison(other);
    EXPECT_GE(stack.stepsInView(), 200);
}

TEST_F(StackTest, everythingHasANameForScreenReaders) {
    show();
    for (StepPlot* plot : stack.findChildren<StepPlot*>()) {
        EXPECT_FALSE(plot->accessibleName().isEmpty());
        EXPECT_FALSE(plot->accessibleDescription().isEmpty()) << plot->spec().id.toStdString();
    }
    EXPECT_TRUE(
        stack.findChild<Ladder*>()->accessibleDescription().contains("gradient: first differs at step 0"));
}

TEST_F(StackTest, aLargerTextKeepsEverythingAligned) {
    show();
    const int before = stack.findChild<Ladder*>()->height();
    stack.setTextScale(1.6);
    settle();
    EXPECT_GT(stack.findChild<Ladder*>()->height(), before * 1.3);
    for (StepPlot* plot : stack.findChildren<StepPlot*>())
        EXPECT_EQ(plot->canvas()->axisRect()->left(), stack.findChild<Ladder*>()->blockArea().left());
}

TEST_F(StackTest, aPlotIsATableOfItsNumbers) {
    show();
    const PlotTableModel model(plot("loss")->content());
    EXPECT_EQ(model.columnCount(), 3);
    EXPECT_EQ(model.rowCount(), 200);
    const QStringList lines = model.text(28, 29).split(u'\n', Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 3);
    EXPECT_EQ(lines[0], QStringLiteral("step\tA\tB"));
    EXPECT_EQ(lines[1].section(u'\t', 1, 1).toDouble(), makeComparison({})->lossA[29]) << "to the last bit";
    const PlotTableModel tensors(plot("tensor_difference")->content());
    EXPECT_EQ(tensors.headerData(2, Qt::Horizontal).toString(), QStringLiteral("hidden.weight"));
}

}  // namespace
