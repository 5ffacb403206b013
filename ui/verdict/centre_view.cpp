#include "ui/verdict/centre_view.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/plots/plot_stack.h"
#include "ui/verdict/first_page.h"
#include "ui/verdict/partner_list.h"
#include "ui/verdict/process_bar.h"
#include "ui/verdict/verdict_bar.h"
#include "ui/widgets/message_bar.h"

namespace firstsplit::ui {

CentreView::CentreView(RunLibrary* library, QWidget* parent)
    : QWidget(parent),
      m_pages(new QStackedWidget),
      m_runsPage(new QWidget),
      m_firstPage(new FirstPage(library)),
      m_verdict(new VerdictBar),
      m_processes(new ProcessBar),
      m_partners(new PartnerList),
      m_messages(new MessageBar),
      m_plots(new PlotStack),
      m_report(new QPlainTextEdit) {
    m_plots->setObjectName(QStringLiteral("plots"));
    m_plots->setFocusPolicy(Qt::StrongFocus);
    m_report->setReadOnly(true);
    m_report->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_report->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_report->setAccessibleName(tr("Report"));
    m_report->hide();
    auto* runs = new QVBoxLayout(m_runsPage);
    runs->setContentsMargins(8, 6, 8, 4);
    runs->setSpacing(6);
    runs->addWidget(m_verdict);
    runs->addWidget(m_processes);
    runs->addWidget(m_partners);
    runs->addWidget(m_plots, 1);
    runs->addWidget(m_report, 1);
    runs->addStretch(0);  // keeps the verdict at the top while there are no plots
    m_pages->addWidget(m_firstPage);
    m_pages->addWidget(m_runsPage);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_pages, 1);
}

void CentreView::showFirstPage() {
    m_pages->setCurrentWidget(m_firstPage);
}

bool CentreView::isOnFirstPage() const {
    return m_pages->currentWidget() == m_firstPage;
}

void CentreView::showRuns(const LoadedRuns& loaded) {
    leaveFirstPage();
    m_report->hide();
    if (loaded.isSingle)
        m_plots->setSingleRun(loaded.comparison);
    else
        m_plots->setComparison(loaded.comparison);
    m_plots->show();
}

void CentreView::clearRuns() {
    m_plots->setComparison(nullptr);
    m_plots->hide();
    m_report->hide();
    m_processes->hide();
    m_partners->hide();
}

void CentreView::showReport(const QString& text) {
    const bool hadFocus = isOnFirstPage() || m_verdict->hasFocus();
    leaveFirstPage();
    m_plots->hide();
    m_report->setPlainText(text);
    m_report->show();
    if (hadFocus) m_report->setFocus(Qt::OtherFocusReason);
}

QString CentreView::report() const {
    return m_report->isHidden() ? QString() : m_report->toPlainText();
}

void CentreView::showVerdict(const VerdictView& verdict) {
    leaveFirstPage();
    m_verdict->setVerdict(verdict);
}

void CentreView::leaveFirstPage() {
    if (!isOnFirstPage()) return;
    const bool hadFocus =
        m_firstPage->isAncestorOf(QApplication::focusWidget()) || !QApplication::focusWidget();
    m_pages->setCurrentWidget(m_runsPage);
    // The keys of the plots work at once.
    if (hadFocus) m_plots->setFocus(Qt::OtherFocusReason);
}

void CentreView::setTextScale(double factor) {
    m_scale = std::clamp(factor, 0.7, 2.5);
    m_verdict->setTextScale(m_scale);
    m_plots->setTextScale(m_scale);
}

}  // namespace firstsplit::ui
