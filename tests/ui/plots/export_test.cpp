#include "ui/export/export.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <cmath>

#include "sample_comparisons.h"

using namespace firstsplit;
using namespace firstsplit::ui;
using tests::makeComparison;

namespace {

struct ExportTest : testing::Test {
    QString path(const char* name) const { return folder.filePath(QString::fromUtf8(name)); }
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTemporaryDir folder;
};

/// Reads RFC 4180.
std::vector<QStringList> parseCsv(const QByteArray& bytes) {
    std::vector<QStringList> rows(1);
    QString cell;
    bool quoted = false;
    const QString text = QString::fromUtf8(bytes);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted) {
            if (c != u'"')
                cell += c;
            else if (i + 1 < text.size() && text[i + 1] == u'"')
                cell += text[++i];
            else
                quoted = false;
        } else if (c == u'"')
            quoted = true;
        else if (c == u',' || c == u'\n') {
            rows.back() += cell;
            cell.clear();
            if (c == u'\n') rows.emplace_back();
        } else if (c != u'\r')
            cell += c;
    }
    if (rows.back().isEmpty()) rows.pop_back();
    return rows;
}

TEST_F(ExportTest, csvReadsBackAsTheSameNumbers) {
    auto comparison = std::make_shared<compare::Comparison>(*makeComparison({.nanFrom = 150}));
    comparison->weights->tensors[0] = "odd, \"name\"";
    ASSERT_TRUE(exportCsv(*comparison, path("a.csv")));
    const auto rows = parseCsv(read(path("a.csv")));
    ASSERT_EQ(rows.size(), 202u);
    const auto column = [&](const QString& name) { return rows[0].indexOf(name); };
    EXPECT_GE(column("max |B - A| of odd, \"name\""), 0);
    for (std::size_t row = 1; row < rows.size(); ++row) {
        ASSERT_EQ(rows[row].size(), rows[0].size()) << row;
        const std::size_t r = row - 1;
        EXPECT_EQ(rows[row][0].toLongLong(), static_cast<qint64>(r) - 1);
        if (r == 0) {
            EXPECT_EQ(rows[row][column("loss A")], QString()) << "nothing was recorded before training";
            continue;
        }
        EXPECT_EQ(rows[row][column("loss A")].toDouble(), comparison->lossA[r]);
        if (r > 150)
            EXPECT_EQ(rows[row][column("loss B")], QStringLiteral("NaN"));
        else
            EXPECT_EQ(rows[row][column("loss B - A")].toDouble(),
                      comparison->lossB[r] - comparison->lossA[r]);
        EXPECT_EQ(rows[row][column("max |weight B - A|")].toDouble(), comparison->weights->overall[r].maxAbs);
        EXPECT_EQ(rows[row][column("max |B - A| of output.bias")].toDouble(),
                  comparison->weights->at(r, 4).maxAbs);
    }
    EXPECT_EQ(rows[1 + 1 + 28][column("loss (equal or different)")], QStringLiteral("different"));
    EXPECT_EQ(rows[1 + 1 + 27][column("loss (equal or different)")], QStringLiteral("equal"));
}

TEST_F(ExportTest, nothingIsOverwrittenUntold) {
    QFile file(path("there.csv"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("mine");
    file.close();
    const auto refused = exportCsv(*makeComparison({}), path("there.csv"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("exists"), std::string::npos);
    EXPECT_EQ(read(path("there.csv")), "mine");
    EXPECT_TRUE(exportCsv(*makeComparison({}), path("there.csv"), Existing::Replace));
    EXPECT_NE(read(path("there.csv")), "mine");
}

TEST_F(ExportTest, whatCannotBeWrittenIsSaidWithARemedy) {
    const auto comparison = makeComparison({});
    const Theme theme = paperTheme(false);
    const std::pair<Result<>, const char*> refused[] = {
        {exportCsv(*comparison, path("no/folder.csv")), "does not exist"},
        {exportCsv(*comparison, folder.path()), "is a folder"},
        {exportCsv(*comparison, QString()), "no name"},
        {exportImage(*comparison, path("a.gif"), {800, 600}, theme), "png, svg and pdf"},
        {exportImage(*comparison, path("a.png"), {10, 600}, theme), "10 × 600"},
        {exportImage(*comparison, path("a.png"), {800, 600}, theme, std::nan("")), "scale"},
        {exportHtmlReport({}, path("a.html")), "no comparison"},
    };
    for (const auto& [result, words] : refused) {
        ASSERT_FALSE(result) << words;
        EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
    }
    EXPECT_TRUE(QDir(folder.path()).isEmpty()) << "nothing is left behind";
}

TEST_F(ExportTest, pngHasItsSizeAndItsPicture) {
    for (bool isDark : {false, true}) {
        const Theme theme = paperTheme(isDark);
        const QString name = path(isDark ? "dark.png" : "light.png");
        ASSERT_TRUE(exportImage(*makeComparison({}), name, {900, 800}, theme, 2));
        const QImage image(name);
        ASSERT_EQ(image.size(), QSize(1800, 1600));
        qint64 different = 0, equal = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                different += colour == theme.differenceFill;
                equal += colour == theme.equal;
            }
        EXPECT_GT(different, 50'000);
        EXPECT_GT(equal, 50'000);
        EXPECT_EQ(image.pixelColor(2, 2), theme.background);
    }
}

TEST_F(ExportTest, svgIsWellFormedAndHoldsTextAsText) {
    ASSERT_TRUE(exportImage(*makeComparison({}), path("a.svg"), {900, 800}, paperTheme(false)));
    QXmlStreamReader reader(read(path("a.svg")));
    QString text;
    int lines = 0;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == u"text")
            text += reader.readElementText(QXmlStreamReader::IncludeChildElements) + u'\n';
        else if (reader.isStartElement() &&
                 (reader.name() == u"path" || reader.name() == u"polyline" || reader.name() == u"rect"))
            ++lines;
        for (const QXmlStreamAttribute& attribute : reader.attributes())
            EXPECT_FALSE(attribute.value().contains(u"nan")) << "a point without a place";
        EXPECT_NE(reader.name(), u"image") << "a picture within the picture";
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    for (const char* words : {"random state", "gradient", "Where the runs are equal",
                              "Difference of the losses", "hidden.bias", "199", "Split at step 0"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(words))) << words << " in\n" << text.toStdString();
    EXPECT_GT(lines, 20);
}

TEST_F(ExportTest, pdfIsOnePageWithText) {
    ASSERT_TRUE(exportImage(*makeComparison({}), path("a.pdf"), {900, 800}, paperTheme(false)));
    const QByteArray bytes = read(path("a.pdf"));
    EXPECT_TRUE(bytes.startsWith("%PDF-"));
    EXPECT_TRUE(bytes.contains("%%EOF"));
    const QString tool = QStandardPaths::findExecutable("pdftotext");
    if (tool.isEmpty()) GTEST_SKIP() << "pdftotext is not installed: the text is not looked for";
    QProcess process;
    process.start(tool, {path("a.pdf"), "-"});
    ASSERT_TRUE(process.waitForFinished());
    // Fonts join f and f to one sign, which viewers take apart again when they search.
    const QString text =
        QString::fromUtf8(process.readAllStandardOutput()).normalized(QString::NormalizationForm_KC);
    EXPECT_TRUE(text.contains("Difference of the losses")) << text.toStdString();
    EXPECT_EQ(text.count(u'\f'), 1) << "one page";
}

TEST_F(ExportTest, reportIsWholeAndSaysEveryVerdict) {
    auto hostile = std::make_shared<compare::Comparison>(*makeComparison({}));
    hostile->settingsDiffer.push_back({"seed.data", "<script>alert(1)</script>", "2 & 3"});
    hostile->a.lastWords = "Killed & <gone>";
    const ReportEntry entries[] = {
        {"seeds", makeComparison({}),
         compare::Repeats{.pairs = 4, .splits = 4, .incomplete = 0, .lossFirstSteps = {28, 53}}},
        {"deterministic", makeComparison({.isIdentical = true})},
        {"shorter", makeComparison({.stepsB = 120, .isIdentical = true})},
        {"hostile", hostile},
    };
    ASSERT_TRUE(exportHtmlReport(entries, path("r.html")));
    const QString html = QString::fromUtf8(read(path("r.html")));
    for (const ReportEntry& entry : entries) {
        const auto words = compare::describe(*entry.comparison);
        EXPECT_TRUE(html.contains(QString::fromStdString(words.sentence).toHtmlEscaped())) << words.sentence;
        EXPECT_TRUE(html.contains(QString::fromStdString(words.compared).toHtmlEscaped())) << words.compared;
    }
    EXPECT_TRUE(html.contains("Split in 4 of 4 pairs"));
    EXPECT_FALSE(html.contains("<script>"));
    EXPECT_TRUE(html.contains("&lt;script&gt;"));
    EXPECT_FALSE(html.contains("http://")) << "self-contained";
    EXPECT_FALSE(html.contains("https://"));
    EXPECT_EQ(html.count("<picture>"), 4);
    for (const char* tag :
         {"section", "table", "tr", "td", "th", "p", "picture", "details", "ul", "li", "h2", "h3"}) {
        const QString name = QString::fromLatin1(tag);
        EXPECT_EQ(html.count("<" + name + ">") + html.count("<" + name + " "), html.count("</" + name + ">"))
            << tag;
    }
}

}  // namespace
