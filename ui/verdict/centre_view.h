#pragma once

#include <QWidget>

#include "ui/models/comparison_loader.h"
#include "ui/verdict/verdict_view.h"

class QPlainTextEdit;
class QStackedWidget;

namespace firstsplit::ui {

class FirstPage;
class RunLibrary;
class MessageBar;
class PartnerList;
class PlotStack;
class ProcessBar;
class VerdictBar;

/// The middle of the window: the first page, or the verdict with the ladder and plots below it.
class CentreView : public QWidget {
    Q_OBJECT
  public:
    explicit CentreView(RunLibrary* library, QWidget* parent = nullptr);

    FirstPage* firstPage() const { return m_firstPage; }
    VerdictBar* verdictBar() const { return m_verdict; }
    ProcessBar* processes() const { return m_processes; }
    PartnerList* partners() const { return m_partners; }
    MessageBar* messages() const { return m_messages; }
    PlotStack* plots() const { return m_plots; }

    void showFirstPage();
    void showRuns(const LoadedRuns& loaded);
    /// Takes the curves away; the verdict stays.
    void clearRuns();
    void showVerdict(const VerdictView& verdict);
    /// Words in the place of the plots, until runs are shown or cleared: a table, or progress line by line.
    void showReport(const QString& text);
    QString report() const;
    bool isOnFirstPage() const;
    void setTextScale(double factor);
    double textScale() const { return m_scale; }

  private:
    void leaveFirstPage();

    QStackedWidget* m_pages;
    QWidget* m_runsPage;
    FirstPage* m_firstPage;
    VerdictBar* m_verdict;
    ProcessBar* m_processes;
    PartnerList* m_partners;
    MessageBar* m_messages;
    PlotStack* m_plots;
    QPlainTextEdit* m_report;
    double m_scale = 1;
};

}  // namespace firstsplit::ui
