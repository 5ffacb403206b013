#include <gmock/gmock.h>

#include <set>

#include "core/settings/settings.h"

namespace firstsplit::settings {
namespace {

TEST(SettingsTable, KeysAreUniqueAndRowsOfAGroupStandTogether) {
    std::set<std::string> keys, groups;
    std::string group;
    for (const Setting& row : table()) {
        EXPECT_TRUE(keys.insert(row.key).second) << row.key << " stands twice";
        EXPECT_TRUE(row.group == group || groups.insert(row.group).second) << row.group << " is torn apart";
        group = row.group;
        EXPECT_EQ(find(row.key), &row);
    }
}

TEST(SettingsTable, EveryRowExplainsItself) {
    for (const Setting& row : table()) {
        EXPECT_FALSE(row.label.empty()) << row.key;
        EXPECT_TRUE(row.effect.ends_with('.')) << row.key;
        EXPECT_THAT(row.documentation, testing::StartsWith("https://")) << row.key;
        for (const Choice& choice : row.choices)
            EXPECT_TRUE(choice.effect.ends_with('.')) << row.key << "=" << choice.value;
        EXPECT_NE(row.choices.empty(), !row.minimum || !row.maximum)
            << row.key << " takes neither words nor numbers";
    }
}

TEST(SettingsTable, DefaultsAndConditionsNameWhatExists) {
    for (const Setting& row : table()) {
        EXPECT_TRUE(check(row.key, row.defaultValue)) << row.key << "=" << row.defaultValue;
        for (const std::string& name : row.actsWhen.experiments) EXPECT_TRUE(name.empty() || experimentNamed(name)) << name;
        for (const std::string& value : row.actsWhen.otherValues)
            EXPECT_TRUE(check(row.actsWhen.otherKey, value));
    }
}

TEST(SettingsTable, OnlyEnvironmentSettingsHaveVariables) {
    for (const Setting& row : table())
        EXPECT_EQ(row.kind == Kind::Environment, !row.variables.empty()) << row.key;
}

}  // namespace
}  // namespace firstsplit::settings
