#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolBar>

#include "tests/ui/window/fake_library.h"
#include "ui/setup/setup_panel.h"
#include "ui/verdict/centre_view.h"
#include "ui/window/main_window.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_docks.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {
namespace {

using Side = WindowDocks::Side;
using testing::FakeLibrary;

const QStringList pair{QString::fromStdString(testing::pathA), QString::fromStdString(testing::pathB)};

struct LayoutTest : ::testing::Test {
    FakeLibrary library = testing::libraryOfPair();
    std::unique_ptr<MainWindow> window = std::make_unique<MainWindow>(library.opener());

    void showAt(QSize size) {
        window->resize(size);
        window->show();
        QCoreApplication::processEvents();
    }
    void openPair() {
        QSignalSpy finished(window->workspace()->loader(), &ComparisonLoader::finished);
        window->openFiles(pair);
        ASSERT_TRUE(finished.wait());
        QTest::qWait(50);  // the inspector's answer, and the layouts after it
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
};

struct Size : QSize {
    using QSize::QSize;
    friend void PrintTo(const Size& size, std::ostream* out) { *out << size.width() << 'x' << size.height(); }
};
struct LayoutSizes : LayoutTest, ::testing::WithParamInterface<Size> {};

TEST_P(LayoutSizes, NoTextIsClippedAndTheCentreHasItsRoom) {
    showAt(GetParam());
    openPair();
    EXPECT_GE(window->centre()->width(), 620);
    EXPECT_LE(window->width(), GetParam().width()) << "nothing makes the window wider than asked";
    EXPECT_LE(window->height(), GetParam().height());
    for (const QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().isEmpty() || button->visibleRegion().isEmpty()) continue;
        EXPECT_GE(button->width() + 1, button->minimumSizeHint().width()) << button->text().toStdString();
    }
    for (const QLabel* label : window->findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty() || label->visibleRegion().isEmpty()) continue;
        const int needed =
            label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
        EXPECT_GE(label->height(), needed - 1) << label->text().toStdString();
        if (label->wordWrap()) continue;
        EXPECT_GE(label->width() + 1, label->sizeHint().width()) << label->text().toStdString();
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, LayoutSizes,
                         ::testing::Values(Size(1180, 680), Size(1280, 720), Size(1440, 900),
                                           Size(1600, 1000), Size(1920, 1080)),
                         ::testing::PrintToStringParamName());

TEST_F(LayoutTest, AFoldedSideUnfoldsToItsFullWidth) {
    showAt({1180, 680});
    openPair();
    ASSERT_TRUE(window->docks()->isFolded(Side::Left));
    window->docks()->setFolded(Side::Left, false);
    QCoreApplication::processEvents();
    EXPECT_GE(window->setup()->width(), WindowDocks::leftWidth - 2);
    EXPECT_LE(window->width(), 1180);
}

TEST_F(LayoutTest, BothSidesHaveRoomOnTheSmallestWindow) {
    showAt({1180, 680});
    openPair();
    for (const Side side : {Side::Left, Side::Right}) window->docks()->setFolded(side, false);
    QTest::qWait(50);
    EXPECT_LE(window->width(), 1180);
    EXPECT_GE(window->centre()->width(), 620);
}

TEST_F(LayoutTest, TheLeftSideFoldsOnceAPairIsOpenOnANarrowWindow) {
    showAt({1440, 900});
    EXPECT_FALSE(window->docks()->isFolded(Side::Left));
    openPair();
    EXPECT_TRUE(window->docks()->isFolded(Side::Left));
    EXPECT_TRUE(window->docks()->strip(Side::Left)->isVisible());
    EXPECT_FALSE(window->docks()->isFolded(Side::Right));
    (*window->actionTable())[WindowActions::LeftDock]->trigger();
    EXPECT_FALSE(window->docks()->isFolded(Side::Left)) << "Ctrl+1 brings it back";
    EXPECT_FALSE(window->docks()->strip(Side::Left)->isVisible());
}

TEST_F(LayoutTest, BothSidesFoldAtTheSmallestSize) {
    showAt({1180, 680});
    openPair();
    EXPECT_TRUE(window->docks()->isFolded(Side::Left));
    EXPECT_TRUE(window->docks()->isFolded(Side::Right));
}

TEST_F(LayoutTest, EverythingIsOpenWhereThereIsRoom) {
    showAt({1600, 1000});
    openPair();
    EXPECT_FALSE(window->docks()->isFolded(Side::Left));
    EXPECT_FALSE(window->docks()->isFolded(Side::Right));
    EXPECT_NEAR(window->setup()->width(), 300, 30);
}

TEST_F(LayoutTest, TheArrangementIsKeptAndTheDefaultRestored) {
    showAt({1600, 1000});
    window->docks()->setFolded(Side::Left, true);
    window->close();
    window = std::make_unique<MainWindow>(library.opener());
    window->show();
    QCoreApplication::processEvents();
    EXPECT_TRUE(window->docks()->isFolded(Side::Left));
    (*window->actionTable())[WindowActions::DefaultLayout]->trigger();
    QCoreApplication::processEvents();
    EXPECT_FALSE(window->docks()->isFolded(Side::Left));
    EXPECT_TRUE(window->setup()->isVisible());
    window->close();
}

TEST_F(LayoutTest, EverythingThatTakesTheFocusHasAName) {
    showAt({1600, 1000});
    openPair();
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || !widget->focusPolicy()) continue;
        // Parts of a control speak through it.
        if (widget->objectName().startsWith(QStringLiteral("qt_")) || widget->inherits("QScrollArea") ||
            widget->inherits("QHeaderView") || widget->inherits("QMenuBar"))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        EXPECT_TRUE(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()))
            << widget->metaObject()->className() << ' ' << widget->objectName().toStdString() << " in "
            << widget->parentWidget()->metaObject()->className();
    }
}

}  // namespace
}  // namespace firstsplit::ui
