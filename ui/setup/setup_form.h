#pragma once

#include <QWidget>

#include "core/launch/pair_job.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace firstsplit::ui {

/// What is trained, how long, how often: the fields above the settings.
class SetupForm : public QWidget {
    Q_OBJECT
  public:
    explicit SetupForm(QWidget* parent = nullptr);

    launch::TrainingSource source() const;
    QString preset() const;
    std::optional<qint64> steps() const;  ///< none for a command
    int pairs() const;
    QString device() const;
    bool isCommand() const;
    /// Why what was typed is no command; empty when it is one.
    QString commandProblem() const;

    void setSource(const launch::TrainingSource& source);
    void setPreset(const QString& name);
    void setSteps(qint64 steps);
    void setPairs(int pairs);
    void setDevice(const QString& device);
    void focusCommand();

  signals:
    void changed();

  private:
    void sourceChosen();
    QComboBox *m_train, *m_preset, *m_device;
    QLineEdit* m_command;
    QSpinBox *m_steps, *m_pairs;
};

/// "cpu", and "cuda:N" for each NVIDIA device that the kernel shows.
QStringList devicesHere();

}  // namespace firstsplit::ui
