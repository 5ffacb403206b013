#include <gtest/gtest.h>

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "ui/models/settings_model.h"
#include "ui/setup/settings_view.h"
#include "ui/setup/setup_panel.h"

namespace firstsplit::ui {
namespace {

struct SetupPanelTest : ::testing::Test {
    SetupPanel panel;
    void SetUp() override {
        panel.resize(300, 800);
        panel.show();
        QCoreApplication::processEvents();
    }
    QWidget* named(const char* name) {
        for (QWidget* widget : panel.findChildren<QWidget*>())
            if (widget->accessibleName() == QLatin1String(name)) return widget;
        return nullptr;
    }
    void select(const char* key, int column) {
        panel.showSetting(QString::fromLatin1(key));
        panel.view()->setCurrentIndex(panel.view()->currentIndex().siblingAtColumn(column));
    }
};

TEST_F(SetupPanelTest, RunAndItsCommandAreInSightHoweverManySettingsThereAre) {
    for (const int height : {640, 800, 1200}) {
        panel.resize(300, height);
        QCoreApplication::processEvents();
        int seen = 0;
        for (QPushButton* button : panel.findChildren<QPushButton*>())
            if (button->text().startsWith(QLatin1String("Run"))) {
                EXPECT_EQ(button->visibleRegion(), QRegion(button->rect())) << height << " pixels high";
                ++seen;
            }
        EXPECT_EQ(seen, 1);
    }
}

TEST_F(SetupPanelTest, TypingInBBreaksTheLinkAndBackspaceRestoresIt) {
    select("threads", SettingsModel::B);
    panel.view()->setFocus();
    QTest::keyClick(panel.view(), Qt::Key_4);
    auto* editor = panel.view()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents();
    EXPECT_EQ(panel.model()->values().valueB("threads"), "4");
    EXPECT_NE(panel.model()->values().valueA("threads"), "4");

    select("threads", SettingsModel::B);
    QTest::keyClick(panel.view(), Qt::Key_Backspace);
    EXPECT_TRUE(panel.model()->values().followsA("threads"));
}

TEST_F(SetupPanelTest, SaysWhatThePairTests) {
    EXPECT_EQ(panel.question(), QStringLiteral("A and B have equal settings: any split is nondeterminism."));
    panel.model()->values().setB("deterministic", "error");
    EXPECT_EQ(panel.question(),
              QStringLiteral("A and B differ in deterministic: a split shows what it changes."));
}

TEST_F(SetupPanelTest, RunCountsAndSendsWhatTheCommandSays) {
    static_cast<QSpinBox*>(named("Pairs"))->setValue(4);
    static_cast<QSpinBox*>(named("Steps"))->setValue(50);
    panel.model()->setData(panel.view()->model()->index(0, 1, panel.view()->model()->index(0, 0)),
                           QStringLiteral("5"));
    QCoreApplication::processEvents();
    EXPECT_TRUE(panel.runButton()->text().startsWith(QStringLiteral("Run 4 pairs")));
    const auto request = panel.request();
    EXPECT_EQ(request.pairs, 4);
    EXPECT_EQ(request.steps, 50);
    EXPECT_EQ(request.assignmentsA.at("seed"), "5");
    // Where something is in the way, such as a missing runner, nothing is sent; else exactly once.
    QSignalSpy requested(&panel, &SetupPanel::runRequested);
    panel.run();
    EXPECT_EQ(requested.size(), panel.obstacle().isEmpty() ? 1 : 0);
    EXPECT_EQ(panel.runButton()->isEnabled(), panel.obstacle().isEmpty());
    const QString command = panel.commandLine();
    EXPECT_TRUE(command.contains(QStringLiteral("--pairs 4"))) << command.toStdString();
    EXPECT_TRUE(command.contains(QStringLiteral("--set seed=5"))) << command.toStdString();
    EXPECT_TRUE(command.contains(QStringLiteral("--steps 50"))) << command.toStdString();
}

TEST_F(SetupPanelTest, AnEmptyCommandDisablesRunWithTheReason) {
    panel.chooseCommand();
    QCoreApplication::processEvents();
    EXPECT_FALSE(panel.runButton()->isEnabled());
    EXPECT_FALSE(panel.obstacle().isEmpty());
    EXPECT_EQ(panel.runButton()->toolTip(), panel.obstacle());
    QSignalSpy requested(&panel, &SetupPanel::runRequested);
    panel.run();
    EXPECT_TRUE(requested.isEmpty());

    static_cast<QLineEdit*>(named("Training command"))
        ->setText(QStringLiteral("python \"my train.py\" --epochs 3"));
    QCoreApplication::processEvents();
    EXPECT_EQ(panel.request().source.command, (QStringList{"python", "my train.py", "--epochs", "3"}));
    EXPECT_FALSE(panel.request().steps.has_value());
}

TEST_F(SetupPanelTest, AConflictStandsInItsRowAndOnlyThere) {
    // A command of one's own needs no runner, which a build without LibTorch has not.
    panel.chooseCommand();
    static_cast<QLineEdit*>(named("Training command"))->setText(QStringLiteral("python train.py"));
    select("recorder", SettingsModel::A);
    ASSERT_TRUE(panel.model()->setData(panel.view()->currentIndex(), QStringLiteral("off")));
    QCoreApplication::processEvents();
    const auto findingOf = [&](const char* key) {
        select(key, SettingsModel::A);
        return panel.view()->currentIndex().data(SettingsModel::FindingRole).toString();
    };
    EXPECT_TRUE(findingOf("recorder").contains(QStringLiteral("recorder=off")))
        << findingOf("recorder").toStdString();
    EXPECT_TRUE(findingOf("seed").isEmpty());
    select("recorder", SettingsModel::A);
    panel.model()->reset(panel.view()->currentIndex());
    QCoreApplication::processEvents();
    EXPECT_TRUE(findingOf("recorder").isEmpty());
}

TEST_F(SetupPanelTest, AdoptsWhatAPairWasAskedFor) {
    RunEntry a, b;
    a.experiment = b.experiment = QStringLiteral("digits-cnn");
    a.preset = b.preset = QStringLiteral("deterministic");
    a.plannedSteps = b.plannedSteps = 77;
    a.requested = {{"seed", "9"}, {"threads", "3"}};
    b.requested = {{"seed", "9"}, {"threads", "1"}};
    panel.adopt(a, b);
    const auto request = panel.request();
    EXPECT_EQ(request.source.experiment, QStringLiteral("digits-cnn"));
    EXPECT_EQ(request.preset, QStringLiteral("deterministic"));
    EXPECT_EQ(request.steps, 77);
    EXPECT_EQ(panel.model()->values().valueA("threads"), "3");
    EXPECT_EQ(panel.model()->values().valueB("threads"), "1");
    EXPECT_TRUE(panel.model()->values().followsA("seed"));
}

TEST_F(SetupPanelTest, EveryFieldHasANameAndIsLargeEnoughToHit) {
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
        if (!widget->isVisible() ||
            (!qobject_cast<QComboBox*>(widget) && !qobject_cast<QAbstractButton*>(widget) &&
             !qobject_cast<QAbstractSpinBox*>(widget)))
            continue;
        auto* button = qobject_cast<QAbstractButton*>(widget);
        EXPECT_TRUE(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()))
            << widget->metaObject()->className();
        EXPECT_GE(widget->height(), 24) << widget->accessibleName().toStdString();
    }
}

}  // namespace
}  // namespace firstsplit::ui
