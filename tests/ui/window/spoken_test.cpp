#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/ui/window/fake_library.h"
#include "ui/plots/plot_stack.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/speech.h"
#include "ui/window/main_window.h"
#include "ui/window/step_navigator.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {
namespace {

struct SpokenTest : ::testing::Test {
    QSignalSpy said{Speech::instance(), &Speech::said};

    /// What was said of a widget; alerts are read aloud wherever the focus is.
    QStringList of(const QWidget* widget, bool isAlert) const {
        QStringList words;
        for (const auto& call : said)
            if (call[0].value<QWidget*>() == widget && call[2].toBool() == isAlert)
                words << call[1].toString();
        return words;
    }
};

VerdictView verdictOf(VerdictView::Look look, const QString& sentence) {
    VerdictView verdict;
    verdict.look = look;
    verdict.sentence = sentence;
    return verdict;
}

TEST_F(SpokenTest, AVerdictIsSaidWhenItIsAnotherOneAndNotAtEachStep) {
    VerdictBar bar;
    using Look = VerdictView::Look;
    bar.setVerdict(verdictOf(Look::Hollow, QStringLiteral("Equal so far: 8 of 20 steps.")));
    bar.setVerdict(verdictOf(Look::Hollow, QStringLiteral("Equal so far: 9 of 20 steps.")));
    EXPECT_TRUE(said.isEmpty());
    bar.setVerdict(verdictOf(Look::Split, QStringLiteral("Split at step 9.")));
    bar.setVerdict(verdictOf(Look::Split, QStringLiteral("Split at step 9.")));
    EXPECT_EQ(of(&bar, true), QStringList{QStringLiteral("Split at step 9.")});
}

TEST_F(SpokenTest, AMessageIsSaid) {
    MessageBar bar;
    bar.showMessage(QStringLiteral("The disk is full."));
    EXPECT_EQ(of(&bar, true), QStringList{QStringLiteral("The disk is full.")});
}

TEST_F(SpokenTest, TheStepUnderTheCursorIsSaidOnceItRests) {
    testing::FakeLibrary library = testing::libraryOfPair();
    MainWindow window(library.opener());
    window.resize(1600, 1000);
    window.show();
    QSignalSpy finished(window.workspace()->loader(), &ComparisonLoader::finished);
    window.openFiles({QString::fromStdString(testing::pathA), QString::fromStdString(testing::pathB)});
    ASSERT_TRUE(finished.wait());
    QTest::qWait(300);
    said.clear();
    for (qint64 step = 4; step <= 10; ++step) window.navigator()->goTo(step);
    const PlotStack* plots = window.centre()->plots();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !of(plots, false).isEmpty(); }));
    QTest::qWait(300);
    const QStringList words = of(plots, false);
    ASSERT_EQ(words.size(), 1) << "a quick run over steps is said once";
    EXPECT_TRUE(words[0].startsWith(QStringLiteral("Step 10"))) << words[0].toStdString();
    EXPECT_TRUE(words[0].contains(QStringLiteral("different: loss"))) << words[0].toStdString();
    EXPECT_TRUE(words[0].contains(QStringLiteral("event"))) << words[0].toStdString();
}

}  // namespace
}  // namespace firstsplit::ui
