// Two pieces of work measured side by side in one run, and their ratio: what every benchmark program here
// reports, since absolute times of a machine that is shared say little.
#pragma once

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace firstsplit::bench {

/// Makes the compiler believe that what `address` points to is read and written here.
inline void keep(const void* address) {
    asm volatile("" : : "r"(address) : "memory");
}

/// How long `ours` takes against `theirs`: the median and quartiles of the pairs' ratios, and median seconds
/// a call.
struct Ratio {
    double median = 0;
    double lower = 0;
    double upper = 0;
    double ourSeconds = 0;
    double theirSeconds = 0;

    /// The same as a speed: 2 when ours takes half the time.
    Ratio asSpeed() const { return {1 / median, 1 / upper, 1 / lower, ourSeconds, theirSeconds}; }
};

/// What is counted: time on the wall, or the calling thread's own time on the processor, which leaves out the
/// time that other processes took from it. The latter is for work of one thread that never waits.
enum class Clock { Wall, Thread };

struct Plan {
    Clock clock = Clock::Wall;
    int pairs = 31;
    int warmUps = 3;
    double secondsEach = 0.004;  ///< Short work is repeated until a measurement takes about so long.
};

inline double now(Clock clock) {
    timespec time{};
    clock_gettime(clock == Clock::Thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double quantile(std::vector<double> values, double fraction) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(values.size() - 1)))];
}

/// Nothing to do after a call.
struct NoAftermath {
    void operator()() const {}
};

/// Runs both by turns, the order changed from pair to pair, so that a machine that slows down in between
/// slows both. `afterwards` follows each call, and its time does not count.
template <class Ours, class Theirs, class After = NoAftermath>
Ratio measure(Ours&& ours, Theirs&& theirs, const Plan& plan = {}, const After& afterwards = {}) {
    const auto secondsOf = [&](auto&& work, int calls) {
        const double start = now(plan.clock);
        double aside = 0;
        for (int call = 0; call < calls; ++call) {
            work();
            if constexpr (std::is_same_v<After, NoAftermath>) continue;
            const double end = now(plan.clock);
            afterwards();
            aside += now(plan.clock) - end;
        }
        return now(plan.clock) - start - aside;
    };
    const auto callsFor = [&](auto&& work) {
        secondsOf(work, plan.warmUps);
        int calls = 1;
        while (calls < 1'000'000 && secondsOf(work, calls) < plan.secondsEach) calls *= 2;
        return calls;
    };
    const int ourCalls = callsFor(ours);
    const int theirCalls = callsFor(theirs);
    std::vector<double> ratios, ourTimes, theirTimes;
    for (int pair = 0; pair < plan.pairs; ++pair) {
        double mine = 0;
        double other = 0;
        if (pair % 2 == 0) {
            mine = secondsOf(ours, ourCalls) / ourCalls;
            other = secondsOf(theirs, theirCalls) / theirCalls;
        } else {
            other = secondsOf(theirs, theirCalls) / theirCalls;
            mine = secondsOf(ours, ourCalls) / ourCalls;
        }
        ratios.push_back(mine / other);
        ourTimes.push_back(mine);
        theirTimes.push_back(other);
    }
    return {quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75), quantile(ourTimes, 0.5),
            quantile(theirTimes, 0.5)};
}

/// The rows of a Markdown table: what | target | measured | reached. With --rows the head is left to the
/// caller.
class Table {
  public:
    Table(int argc, char** argv) {
        const bool rowsOnly = argc > 1 && std::strcmp(argv[1], "--rows") == 0;
        if (!rowsOnly) std::printf("%s\n", head());
    }

    static const char* head() { return "| what | target | measured | reached |\n|---|---|---|---|"; }

    /// `ratio` has to be at least `target`.
    void atLeast(const std::string& what, double target, const Ratio& ratio, const std::string& unit) {
        row(what, "at least " + number(target) + " " + unit, ratio, ratio.median >= target, unit);
    }
    /// `ratio` has to be at most `target`.
    void atMost(const std::string& what, double target, const Ratio& ratio, const std::string& unit) {
        row(what, "at most " + number(target) + " " + unit, ratio, ratio.median <= target, unit);
    }
    /// Something that cannot be measured here, and why.
    void notMeasured(const std::string& what, const std::string& target, const std::string& why) {
        std::printf("| %s | %s | not measured: %s | |\n", what.c_str(), target.c_str(), why.c_str());
        std::fflush(stdout);
    }

  private:
    static std::string number(double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.2f", value);
        return text;
    }
    static void row(const std::string& what, const std::string& target, const Ratio& ratio, bool reached,
                    const std::string& unit) {
        std::printf("| %s | %s | %.2f %s (%.2f to %.2f) | %s |\n", what.c_str(), target.c_str(), ratio.median,
                    unit.c_str(), ratio.lower, ratio.upper, reached ? "yes" : "no");
        std::fflush(stdout);
    }
};

}  // namespace firstsplit::bench
