#include <QApplication>
#include <QFileInfo>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/comparison_text.h"
#include "app/commands/invocation.h"
#include "app/commands/progress_line.h"
#include "app/commands/qt_messages.h"
#include "ui/export/export.h"
#include "ui/models/single_run.h"

namespace firstsplit::app {

namespace {

struct ExportOptions {
    std::vector<std::string> runs;
    std::string csv, image, html, size = "1200x1400";
    double scale = 2;
    bool isDark = false, force = false;
};

using Shared = std::shared_ptr<const compare::Comparison>;

Result<QSize> sizeFromText(const std::string& text) {
    int width = 0, height = 0;
    char rest = 0;
    constexpr int smallest = 200, largest = 20000;
    if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 ||
        std::min(width, height) < smallest || std::max(width, height) > largest)
        return fail(
            "--size " + text +
            " is no size of a picture. Give width x height in pixels, from 200 to 20000: --size 1200x1400");
    return QSize(width, height);
}

Result<Shared> read(const std::vector<std::string>& files, std::size_t first, ProgressLine& line) {
    const auto progress = [&line](double done) {
        line.showFraction("comparing", done);
        return true;
    };
    Result<compare::Comparison> comparison;
    if (first + 1 < files.size()) {
        comparison = compareFiles(files[first], files[first + 1], progress);
    } else {
        const auto run = record::openRun(files[first]);
        if (!run) return tl::unexpected(run.error());
        comparison = ui::readSingleRun(**run, progress);
    }
    line.clear();
    if (!comparison) return tl::unexpected(comparison.error());
    return std::make_shared<const compare::Comparison>(std::move(*comparison));
}

Result<> checkRequest(const ExportOptions& options) {
    if (options.csv.empty() && options.image.empty() && options.html.empty())
        return fail(
            "There is nothing to write: name at least one of --csv FILE, --image FILE.png (or .svg, .pdf) "
            "and --html FILE.");
    if (options.runs.size() > 2 && (!options.csv.empty() || !options.image.empty()))
        return fail(
            "--csv and --image take one pair (or one run). Give two files, or use --html for a report of "
            "several pairs.");
    if (options.runs.size() > 1 && options.runs.size() % 2 != 0)
        return fail(
            "Runs are taken in pairs, A B A B, and one of them has no partner. Give an even number of files, "
            "or one.");
    return {};
}

/// "digits-embedding, seeds", the name of the pair in a report.
QString titleOf(const compare::Comparison& comparison) {
    const record::RunInfo& run = comparison.a;
    std::string title = run.experiment.empty() ? run.commandLine : run.experiment;
    if (!run.preset.empty()) title += ", " + run.preset;
    if (title.empty()) title = run.file;
    return QString::fromStdString(title);
}

Result<> writeAll(const ExportOptions& options, QSize size, const std::vector<Shared>& comparisons,
                  std::vector<std::string>& written) {
    const ui::Existing existing = options.force ? ui::Existing::Replace : ui::Existing::Keep;
    const auto done = [&written](const std::string& file) {
        written.push_back(QFileInfo(QString::fromLocal8Bit(file.c_str())).absoluteFilePath().toStdString());
    };
    const auto path = [](const std::string& file) { return QString::fromLocal8Bit(file.c_str()); };
    if (!options.csv.empty()) {
        if (auto result = ui::exportCsv(*comparisons.front(), path(options.csv), existing); !result)
            return result;
        done(options.csv);
    }
    if (!options.image.empty()) {
        if (auto result = ui::exportImage(*comparisons.front(), path(options.image), size,
                                          ui::paperTheme(options.isDark), options.scale, existing);
            !result)
            return result;
        done(options.image);
    }
    if (!options.html.empty()) {
        std::vector<ui::ReportEntry> entries;
        for (const Shared& comparison : comparisons) entries.push_back({titleOf(*comparison), comparison});
        if (auto result = ui::exportHtmlReport(entries, path(options.html), existing); !result) return result;
        done(options.html);
    }
    return {};
}

int exportRuns(Invocation& invocation, const ExportOptions& options) {
    if (const int refused = refuseCommand(invocation, "export")) return refused;
    if (auto checked = checkRequest(options); !checked)
        return reportError(invocation, checked.error().message);
    const auto size = sizeFromText(options.size);
    if (!size) return reportError(invocation, size.error().message);

    ProgressLine line;
    std::vector<Shared> comparisons;
    for (std::size_t i = 0; i < options.runs.size(); i += 2) {
        auto comparison = read(options.runs, i, line);
        if (!comparison) return reportError(invocation, comparison.error().message);
        comparisons.push_back(std::move(*comparison));
    }
    // Pictures are drawn by the window's own plots, which need an application but no display.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(printQtMessage);
    const QApplication application(invocation.argumentCount, invocation.arguments);
    std::vector<std::string> written;
    const auto result = writeAll(options, *size, comparisons, written);
    if (!result) return reportError(invocation, result.error().message);
    if (invocation.wantsJson)
        std::puts(
            nlohmann::ordered_json({{"format", "firstsplit.export/1"}, {"files", written}}).dump(2).c_str());
    else
        for (const std::string& file : written) std::puts(file.c_str());
    return 0;
}

}  // namespace

void addExport(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command =
        app.add_subcommand("export", "write numbers, plots or a report of a pair (or of one run)");
    command
        ->add_option("RUNS", options->runs,
                     "A and B, run files or journals; for --html several pairs: A B A B")
        ->type_name("FILE")
        ->required();
    command->add_option("--csv", options->csv, "numbers, a row a step")->type_name("FILE");
    command
        ->add_option("--image", options->image, "ladder and plots, as PNG, SVG or PDF by the name's ending")
        ->type_name("FILE");
    command->add_option("--html", options->html, "a report in one file")->type_name("FILE");
    command->add_option("--size", options->size, "of the picture, in pixels")
        ->type_name("WxH")
        ->capture_default_str();
    command->add_option("--scale", options->scale, "pixels of a PNG for each of these")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(0.25, 8.0));
    command->add_flag("--dark", options->isDark, "a picture on dark ground");
    command->add_flag("--force", options->force, "replace files that exist");
    command->add_flag("--json", invocation.wantsJson, "write one JSON document to standard output");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] { return exportRuns(invocation, *options); };
    });
}

}  // namespace firstsplit::app
