#include "ui/setup/setup_form.h"

#include <QComboBox>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include "core/launch/run_paths.h"
#include "ui/setup/command_words.h"

namespace firstsplit::ui {
namespace {

QString text(const std::string& string) {
    return QString::fromStdString(string);
}

const QString commandEntry = QStringLiteral("\n");  // no experiment has this name

QLabel* labelFor(const QString& title, QWidget* buddy) {
    auto* label = new QLabel(title);
    label->setBuddy(buddy);
    buddy->setMinimumHeight(26);
    return label;
}

}  // namespace

QStringList devicesHere() {
    QStringList devices{QStringLiteral("cpu")};
    const auto nodes = QDir(QStringLiteral("/dev")).entryList({QStringLiteral("nvidia[0-9]*")}, QDir::System);
    for (int i = 0; i < nodes.size(); ++i) devices << QStringLiteral("cuda:%1").arg(i);
    return devices;
}

SetupForm::SetupForm(QWidget* parent)
    : QWidget(parent),
      m_train(new QComboBox),
      m_preset(new QComboBox),
      m_device(new QComboBox),
      m_command(new QLineEdit),
      m_steps(new QSpinBox),
      m_pairs(new QSpinBox) {
    for (const auto& experiment : settings::experiments()) {
        m_train->addItem(text(experiment.name), text(experiment.name));
        m_train->setItemData(m_train->count() - 1, text(experiment.label + ". " + experiment.sentence),
                             Qt::ToolTipRole);
    }
    m_train->addItem(tr("A command line…"), commandEntry);
    m_train->setAccessibleName(tr("Train"));
    m_train->setAccessibleDescription(tr("A built-in experiment, or a training command of your own"));
    m_command->setPlaceholderText(QStringLiteral("python train.py"));
    m_command->setAccessibleName(tr("Training command"));
    m_command->setClearButtonEnabled(true);
    for (const auto& preset : settings::presets()) {
        m_preset->addItem(text(preset.label), text(preset.name));
        m_preset->setItemData(m_preset->count() - 1, text(preset.sentence), Qt::ToolTipRole);
    }
    m_preset->setAccessibleName(tr("Preset"));
    m_preset->setAccessibleDescription(tr("Values that belong together; single settings below go over it"));
    m_device->addItems(devicesHere());
    m_device->setAccessibleName(tr("Device"));
    m_steps->setRange(1, 10'000'000);
    m_steps->setGroupSeparatorShown(true);
    m_steps->setMinimumWidth(76);  // seven digits; ten million would widen the dock
    m_steps->setAccessibleName(tr("Steps"));
    m_pairs->setRange(1, 999);
    m_pairs->setAccessibleName(tr("Pairs"));
    m_pairs->setAccessibleDescription(tr("How many times the pair is run: one pair proves nothing"));
    m_pairs->setToolTip(m_pairs->accessibleDescription());
    for (auto* box : {m_train, m_preset, m_device}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
    }

    auto* counts = new QHBoxLayout;
    counts->setSpacing(10);
    counts->addWidget(m_steps, 1);
    counts->addWidget(labelFor(tr("P&airs"), m_pairs));
    counts->addWidget(m_pairs);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(5);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->addRow(labelFor(tr("&Train"), m_train), m_train);
    form->addRow(QString(), m_command);
    form->addRow(labelFor(tr("&Preset"), m_preset), m_preset);
    if (m_device->count() > 1)
        form->addRow(labelFor(tr("&Device"), m_device), m_device);
    else
        m_device->setParent(this), m_device->hide();
    form->addRow(labelFor(tr("&Steps"), m_steps), counts);
    m_command->hide();

    sourceChosen();
    connect(m_train, &QComboBox::currentIndexChanged, this, &SetupForm::sourceChosen);
    connect(m_command, &QLineEdit::textChanged, this, &SetupForm::changed);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &SetupForm::changed);
    connect(m_device, &QComboBox::currentIndexChanged, this, &SetupForm::changed);
    connect(m_steps, &QSpinBox::valueChanged, this, &SetupForm::changed);
    connect(m_pairs, &QSpinBox::valueChanged, this, &SetupForm::changed);
}

bool SetupForm::isCommand() const {
    return m_train->currentData().toString() == commandEntry;
}

void SetupForm::sourceChosen() {
    m_command->setVisible(isCommand());
    m_steps->setEnabled(!isCommand());
    m_steps->setToolTip(isCommand() ? tr("A command decides itself how long it trains.") : QString());
    if (!isCommand())
        if (const auto experiment =
                settings::experimentNamed(m_train->currentData().toString().toStdString()))
            m_steps->setValue(static_cast<int>(experiment->defaultSteps));
    emit changed();
}

launch::TrainingSource SetupForm::source() const {
    if (isCommand()) return {{}, commandWords(m_command->text()).value_or(QStringList())};
    return {m_train->currentData().toString(), {}};
}

QString SetupForm::preset() const {
    return m_preset->currentData().toString();
}
int SetupForm::pairs() const {
    return m_pairs->value();
}
QString SetupForm::device() const {
    return m_device->currentText();
}

std::optional<qint64> SetupForm::steps() const {
    if (isCommand()) return std::nullopt;
    return m_steps->value();
}

void SetupForm::setSource(const launch::TrainingSource& source) {
    const bool isOwnCommand = source.experiment.isEmpty();
    const int index = m_train->findData(isOwnCommand ? commandEntry : source.experiment);
    if (index >= 0) m_train->setCurrentIndex(index);
    if (isOwnCommand) m_command->setText(launch::shellLine(source.command));
}

void SetupForm::setPreset(const QString& name) {
    if (const int index = m_preset->findData(name); index >= 0) m_preset->setCurrentIndex(index);
}

void SetupForm::setSteps(qint64 steps) {
    m_steps->setValue(static_cast<int>(steps));
}
void SetupForm::setPairs(int pairs) {
    m_pairs->setValue(pairs);
}

void SetupForm::setDevice(const QString& device) {
    if (const int index = m_device->findText(device); index >= 0) m_device->setCurrentIndex(index);
}

QString SetupForm::commandProblem() const {
    if (!isCommand()) return {};
    const auto words = commandWords(m_command->text());
    if (!words) return QString::fromStdString(words.error().message);
    return words->isEmpty() ? tr("No command to train with: type one, such as python train.py.") : QString();
}

void SetupForm::focusCommand() {
    m_train->setCurrentIndex(m_train->findData(commandEntry));
    m_command->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace firstsplit::ui
