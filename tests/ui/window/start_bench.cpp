// Prints the milliseconds from the start of the process (as the kernel counts them) to the window's first
// paint and to the first time its event loop is idle; with run files as arguments, also to the first picture
// that shows their comparison, and the processor time until then. Run it a few times: the first one reads the
// libraries from disk.
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
#include "ui/window/workspace.h"

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
            if (QApplication::arguments().size() == 1) QApplication::quit();
        });
        std::printf("first paint after %.0f ms\n", sinceStart());
        return false;
    }

  private:
    bool m_isDone = false;
};

double processorSeconds() {
    timespec spent{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

void openAndTime(firstsplit::ui::MainWindow& window) {
    auto* workspace = window.workspace();
    QObject::connect(workspace, &firstsplit::ui::Workspace::loadedChanged, &window, [&window] {
        QTimer::singleShot(0, &window, [&window] {
            const bool isPainted = !window.grab().isNull();
            std::printf("first picture after %.0f ms, %.0f ms of processor time\n", sinceStart(),
                        1e3 * processorSeconds());
            QApplication::exit(isPainted ? 0 : 1);
        });
    });
    QObject::connect(workspace, &firstsplit::ui::Workspace::failed, &window, [](const QString& sentence) {
        std::fprintf(stderr, "%s\n", qPrintable(sentence));
        QApplication::exit(2);
    });
    workspace->openFiles(QApplication::arguments().mid(1));
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    firstsplit::ui::ApplicationStyle::apply(application);
    firstsplit::ui::MainWindow window;
    FirstPaint paint;
    window.installEventFilter(&paint);
    window.show();
    if (argc > 1) openAndTime(window);
    return QApplication::exec();
}
