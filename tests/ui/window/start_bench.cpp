// Prints the milliseconds from the start of the process (as the kernel counts them) to the window's first
// paint and to the first time its event loop is idle. Run it a few times: the first one reads the libraries
// from disk.
#include <unistd.h>

#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "ui/window/application_style.h"
#include "ui/window/main_window.h"

namespace {

/// Milliseconds since this process was started; its start is field 22 of /proc/self/stat, in clock ticks
/// since boot.
double sinceStart() {
    std::ifstream stat("/proc/self/stat");
    std::string line;
    std::getline(stat, line);
    std::istringstream fields(line.substr(line.rfind(')') + 2));
    std::string field;
    for (int number = 3; number <= 22; ++number) fields >> field;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double started = std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
    return (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - started) * 1e3;
}

class FirstPaint : public QObject {
  public:
    using QObject::QObject;
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::Paint || m_isDone) return false;
        m_isDone = true;
        QTimer::singleShot(0, this, [] {
            std::printf("usable after %.0f ms\n", sinceStart());
            QApplication::quit();
        });
        std::printf("first paint after %.0f ms\n", sinceStart());
        return false;
    }

  private:
    bool m_isDone = false;
};

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    firstsplit::ui::ApplicationStyle::apply(application);
    firstsplit::ui::MainWindow window;
    FirstPaint paint;
    window.installEventFilter(&paint);
    window.show();
    return QApplication::exec();
}
