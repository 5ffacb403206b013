#include <gtest/gtest.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/window/fake_library.h"
#include "ui/plots/plot_stack.h"
#include "ui/verdict/centre_view.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/step_navigator.h"
#include "ui/window/workspace.h"

namespace firstsplit::ui {
namespace {

/// What a screen reader is told: the kind of event, and the description that the widget has at that moment.
struct Spoken {
    QObject* object;
    QAccessible::Event type;
    QString words;
};
QList<Spoken>* heard = nullptr;

struct SpokenTest : ::testing::Test {
    QList<Spoken> events;
    void SetUp() override {
        heard = &events;
        QAccessible::setActive(true);
        QAccessible::installUpdateHandler([](QAccessibleEvent* event) {
            const auto* widget = qobject_cast<QWidget*>(event->object());
            if (heard && widget) heard->append({event->object(), event->type(), widget->accessibleDescription()});
        });
    }
    void TearDown() override {
        QAccessible::installUpdateHandler(nullptr);
        QAccessible::setActive(false);
        heard = nullptr;
    }
    QStringList saidOf(const QObject* object, QAccessible::Event type) const {
        QStringList words;
        for (const Spoken& event : events)
            if (event.object == object && event.type == type) words << event.words;
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
    EXPECT_TRUE(saidOf(&bar, QAccessible::Alert).isEmpty());
    bar.setVerdict(verdictOf(Look::Split, QStringLiteral("Split at step 9.")));
    bar.setVerdict(verdictOf(Look::Split, QStringLiteral("Split at step 9.")));
    EXPECT_EQ(saidOf(&bar, QAccessible::Alert), QStringList{QStringLiteral("Split at step 9.")});
    EXPECT_EQ(saidOf(&bar, QAccessible::DescriptionChanged).size(), 1);
}

TEST_F(SpokenTest, AMessageIsSaid) {
    MessageBar bar;
    bar.showMessage(QStringLiteral("The disk is full."));
    EXPECT_EQ(saidOf(&bar, QAccessible::Alert), QStringList{QStringLiteral("The disk is full.")});
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
    events.clear();
    for (qint64 step = 4; step <= 10; ++step) window.navigator()->goTo(step);
    const PlotStack* plots = window.centre()->plots();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !saidOf(plots, QAccessible::DescriptionChanged).isEmpty(); }));
    QTest::qWait(300);
    const QStringList said = saidOf(plots, QAccessible::DescriptionChanged);
    ASSERT_EQ(said.size(), 1) << "a quick run over steps is said once";
    EXPECT_TRUE(said[0].startsWith(QStringLiteral("Step 10"))) << said[0].toStdString();
    EXPECT_TRUE(said[0].contains(QStringLiteral("different: loss"))) << said[0].toStdString();
    EXPECT_TRUE(said[0].contains(QStringLiteral("event"))) << said[0].toStdString();
}

}  // namespace
}  // namespace firstsplit::ui
