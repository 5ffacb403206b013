#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include "tests/ui/window/fake_library.h"
#include "ui/window/export_command.h"

namespace firstsplit::ui {
namespace {

TEST(ExportCommand, WritesTheFormatThatTheNameAsksFor) {
    const testing::FakeRun a(20);
    const auto compared = compare::compareRuns(a, testing::splitRun());
    ASSERT_TRUE(compared);
    const auto comparison = std::make_shared<const compare::Comparison>(*compared);
    const QTemporaryDir folder;
    const std::pair<const char*, const char*> starts[] = {
        {"x.csv", "step"}, {"x.html", "<!"}, {"x.png", "\x89PNG"}, {"x.svg", "<?xml"}, {"x.pdf", "%PDF"}};
    for (const auto& [name, start] : starts) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        const auto written = exportTo(path, comparison, QStringLiteral("A and B"));
        ASSERT_TRUE(written) << name << ": " << written.error().message;
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_TRUE(file.read(8).startsWith(start)) << name;
    }
}

TEST(ExportCommand, SaysWhyAFileCannotBeWritten) {
    const testing::FakeRun a(20);
    const auto compared = compare::compareRuns(a, testing::splitRun());
    ASSERT_TRUE(compared);
    const auto comparison = std::make_shared<const compare::Comparison>(*compared);
    const auto written = exportTo(QStringLiteral("/nowhere/at/all/x.csv"), comparison, {});
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("/nowhere/at/all"), std::string::npos);
}

}  // namespace
}  // namespace firstsplit::ui
