#include "ui/setup/setup_panel.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/compare/words.h"
#include "core/launch/run_paths.h"
#include "ui/models/settings_model.h"
#include "ui/setup/command_words.h"
#include "ui/setup/explanation.h"
#include "ui/setup/settings_view.h"
#include "ui/setup/setup_form.h"
#include "ui/widgets/icons.h"

namespace firstsplit::ui {
namespace {

constexpr int widest = 300;  // what the panel insists on: the plots need their room as well

}  // namespace

SetupPanel::SetupPanel(QWidget* parent)
    : QWidget(parent),
      m_form(new SetupForm),
      m_model(new SettingsModel(this)),
      m_view(new SettingsView(m_model)),
      m_explanation(new QLabel),
      m_question(new QLabel),
      m_conflict(new QLabel),
      m_command(new QPlainTextEdit),
      m_run(new QPushButton),
      m_copy(new QToolButton) {
    m_explanation->setOpenExternalLinks(true);
    m_explanation->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_explanation->setTextFormat(Qt::RichText);
    m_explanation->setWordWrap(true);
    m_explanation->setFrameShape(QFrame::StyledPanel);
    m_explanation->setAutoFillBackground(true);
    m_explanation->setBackgroundRole(QPalette::AlternateBase);
    m_explanation->setForegroundRole(QPalette::Text);
    m_explanation->setMargin(6);
    m_explanation->setAlignment(Qt::AlignTop);
    m_explanation->setAccessibleName(tr("Explanation of the selected setting"));
    for (auto* label : {m_question, m_conflict}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_question->setForegroundRole(QPalette::PlaceholderText);
    m_question->setAccessibleName(tr("What this pair tests"));
    m_conflict->setAccessibleName(tr("Why the pair cannot be run"));
    m_command->setReadOnly(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_command->setAccessibleName(tr("The command that does the same as Run"));
    m_command->setFixedHeight(3 * QFontMetrics(m_command->font()).height() + 12);
    m_run->setIcon(icon(QStringLiteral("run")));
    m_run->setMinimumHeight(32);
    m_run->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // its label may grow, its dock may not
    m_copy->setText(tr("Copy command"));
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setAccessibleName(m_copy->text());
    m_copy->setMinimumSize(28, 28);
    m_copy->setToolTip(tr("Copy the command (Ctrl+Shift+C)"));
    QFont bold = m_run->font();
    bold.setBold(true);
    m_run->setFont(bold);
    m_view->setMinimumHeight(150);
    m_view->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);

    auto* commandRow = new QHBoxLayout;
    commandRow->setSpacing(4);
    commandRow->addWidget(m_command, 1);
    commandRow->addWidget(m_copy, 0, Qt::AlignTop);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_form);
    layout->addWidget(m_view, 10);
    layout->addWidget(m_explanation);
    layout->addStretch(1);
    layout->addWidget(m_question);
    layout->addWidget(m_conflict);
    layout->addLayout(commandRow);
    layout->addWidget(m_run);
    auto* scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    // Nothing is cut off at the right: it does not scroll that way.
    const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    setMinimumWidth(std::min(widest, page->minimumSizeHint().width() + scrollBar));

    // Preflight looks at the machine: once for a burst of changes is enough.
    m_updateTimer.setSingleShot(true);
    m_updateTimer.setInterval(0);
    connect(&m_updateTimer, &QTimer::timeout, this, &SetupPanel::update);
    connect(m_form, &SetupForm::changed, this, &SetupPanel::sourceOrPresetChanged);
    connect(m_model, &SettingsModel::edited, &m_updateTimer, qOverload<>(&QTimer::start));
    connect(m_model, &SettingsModel::editRefused, this, [this](const QString& sentence) {
        m_conflict->setText(sentence);
        m_conflict->show();
    });
    connect(m_view, &SettingsView::keySelected, this, &SetupPanel::explain);
    connect(m_run, &QPushButton::clicked, this, &SetupPanel::run);
    connect(m_copy, &QPushButton::clicked, this, &SetupPanel::copyCommand);
    sourceOrPresetChanged();
    update();
    m_view->setCurrentIndex(m_model->index(0, 1, m_model->index(0, 0)));
}

void SetupPanel::sourceOrPresetChanged() {
    const auto source = m_form->source();
    settings::Values defaults;
    if (const auto experiment = settings::experimentNamed(source.experiment.toStdString()))
        defaults = experiment->defaults;
    m_model->values().setExperimentDefaults(defaults);
    settings::Values preset;
    if (const auto named = settings::presetNamed(m_form->preset().toStdString())) preset = named->values;
    m_model->values().setPreset(preset);
    m_model->setCircumstances(m_form->device().toStdString(), source.experiment.toStdString());
    m_model->refresh();
    m_updateTimer.start();
}

launch::PairRequest SetupPanel::request() const {
    launch::PairRequest request;
    request.source = m_form->source();
    request.preset = m_form->preset();
    request.assignmentsA = m_model->values().assignmentsA();
    request.assignmentsB = m_model->values().assignmentsB();
    request.steps = m_form->steps();
    request.device = m_form->device();
    request.pairs = m_form->pairs();
    request.outputFolder = m_outputFolder;
    if (request.source.experiment == m_adopted.source.experiment) request.snapshots = m_adopted.snapshots;
    return request;
}

QString SetupPanel::commandLine() const {
    return launch::shellLine(launch::commandLineOf(request()));
}

QString SetupPanel::question() const {
    QStringList labels;
    for (const std::string& key : m_model->values().differingKeys()) labels << QString::fromStdString(key);
    if (labels.isEmpty()) return tr("A and B have equal settings: any split is nondeterminism.");
    const bool isOne = labels.size() == 1;
    return isOne ? tr("A and B differ in %1: a split shows what it changes.").arg(labels.front())
                 : tr("A and B differ in %1: a split shows what they change together.")
                       .arg(labels.join(QStringLiteral(", ")));
}

QString SetupPanel::runLabel() const {
    if (m_isRunning) return tr("Stop");
    const int pairs = m_form->pairs();
    QString label = pairs == 1 ? tr("Run 1 pair") : tr("Run %1 pairs").arg(pairs);
    const auto steps = m_form->steps();
    if (!steps || m_secondsAStep <= 0) return label;
    const double seconds = m_secondsAStep * 2 * pairs * static_cast<double>(*steps);
    const double bytes = m_bytesAStep * 2 * pairs * static_cast<double>(*steps);
    label += seconds < 100 ? tr(", about %1 s").arg(std::max(1.0, std::round(seconds)))
                           : tr(", about %1 min").arg(std::round(seconds / 60));
    if (bytes > 0)
        label += QStringLiteral(", ") +
                 QString::fromStdString(compare::bytesText(static_cast<std::uint64_t>(bytes)));
    return label;
}

void SetupPanel::update() {
    const launch::PairRequest wanted = request();
    m_obstacle = m_form->commandProblem();
    std::map<std::string, settings::Finding> findings;
    if (m_obstacle.isEmpty()) {
        for (const settings::Finding& finding : launch::preflight(wanted)) {
            if (finding.severity >= settings::Finding::Severity::NoEffect) continue;
            const auto known = findings.find(finding.key);
            if (known == findings.end() || finding.severity < known->second.severity)
                findings[finding.key] = finding;
            if (finding.severity == settings::Finding::Severity::Refused && m_obstacle.isEmpty())
                m_obstacle = QString::fromStdString(finding.sentence);
        }
    }
    QString warning;
    for (const auto& [key, finding] : findings)
        if (warning.isEmpty()) warning = QString::fromStdString(finding.sentence);
    m_model->setFindings(std::move(findings));
    m_question->setText(question());
    const QString spoken = m_obstacle.isEmpty() ? warning : m_obstacle;
    m_conflict->setText(QStringLiteral("⚠ ") + spoken);
    m_conflict->setVisible(!spoken.isEmpty());
    m_command->setPlainText(commandLine());
    m_run->setText(runLabel());
    m_run->setIcon(icon(m_isRunning ? QStringLiteral("stop") : QStringLiteral("run")));
    m_run->setEnabled(m_isRunning || m_obstacle.isEmpty());
    m_run->setToolTip(m_isRunning            ? tr("Stop (Ctrl+.)")
                      : m_obstacle.isEmpty() ? tr("Run (Ctrl+Return)")
                                             : m_obstacle);
    m_run->setAccessibleDescription(m_obstacle.isEmpty() ? question() : m_obstacle);
    explain(m_view->currentKey());
    m_view->updateGeometry();
    emit changed();
}

void SetupPanel::explain(const QString& key) {
    const settings::Setting* setting = settings::find(key.toStdString());
    m_explanation->setVisible(setting != nullptr);
    if (!setting) return;
    const QString html =
        explanationOf(*setting, m_view->currentIndex().data(SettingsModel::FindingRole).toString());
    m_explanation->setText(html);
}

void SetupPanel::run() {
    update();
    if (m_isRunning)
        emit stopRequested();
    else if (m_obstacle.isEmpty())
        emit runRequested(request());
}

void SetupPanel::setOutputFolder(const QString& folder) {
    m_outputFolder = folder;
    update();
}

void SetupPanel::setRunning(bool running) {
    m_isRunning = running;
    update();
}

void SetupPanel::adopt(const RunEntry& a, const RunEntry& b) {
    launch::TrainingSource source;
    if (a.experiment.isEmpty())
        source.command = commandWords(a.commandLine).value_or(QStringList());
    else
        source.experiment = a.experiment;
    m_form->setSource(source);
    m_form->setPreset(a.preset);
    if (a.plannedSteps) m_form->setSteps(*a.plannedSteps);
    auto& values = m_model->values();
    values.resetAll();
    for (const auto& [key, value] : a.requested)
        if (settings::check(key, value)) values.setA(key, value);
    for (const auto& [key, value] : b.requested)
        if (settings::check(key, value) && value != values.valueA(key)) values.setB(key, value);
    m_model->refresh();
    update();
}

void SetupPanel::adopt(const launch::PairRequest& request) {
    m_adopted = request;
    m_form->setSource(request.source);
    m_form->setPreset(request.preset);
    m_form->setDevice(request.device);
    m_form->setPairs(request.pairs);
    const auto experiment = settings::experimentNamed(request.source.experiment.toStdString());
    if (request.steps || experiment) m_form->setSteps(request.steps.value_or(experiment->defaultSteps));
    auto& values = m_model->values();
    values.resetAll();
    for (const auto& [key, value] : request.assignmentsA) values.setA(key, value);
    for (const auto& [key, value] : request.assignmentsB)
        if (value != values.valueA(key)) values.setB(key, value);
    m_model->refresh();
    update();
}

void SetupPanel::chooseDefault() {
    m_adopted = {};
    m_form->setSource({QString::fromStdString(settings::experiments().front().name), {}});
    m_form->setPreset(QStringLiteral("seeds"));
    m_form->setPairs(1);
    m_model->values().resetAll();
    m_model->refresh();
    update();
}

void SetupPanel::chooseCommand() {
    m_form->focusCommand();
}

void SetupPanel::setEstimate(double secondsAStep, double bytesAStep) {
    m_secondsAStep = secondsAStep;
    m_bytesAStep = bytesAStep;
    m_run->setText(runLabel());
}

void SetupPanel::showSetting(const QString& key) {
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex parent = m_model->index(group, 0);
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const QModelIndex index = m_model->index(row, SettingsModel::A, parent);
            if (index.data(SettingsModel::KeyRole).toString() != key) continue;
            m_view->expand(parent);
            m_view->setCurrentIndex(index);
            m_view->scrollTo(index);
        }
    }
}

void SetupPanel::copyCommand() const {
    QGuiApplication::clipboard()->setText(commandLine());
}

}  // namespace firstsplit::ui
