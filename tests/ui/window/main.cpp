#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>

#include "ui/window/application_style.h"

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    ::testing::InitGoogleTest(&argc, argv);
    // Nothing of the user's arrangement is read or written, nor are runs of the working folder found.
    const QTemporaryDir home;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
    QDir::setCurrent(home.path());
    QApplication application(argc, argv);
    firstsplit::ui::ApplicationStyle::apply(application);
    return RUN_ALL_TESTS();
}
