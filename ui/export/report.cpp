#include <QImage>
#include <QStringList>

#include "ui/export/atomic_file.h"
#include "ui/export/figure.h"

namespace firstsplit::ui {

namespace {

constexpr QSize figureSize(980, 900);

QString escaped(const QString& text) {
    return text.toHtmlEscaped();
}
QString escaped(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}
QString escaped(std::string_view text) {
    return escaped(std::string(text));
}
QString countText(std::int64_t value) {
    return QString::fromStdString(compare::countText(value));
}

const char* const style = R"(
:root { color-scheme: light dark; --text: #1b1e21; --dim: #5f6770; --page: #f4f5f6; --line: #d0d4d9; --ink: #4c0f5e; --a: #0870b2; --b: #b84a00; }
@media (prefers-color-scheme: dark) { :root { --text: #eff0f1; --dim: #a0a6ad; --page: #25292d; --line: #4a5058; --ink: #f0caff; --a: #3f9be0; --b: #ff9d4d; } }
body { font: 15px/1.45 "Noto Sans", system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 1000px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.25em; margin-top: 2.2em; border-top: 1px solid var(--line); padding-top: 1em; } h3 { font-size: 1em; margin-bottom: .3em; }
.verdict { border-left: 4px solid var(--ink); padding: .3em 0 .3em .9em; } .verdict b { font-size: 1.1em; }
.dim { color: var(--dim); } .a { color: var(--a); } .b { color: var(--b); } .ink { color: var(--ink); font-weight: bold; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2em .9em .2em 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } pre { overflow: auto; } img { max-width: 100%; height: auto; }
)";

QString splitTable(const compare::Comparison& c) {
    QString html = QStringLiteral(
        "<table><tr><th>Kind</th><th class=\"n\">First step</th><th class=\"n\">Steps different</th>"
        "<th class=\"n\">Steps compared</th><th class=\"n\">Times equal again</th><th>First in</th></tr>\n");
    for (Kind kind : allKinds) {
        const compare::KindSplit& split = c.kinds[indexOf(kind)];
        if (kind == Kind::Buffer && !split.compared) continue;
        html += QStringLiteral("<tr><td>%1</td>").arg(escaped(labelOf(kind)));
        if (!split.compared) {
            html += QStringLiteral(
                "<td class=\"n\">–</td><td colspan=\"4\" class=\"dim\">not recorded in both "
                "runs</td></tr>\n");
            continue;
        }
        const QString first = split.firstStep
                                  ? QStringLiteral("<span class=\"ink\">%1</span>")
                                        .arg(*split.firstStep < 0 ? QStringLiteral("before training")
                                                                  : countText(*split.firstStep))
                                  : QStringLiteral("=");
        html += QStringLiteral(
                    "<td class=\"n\">%1</td><td class=\"n\">%2</td><td class=\"n\">%3</td><td "
                    "class=\"n\">%4</td><td>%5</td></tr>\n")
                    .arg(first, countText(split.stepsDifferent), countText(split.stepsCompared),
                         countText(split.timesEqualAgain), escaped(split.firstMember));
    }
    return html + QStringLiteral("</table>\n");
}

QString sizeOfDifference(const compare::Comparison& c) {
    if (!c.weights || c.weights->steps.empty()) return {};
    const compare::Difference& last = c.weights->overall.back();
    return QStringLiteral(
               "<p>At step %1, the last one with stored weights: max |Δw| %2, relative L2 %3, "
               "%4 of %5 elements differ.</p>\n")
        .arg(countText(c.weights->steps.back()), escaped(compare::differenceText(last.maxAbs)),
             escaped(compare::differenceText(last.relativeL2)), countText(last.differingElements),
             countText(last.elements));
}

QString differTable(const QString& title, const std::vector<compare::Differing>& rows,
                    const QString& whenNone) {
    QString html = QStringLiteral("<h3>%1</h3>\n").arg(title);
    if (rows.empty()) return html + QStringLiteral("<p class=\"dim\">%1</p>\n").arg(whenNone);
    html += QStringLiteral("<table><tr><th></th><th class=\"a\">A</th><th class=\"b\">B</th></tr>\n");
    for (const compare::Differing& row : rows)
        html += QStringLiteral("<tr><td>%1</td><td>%2</td><td>%3</td></tr>\n")
                    .arg(escaped(row.key), escaped(row.a), escaped(row.b));
    return html + QStringLiteral("</table>\n");
}

QString runsTable(const compare::Comparison& c) {
    QString html = QStringLiteral(
        "<h3>Runs</h3>\n<table><tr><th></th><th class=\"a\">A</th><th class=\"b\">B</th></tr>\n");
    const auto row = [&](const char* name, const QString& a, const QString& b) {
        if (a.isEmpty() && b.isEmpty()) return;
        html += QStringLiteral("<tr><td>%1</td>").arg(QString::fromUtf8(name));
        html += a == b ? QStringLiteral("<td colspan=\"2\">%1</td></tr>\n").arg(escaped(a))
                       : QStringLiteral("<td>%1</td><td>%2</td></tr>\n").arg(escaped(a), escaped(b));
    };
    const auto text = [](const std::string& words) { return QString::fromStdString(words); };
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? QString::number(*value) : QString();
    };
    row("name", text(c.a.name), text(c.b.name));
    row("file", text(c.a.file), text(c.b.file));
    row("experiment", text(c.a.experiment), text(c.b.experiment));
    row("preset", text(c.a.preset), text(c.b.preset));
    row("command", text(c.a.commandLine), text(c.b.commandLine));
    row("seed", number(c.a.seed), number(c.b.seed));
    row("device", text(c.a.device), text(c.b.device));
    row("steps", countText(c.stepsA), countText(c.stepsB));
    row("start (UTC)", text(c.a.startTime), text(c.b.startTime));
    row("end", text(std::string(record::nameOf(c.a.end))), text(std::string(record::nameOf(c.b.end))));
    row("reason", text(c.a.endReason), text(c.b.endReason));
    html += QStringLiteral("</table>\n");
    for (const auto& [letter, run] : {std::pair("A", &c.a), std::pair("B", &c.b)})
        if (!run->lastWords.empty())
            html += QStringLiteral("<details><summary>Last words of %1</summary><pre>%2</pre></details>\n")
                        .arg(QString::fromLatin1(letter), escaped(run->lastWords));
    return html;
}

QString environmentTable(const compare::Comparison& c) {
    QString html = QStringLiteral("<details><summary>Environment of A (%1 values)</summary>\n<table>\n")
                       .arg(c.a.environment.size());
    for (const auto& [key, value] : c.a.environment)
        html += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>\n").arg(escaped(key), escaped(value));
    return html + QStringLiteral("</table></details>\n");
}

QString picture(const compare::Comparison& c, const QString& sentence) {
    const auto data = [&](bool isDark) {
        const QByteArray svg = Figure(c, figureSize, paperTheme(isDark)).svg(sentence);
        return QStringLiteral("data:image/svg+xml;base64,") + QString::fromLatin1(svg.toBase64());
    };
    return QStringLiteral(
               "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"%1\">"
               "<img width=\"%3\" height=\"%4\" alt=\"%5\" src=\"%2\"></picture>\n")
        .arg(data(true), data(false))
        .arg(figureSize.width())
        .arg(figureSize.height())
        .arg(escaped(sentence));
}

QString section(const ReportEntry& entry) {
    const compare::Comparison& c = *entry.comparison;
    const compare::VerdictText words = compare::describe(c);
    QString html =
        QStringLiteral("<section>\n<h2>%1</h2>\n<p class=\"verdict\"><b>%2&ensp;%3</b><br>%4<br>%5</p>\n")
            .arg(escaped(entry.title), escaped(words.sign), escaped(words.sentence), escaped(words.reason),
                 escaped(words.scope));
    if (entry.repeats) html += QStringLiteral("<p>%1</p>\n").arg(escaped(compare::describe(*entry.repeats)));
    html += picture(c, QString::fromStdString(words.sentence));
    html += QStringLiteral("<h3>Splits</h3>\n") + splitTable(c) + sizeOfDifference(c);
    if (!c.cause.evidence.empty()) {
        html += QStringLiteral("<h3>Evidence</h3>\n<ul>\n");
        for (const std::string& sentence : c.cause.evidence)
            html += QStringLiteral("<li>%1</li>\n").arg(escaped(sentence));
        html += QStringLiteral("</ul>\n");
    }
    html += differTable(QStringLiteral("Settings that differ"), c.settingsDiffer,
                        QStringLiteral("All settings are equal."));
    html += differTable(QStringLiteral("Environment that differs"), c.environmentDiffer,
                        QStringLiteral("The environments are equal."));
    html += runsTable(c) + environmentTable(c);
    html += QStringLiteral("<h3>What was compared</h3>\n<p>%1</p>\n").arg(escaped(words.compared));
    if (!c.leftOut.empty()) {
        html += QStringLiteral("<ul>\n");
        for (const std::string& sentence : c.leftOut)
            html += QStringLiteral("<li>%1</li>\n").arg(escaped(sentence));
        html += QStringLiteral("</ul>\n");
    }
    return html + QStringLiteral("</section>\n");
}

}  // namespace

Result<> exportHtmlReport(std::span<const ReportEntry> entries, const QString& path, Existing existing) {
    if (entries.empty())
        return fail("No report was written: there is no comparison to report. Compare two runs first.");
    for (const ReportEntry& entry : entries)
        if (!entry.comparison)
            return fail("No report was written: a comparison is missing. Compare the runs again.");
    return writeAtomically(path, existing, [&](QIODevice& file) -> Result<> {
        QString html = QStringLiteral(
                           "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                           "<title>FirstSplit report</title>\n<style>%1</style>\n</head>\n<body>\n"
                           "<h1>FirstSplit report</h1>\n")
                           .arg(QString::fromUtf8(style));
        for (const ReportEntry& entry : entries) html += section(entry);
        html += QStringLiteral(
                    "<p class=\"dim\">Differences are B − A. Steps count from 0. Written by FirstSplit "
                    "%1.</p>\n</body>\n</html>\n")
                    .arg(QStringLiteral(FIRSTSPLIT_VERSION));
        const QByteArray bytes = html.toUtf8();
        if (file.write(bytes) != bytes.size())
            return fail((path + QStringLiteral(" could not be written: %1. Free some space and try again.")
                                    .arg(file.errorString()))
                            .toStdString());
        return {};
    });
}

}  // namespace firstsplit::ui
