#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "ui/models/io_thread.h"

namespace firstsplit::ui {
namespace {

using Urgency = IoThread::Urgency;

TEST(IoThread, TakesTheMostUrgentTaskFirst) {
    std::vector<int> order;
    std::promise<void> gate, done;
    {
        IoThread io;
        io.post(Urgency::Background, [&] { gate.get_future().wait(); });
        io.post(Urgency::Background, [&] { order.push_back(3), done.set_value(); });
        io.post(Urgency::Load, [&] { order.push_back(2); });
        io.post(Urgency::Inspect, [&] { order.push_back(1); });
        gate.set_value();
        done.get_future().wait();
    }
    EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(IoThread, DropsWhatStillWaitsAtItsEnd) {
    bool hasRun = false;
    std::promise<void> started;
    std::promise<void> gate;
    auto opened = gate.get_future();
    {
        IoThread io;
        io.post(Urgency::Load, [&] {
            started.set_value();
            opened.wait();
        });
        started.get_future().wait();
        io.post(Urgency::Load, [&] { hasRun = true; });
        // The end is asked for while the first task runs; it must be waited for, and the second be dropped.
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            gate.set_value();
        });
        later.detach();
    }
    EXPECT_FALSE(hasRun);
}

}  // namespace
}  // namespace firstsplit::ui
