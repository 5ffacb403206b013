#include <QApplication>
#include <cstdio>
#include <memory>

#include "app/commands/comparison_text.h"
#include "app/commands/invocation.h"
#include "app/commands/progress_line.h"
#include "ui/export/export.h"

namespace firstsplit::app {

namespace {

struct ExportOptions {
    std::vector<std::string> files;
    std::string html, csv;
    std::vector<std::string> images;
    int width = 980, height = 900;
    double scale = 2;
    bool isDark = false, replaces = false;
};

QString titleOf(const compare::Comparison& comparison) {
    const auto nameOf = [](const record::RunInfo& run) {
        return QString::fromStdString(run.name.empty() ? run.file : run.name);
    };
    return QStringLiteral("%1 and %2").arg(nameOf(comparison.a), nameOf(comparison.b));
}

Result<> exportAll(const ExportOptions& options, const std::vector<ui::ReportEntry>& entries) {
    const auto existing = options.replaces ? ui::Existing::Replace : ui::Existing::Keep;
    const auto path = [](const std::string& name) { return QString::fromLocal8Bit(name.c_str()); };
    const auto said = [](const std::string& name, const Result<>& written) {
        if (written) std::printf("%s\n", name.c_str());
        return written;
    };
    if (!options.html.empty())
        if (auto written = said(options.html, ui::exportHtmlReport(entries, path(options.html), existing));
            !written)
            return written;
    const compare::Comparison& first = *entries.front().comparison;
    if (!options.csv.empty())
        if (auto written = said(options.csv, ui::exportCsv(first, path(options.csv), existing)); !written)
            return written;
    for (const std::string& image : options.images)
        if (auto written =
                said(image, ui::exportImage(first, path(image), {options.width, options.height},
                                            ui::paperTheme(options.isDark), options.scale, existing));
            !written)
            return written;
    return {};
}

int exportFiles(Invocation& invocation, const ExportOptions& options) {
    if (const int refused = refuseCommand(invocation, "export")) return refused;
    if (options.html.empty() && options.csv.empty() && options.images.empty())
        return reportError(invocation, "Nothing to export: name a file with --html, --csv or --image.");
    if (options.files.size() % 2 != 0)
        return reportError(
            invocation,
            "Runs are exported in pairs, A then B: an odd number of files was given. Add the missing one.");
    if (options.files.size() > 2 && (!options.csv.empty() || !options.images.empty()))
        return reportError(invocation,
                           "CSV and images show one pair: give two files, or export the pairs with --html.");
    ProgressLine line;
    std::vector<ui::ReportEntry> entries;
    for (std::size_t i = 0; i < options.files.size(); i += 2) {
        auto comparison = compareFiles(options.files[i], options.files[i + 1], [&line](double done) {
            line.showFraction("comparing", done);
            return true;
        });
        line.clear();
        if (!comparison) return reportError(invocation, comparison.error().message);
        auto shared = std::make_shared<const compare::Comparison>(std::move(*comparison));
        entries.push_back({titleOf(*shared), std::move(shared)});
    }
    // Pictures need Qt's fonts, but no display.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(invocation.argumentCount, invocation.arguments);
    const Result<> written = exportAll(options, entries);
    return written ? 0 : reportError(invocation, written.error().message);
}

}  // namespace

void addExport(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command =
        app.add_subcommand("export", "write a comparison as HTML report, CSV, PNG, SVG or PDF (exit 0, 2)");
    command->add_option("RUN", options->files, "A and B, run files or journals; several pairs with --html")
        ->type_name("FILE")
        ->required();
    command->add_option("--html", options->html, "self-contained report of every pair")->type_name("FILE");
    command->add_option("--csv", options->csv, "numbers, a row a step")->type_name("FILE");
    command->add_option("--image", options->images, "ladder and plots; .png, .svg or .pdf (repeat)")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command->add_option("--width", options->width, "of images, in pixels")->capture_default_str();
    command->add_option("--height", options->height, "of images, in pixels")->capture_default_str();
    command->add_option("--scale", options->scale, "of a PNG's pixels")->capture_default_str();
    command->add_flag("--dark", options->isDark, "images for a dark page");
    command->add_flag("--force", options->replaces, "replace files that exist");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return exportFiles(invocation, *options); };
    });
}

}  // namespace firstsplit::app
