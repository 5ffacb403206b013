#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "tests/compare/fake_run.h"
#include "ui/models/environment_model.h"
#include "ui/models/pairs_model.h"
#include "ui/models/samples_model.h"
#include "ui/models/tensor_model.h"

namespace firstsplit::ui {
namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

TensorRow tensor(Kind kind, const char* name, compare::Cell cell, std::optional<std::int64_t> since = {}) {
    TensorRow row;
    row.key = {kind, name};
    row.cell = cell;
    row.since = since;
    return row;
}

std::shared_ptr<StepReport> reportOf(std::vector<TensorRow> tensors) {
    auto report = std::make_shared<StepReport>();
    report->isPair = true;
    report->tensors = std::move(tensors);
    return report;
}

using compare::Cell;

TEST(TensorModel, HidesEqualTensorsAndCountsThem) {
    TensorModel model;
    const QAbstractItemModelTester tester(&model, Mode::Fatal);
    model.setReport(reportOf(
        {tensor(Kind::Gradient, "table", Cell::Different, 0), tensor(Kind::Gradient, "bias", Cell::Equal),
         tensor(Kind::Weight, "table", Cell::Different, 1), tensor(Kind::Weight, "bias", Cell::Equal, 9)}));
    ASSERT_EQ(model.rowCount(), 3) << "gradient, weight, and the note";
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("Gradient"));
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 1);
    EXPECT_EQ(model.index(2, 0).data().toString(), QStringLiteral("2 equal tensors hidden"));
    model.setOnlyDifferences(false);
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 2);
    EXPECT_EQ(model.hiddenCount(), 0);
}

TEST(TensorModel, KeepsRowsThatWereNotRecorded) {
    TensorModel model;
    model.setReport(reportOf({tensor(Kind::Optimizer, "table", Cell::NotRecorded)}));
    ASSERT_EQ(model.rowCount(), 1);
    const QModelIndex row = model.index(0, TensorModel::Differing, model.index(0, 0));
    EXPECT_EQ(row.data().toString(), QStringLiteral("–")) << "unknown is not equal";
}

TEST(TensorModel, FiltersByName) {
    TensorModel model;
    const QAbstractItemModelTester tester(&model, Mode::Fatal);
    model.setReport(reportOf({tensor(Kind::Weight, "hidden.weight", Cell::Different, 1),
                              tensor(Kind::Weight, "table", Cell::Different, 1)}));
    model.setFilter(QStringLiteral("HIDDEN"));
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 1);
    EXPECT_FALSE(model.indexOf({Kind::Weight, "table"}).isValid());
    EXPECT_TRUE(model.indexOf({Kind::Weight, "hidden.weight"}).isValid());
}

TEST(TensorModel, ANewStepWithTheSameRowsResetsNothing) {
    TensorModel model;
    model.setReport(reportOf({tensor(Kind::Weight, "table", Cell::Different, 1)}));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    auto next = reportOf({tensor(Kind::Weight, "table", Cell::Different, 1)});
    compare::Difference size;
    size.maxAbs = 0.25;
    size.elements = 10;
    size.differingElements = 5;
    size.ulpAtMax = 3;
    next->tensors[0].size = size;
    model.setReport(next);
    EXPECT_TRUE(reset.isEmpty());
    const QModelIndex group = model.index(0, 0);
    EXPECT_EQ(model.index(0, TensorModel::Differing, group).data().toString(), QStringLiteral("50 %"));
    EXPECT_EQ(model.index(0, TensorModel::Ulp, group).data().toString(), QStringLiteral("3"));
}

PairRow comparedPair(const QString& name, compare::Verdict verdict, std::optional<qint64> loss) {
    PairRow row;
    row.fileA = name + QStringLiteral("-A");
    row.fileB = name + QStringLiteral("-B");
    row.isCompared = true;
    row.verdict = verdict;
    row.gradient = row.weight = verdict == compare::Verdict::Split ? std::optional<qint64>(0) : std::nullopt;
    row.loss = loss;
    return row;
}

TEST(PairsModel, SpeaksOfAllPairsInItsHeadline) {
    PairsModel model;
    const QAbstractItemModelTester tester(&model, Mode::Fatal);
    for (const char* name : {"1", "2", "3"})
        model.addPair(QString::fromLatin1(name) + QStringLiteral("-A"),
                      QString::fromLatin1(name) + QStringLiteral("-B"));
    EXPECT_TRUE(model.headline().contains(QStringLiteral("3 pairs")));
    model.setSummary(comparedPair(QStringLiteral("1"), compare::Verdict::Split, 28));
    model.setSummary(comparedPair(QStringLiteral("2"), compare::Verdict::Split, 53));
    model.setSummary(comparedPair(QStringLiteral("3"), compare::Verdict::Identical, std::nullopt));
    EXPECT_TRUE(model.headline().startsWith(QStringLiteral("Split in 2 of 3 pairs")))
        << model.headline().toStdString();
    EXPECT_EQ(model.index(2, PairsModel::Loss).data().toString(), QStringLiteral("="));
    EXPECT_EQ(model.index(1, PairsModel::Loss).data().toInt(), 53);
}

TEST(PairsModel, KeepsWhatIsKnownWhenTheListIsMadeAnew) {
    PairsModel model;
    const QAbstractItemModelTester tester(&model, Mode::Fatal);
    model.setPairs({{"1-A", "1-B"}, {"2-A", "2-B"}});
    model.setSummary(comparedPair(QStringLiteral("2"), compare::Verdict::Split, 5));
    model.setCurrent(QStringLiteral("2-A"), QStringLiteral("2-B"));
    model.setPairs({{"2-A", "2-B"}, {"3-A", "3-B"}});
    EXPECT_TRUE(model.pairs()[0].isCompared);
    EXPECT_FALSE(model.pairs()[1].isCompared);
    EXPECT_EQ(model.currentRow(), 0);
}

TEST(EnvironmentModel, PutsCandidateCausesAboveAndHidesTheEqual) {
    compare::Comparison comparison;
    comparison.a.environment = {{"torch", "2.10.0"}, {"cpu", "Z80"}};
    comparison.b.environment = {{"torch", "2.11.0"}, {"cpu", "Z80"}};
    comparison.environmentDiffer.push_back({"torch", "2.10.0", "2.11.0"});
    EnvironmentModel model;
    const QAbstractItemModelTester tester(&model, Mode::Fatal);
    model.setComparison(&comparison, false);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("Possible causes"));
    EXPECT_EQ(model.index(0, EnvironmentModel::B, model.index(0, 0)).data().toString(),
              QStringLiteral("2.11.0"));
    EXPECT_EQ(model.index(1, 0).data().toString(), QStringLiteral("1 equal value hidden"));
    model.setShowEqual(true);
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 1);
    model.setComparison(nullptr, false);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(EnvironmentModel, WhatIsInForceAlikeIsNoCause) {
    compare::Comparison comparison;
    compare::Differing asked{"cudnn.benchmark", "on", "off"};
    asked.acts = false;
    comparison.settingsDiffer.push_back(asked);
    EnvironmentModel model;
    model.setComparison(&comparison, false);
    EXPECT_EQ(model.candidateCount(), 0);
    EXPECT_EQ(model.rowCount(), 1);
}

TEST(SamplesModel, ShowsOnlyTheSamplesThatDiffer) {
    record::EpochRecord a, b;
    a.epoch = b.epoch = 2;
    a.firstSampleIds = {4, 8, 15, 16};
    b.firstSampleIds = {4, 9, 15, 17};
    SamplesModel model;
    const QAbstractItemModelTester tester(&model, Mode::Fatal);
    model.setEpochs({a}, {b});
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.comparedCount(), 4);
    EXPECT_EQ(model.index(0, SamplesModel::Position).data().toInt(), 1);
    EXPECT_EQ(model.index(1, SamplesModel::A).data().toInt(), 16);
    EXPECT_EQ(model.index(1, SamplesModel::B).data().toInt(), 17);
}

}  // namespace
}  // namespace firstsplit::ui
