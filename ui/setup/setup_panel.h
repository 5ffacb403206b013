#pragma once

#include <QTimer>
#include <QWidget>

#include "core/launch/pair_job.h"
#include "ui/models/run_entry.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace firstsplit::ui {

class SettingsModel;
class SettingsView;
class SetupForm;

/// Sets up a pair: what is trained, the settings of A and B, what the pair tests, what speaks against it, and
/// the command that does the same.
class SetupPanel : public QWidget {
    Q_OBJECT
  public:
    explicit SetupPanel(QWidget* parent = nullptr);

    launch::PairRequest request() const;
    QString commandLine() const;
    /// Why the pair cannot be run; empty when it can.
    QString obstacle() const { return m_obstacle; }
    /// "A and B have equal settings: …"
    QString question() const;

    void setOutputFolder(const QString& folder);
    void setRunning(bool running);
    /// Takes over what a recorded pair was asked for, to run it again.
    void adopt(const RunEntry& a, const RunEntry& b);
    /// Shows what a request asks for.
    void adopt(const launch::PairRequest& request);
    /// The set-up of the first page: the default experiment, seeds only, one pair.
    void chooseDefault();
    void chooseCommand();
    /// Estimate for Run's label from runs that were made before; zero: unknown.
    void setEstimate(double secondsAStep, double bytesAStep);
    void showSetting(const QString& key);
    void copyCommand() const;

    SettingsModel* model() const { return m_model; }
    SettingsView* view() const { return m_view; }
    QPushButton* runButton() const { return m_run; }

  public slots:
    void run();

  signals:
    void runRequested(const firstsplit::launch::PairRequest& request);
    void stopRequested();
    void changed();

  private:
    void sourceOrPresetChanged();
    void update();
    void explain(const QString& key);
    QString runLabel() const;

    SetupForm* m_form;
    SettingsModel* m_model;
    SettingsView* m_view;
    QLabel *m_explanation, *m_question, *m_conflict;
    QPlainTextEdit* m_command;
    QPushButton* m_run;
    QToolButton* m_copy;
    QString m_outputFolder = QStringLiteral("runs");
    QString m_obstacle;
    launch::PairRequest m_adopted;  ///< what the form has no field for holds while its source is trained
    double m_secondsAStep = 0, m_bytesAStep = 0;
    bool m_isRunning = false;
    QTimer m_updateTimer;
};

}  // namespace firstsplit::ui
