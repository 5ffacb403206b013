#include "app/commands/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "core/compare/words.h"

namespace firstsplit::app {

namespace {

std::size_t terminalWidth() {
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressLine::ProgressLine() : m_isTerminal(::isatty(STDERR_FILENO) == 1) {
    m_sinceStart.start();
}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(const std::string& text) {
    if (!m_isTerminal) return;
    m_shown = text.substr(0, terminalWidth() - 1);
    std::fprintf(stderr, "\r\033[K%s", m_shown.c_str());
    std::fflush(stderr);
}

void ProgressLine::showFraction(const std::string& what, double fraction) {
    if (!m_isTerminal || (m_clock.isValid() && m_clock.elapsed() < 100)) return;
    if (!m_clock.isValid()) m_sinceStart.restart();
    m_clock.start();
    std::string left;
    if (const double spent = static_cast<double>(m_sinceStart.elapsed()) / 1000;
        fraction > 0.02 && spent > 0.5)
        left = ", " + durationText(spent / fraction * (1 - fraction)) + " left";
    show(fmt::format("{} {:.0f} %{}", what, 100 * fraction, left));
}

void ProgressLine::clear() {
    if (m_shown.empty()) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    m_shown.clear();
}

void ProgressLine::print(const std::string& text) {
    const std::string shown = m_shown;
    clear();
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
    if (!shown.empty() && !text.empty() && text.back() == '\n') show(shown);
}

std::string durationText(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string textOf(const launch::SplitSeen& split) {
    const std::string where = split.step < 0 ? "before training" : fmt::format("at step {}", split.step);
    return fmt::format("{} differs {}{}", labelOf(split.kind), where,
                       split.tensor.isEmpty() ? "" : ", in " + split.tensor.toStdString());
}

std::string textOf(const launch::RunProgress& progress, int pairs) {
    std::string text;
    if (pairs > 1) text += fmt::format("pair {} of {}, ", progress.pair + 1, pairs);
    if (pairs > 0) text += fmt::format("run {}: ", static_cast<char>(progress.side.toLatin1()));
    if (progress.stage == QLatin1String("building the file")) return text + "building the file";
    text += progress.plannedSteps ? fmt::format("step {} of {}", progress.step, *progress.plannedSteps)
                                  : fmt::format("step {}", progress.step);
    if (progress.stepsPerSecond > 0)
        text += progress.stepsPerSecond < 10 ? fmt::format(", {:.2g} steps/s", progress.stepsPerSecond)
                                             : fmt::format(", {:.0f} steps/s", progress.stepsPerSecond);
    if (progress.loss) text += fmt::format(", loss {:.4g}", *progress.loss);
    if (progress.recordedBytes > 0) text += ", " + compare::bytesText(progress.recordedBytes);
    if (progress.secondsLeft) text += ", " + durationText(*progress.secondsLeft) + " left";
    return text;
}

}  // namespace firstsplit::app
