#include "ui/verdict/process_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace firstsplit::ui {

ProcessBar::ProcessBar(QWidget* parent) : QWidget(parent), m_headline(new QLabel), m_box(new QComboBox) {
    m_headline->setWordWrap(true);
    m_headline->setTextFormat(Qt::PlainText);
    m_box->setAccessibleName(tr("Process on screen"));
    m_box->setMinimumHeight(26);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(30);
    auto* label = new QLabel(tr("Show"));
    label->setBuddy(m_box);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_headline, 1);
    layout->addWidget(label);
    layout->addWidget(m_box, 1);
    connect(m_box, &QComboBox::activated, this, [this](int index) {
        const auto& process = m_list.processes.at(index);
        emit pairChosen(process.fileA, process.fileB);
    });
    hide();
}

void ProcessBar::setProcesses(const ProcessList& list, const QString& fileA) {
    m_list = list;
    setVisible(list.isWorthShowing());
    if (!list.isWorthShowing()) return;
    m_headline->setText(list.headline());
    m_box->setAccessibleDescription(list.headline());
    const QSignalBlocker silent(m_box);
    m_box->clear();
    for (const auto& process : list.processes) {
        // The first sentence of the verdict is enough to choose by.
        const QString verdict = process.sentence.section(QStringLiteral(". "), 0, 0);
        m_box->addItem(tr("process %1: %2 %3").arg(process.number).arg(process.sign, verdict));
        m_box->setItemData(m_box->count() - 1, process.fileA + QLatin1Char('\n') + process.fileB,
                           Qt::ToolTipRole);
        if (process.fileA == fileA) m_box->setCurrentIndex(m_box->count() - 1);
    }
}

QString ProcessBar::headline() const {
    return isHidden() ? QString() : m_headline->text();
}

}  // namespace firstsplit::ui
