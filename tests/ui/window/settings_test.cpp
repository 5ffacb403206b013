#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "ui/models/settings_model.h"

namespace firstsplit::ui {
namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

QModelIndex find(const SettingsModel& model, const QString& key, int column) {
    for (int group = 0; group < model.rowCount(); ++group) {
        const QModelIndex parent = model.index(group, 0);
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, column, parent);
            if (index.data(SettingsModel::KeyRole).toString() == key) return index;
        }
    }
    return {};
}

struct SettingsModelTest : ::testing::Test {
    SettingsModel model;
    QAbstractItemModelTester tester{&model, Mode::Fatal};
    QModelIndex a(const char* key) { return find(model, QString::fromLatin1(key), SettingsModel::A); }
    QModelIndex b(const char* key) { return find(model, QString::fromLatin1(key), SettingsModel::B); }
};

TEST_F(SettingsModelTest, HoldsEverySettingOnce) {
    int rows = 0;
    for (int group = 0; group < model.rowCount(); ++group) rows += model.rowCount(model.index(group, 0));
    EXPECT_EQ(rows, static_cast<int>(settings::table().size()));
    for (const auto& setting : settings::table())
        EXPECT_TRUE(a(setting.key.c_str()).isValid()) << setting.key;
}

TEST_F(SettingsModelTest, BFollowsAUntilItIsGivenAValue) {
    EXPECT_EQ(b("deterministic").data().toString(), QStringLiteral("="));
    ASSERT_TRUE(model.setData(a("deterministic"), QStringLiteral("warn")));
    EXPECT_EQ(b("deterministic").data().toString(), QStringLiteral("="));
    EXPECT_EQ(model.values().valueB("deterministic"), "warn");
    EXPECT_TRUE(model.values().differingKeys().empty());

    ASSERT_TRUE(model.setData(b("deterministic"), QStringLiteral("error")));
    EXPECT_EQ(b("deterministic").data().toString(), QStringLiteral("error"));
    ASSERT_TRUE(model.setData(a("deterministic"), QStringLiteral("off")));
    EXPECT_EQ(model.values().valueB("deterministic"), "error") << "the link is broken";
    EXPECT_EQ(model.values().differingKeys(), std::vector<std::string>{"deterministic"});

    model.reset(b("deterministic"));
    EXPECT_EQ(b("deterministic").data().toString(), QStringLiteral("="));
    EXPECT_EQ(model.values().valueB("deterministic"), "off");
}

TEST_F(SettingsModelTest, AnEqualsSignTypedIntoBRestoresTheLink) {
    model.setData(b("seed"), QStringLiteral("7"));
    EXPECT_TRUE(b("seed").data(SettingsModel::BreaksLinkRole).toBool());
    model.setData(b("seed"), QStringLiteral("="));
    EXPECT_FALSE(b("seed").data(SettingsModel::BreaksLinkRole).toBool());
}

TEST_F(SettingsModelTest, RefusesAValueWithTheReasonAndKeepsTheOld) {
    const QString before = a("threads").data().toString();
    QSignalSpy refused(&model, &SettingsModel::editRefused);
    EXPECT_FALSE(model.setData(a("threads"), QStringLiteral("many")));
    ASSERT_EQ(refused.size(), 1);
    EXPECT_TRUE(refused.front().front().toString().contains(QStringLiteral("threads")));
    EXPECT_EQ(a("threads").data().toString(), before);
}

TEST_F(SettingsModelTest, FoldsSettingsWithoutEffectHereIntoAGroupForEachReason) {
    const auto idleGroups = [this] {
        QStringList titles;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex group = model.index(row, 0);
            EXPECT_GT(model.rowCount(group), 0);
            if (model.isIdleGroup(row))
                titles << group.data().toString().replace(QString::number(model.rowCount(group)),
                                                          QStringLiteral("N"));
        }
        return titles;
    };
    model.setCircumstances("cpu", "digits-embedding");
    EXPECT_EQ(idleGroups(), (QStringList{"Other trainings: N settings, no effect here",
                                         "CUDA: N settings, no effect on this device"}));
    EXPECT_FALSE(a("embedding.gradient").data(SettingsModel::HasNoEffectRole).toBool());
    model.setCircumstances("cpu", "digits-cnn");
    EXPECT_TRUE(a("embedding.gradient").data(SettingsModel::HasNoEffectRole).toBool());
    EXPECT_TRUE(model.isIdleGroup(a("embedding.gradient").parent().row()));
    model.setCircumstances("cuda:0", "digits-embedding");
    EXPECT_TRUE(idleGroups().contains("CPU: N settings, no effect on this device"));
}

TEST_F(SettingsModelTest, DimsASettingThatWaitsForAnother) {
    EXPECT_TRUE(a("fill_uninitialized").data(SettingsModel::HasNoEffectRole).toBool());
    model.setData(a("deterministic"), QStringLiteral("error"));
    EXPECT_FALSE(a("fill_uninitialized").data(SettingsModel::HasNoEffectRole).toBool());
}

TEST_F(SettingsModelTest, APresetsOwnValueIsNoAssignment) {
    model.values().setPreset({{"seed", "0"}});
    model.setData(a("seed"), QStringLiteral("0"));
    EXPECT_FALSE(model.values().assignmentsA().contains("seed"));
    model.setData(a("seed"), QStringLiteral("3"));
    EXPECT_EQ(model.values().assignmentsA().at("seed"), "3");
    model.reset(a("seed"));
    EXPECT_EQ(model.values().valueA("seed"), "0");
}

TEST_F(SettingsModelTest, BsAssignmentsHoldAsToo) {
    model.setData(a("threads"), QStringLiteral("3"));
    model.setData(b("deterministic"), QStringLiteral("warn"));
    const auto values = model.values().assignmentsB();
    EXPECT_EQ(values.at("threads"), "3");
    EXPECT_EQ(values.at("deterministic"), "warn");
    EXPECT_FALSE(model.values().assignmentsA().contains("deterministic"));
}

}  // namespace
}  // namespace firstsplit::ui
