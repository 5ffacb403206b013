#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/compare/ulp.h"
#include "core/compare/words.h"

namespace firstsplit::compare {
namespace {

std::string superscript(int number) {
    static constexpr std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char digit : std::to_string(number))
        text += digit == '-' ? "⁻" : digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::optional<std::string> notFinite(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+Inf" : "−Inf";
    return std::nullopt;
}

/// Replaces C's minus and exponent by those of print.
std::string typeset(const std::string& plain) {
    const std::size_t exponentAt = plain.find('e');
    std::string mantissa = plain.substr(0, exponentAt);
    if (!mantissa.empty() && mantissa.back() == '.') mantissa.pop_back();
    if (mantissa.starts_with('-')) mantissa.replace(0, 1, "−");
    if (exponentAt == std::string::npos) return mantissa;
    return mantissa + "×10" + superscript(std::atoi(plain.c_str() + exponentAt + 1));
}

}  // namespace

std::string differenceText(double value) {
    if (auto text = notFinite(value)) return *text;
    if (value == 0) return "0";
    const std::string scientific = fmt::format("{:.1e}", value);
    const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
    if (exponent < -3 || exponent > 3) return typeset(scientific);
    const double rounded = std::strtod(scientific.c_str(), nullptr);
    return typeset(fmt::format("{:.{}f}", rounded, std::max(0, 1 - exponent)));
}

std::string countText(std::int64_t value) {
    std::string digits = std::to_string(value);
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
    if (first) digits.replace(0, 1, "−");
    return digits;
}

std::string bytesText(std::uint64_t bytes) {
    if (bytes < 1000) return fmt::format("{} B", bytes);
    static constexpr std::array<const char*, 6> units = {"kB", "MB", "GB", "TB", "PB", "EB"};
    double value = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    // 999.5 and more would be printed as 1000.
    for (; value >= 999.5 && unit + 1 < units.size(); ++unit) value /= 1000;
    return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, units[unit]);
}

std::string ulpText(std::int64_t ulp) {
    return ulp == unlimitedUlp ? "unlimited ULP" : countText(ulp) + " ULP";
}

std::string shareText(std::int64_t part, std::int64_t whole, const std::string& things) {
    if (part == 0 || whole == 0) return fmt::format("0 of {} {}", countText(whole), things);
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (part == whole) return fmt::format("100 % of {} {}", countText(whole), things);
    // Never rounded to nothing or to everything.
    if (percent < 0.1) return fmt::format("{} of {} {}", countText(part), countText(whole), things);
    if (percent > 99)
        return fmt::format("{:.1f} % of {} {}", std::min(percent, 99.9), countText(whole), things);
    return fmt::format("{:.{}f} % of {} {}", percent, percent < 9.95 ? 1 : 0, countText(whole), things);
}

std::pair<std::string, std::string> valueTexts(double a, double b) {
    const auto text = [](double value, int digits) {
        const auto special = notFinite(value);
        return special ? *special : typeset(fmt::format("{:#.{}g}", value, digits));
    };
    const bool isSame = std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    for (int digits = 5;; ++digits) {
        auto texts = std::pair(text(a, digits), text(b, digits));
        if (isSame || digits == 17 || (texts.first != texts.second && digits == 5)) return texts;
        // One digit more than just tells them apart: two roundings say little about how far they are.
        if (texts.first != texts.second) return {text(a, digits + 1), text(b, digits + 1)};
    }
}

}  // namespace firstsplit::compare
