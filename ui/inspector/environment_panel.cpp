#include "ui/inspector/environment_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/models/environment_model.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

EnvironmentPanel::EnvironmentPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new EnvironmentModel(this)),
      m_view(new TableView(QStringLiteral("environment"), EnvironmentModel::IsGroupRole)),
      m_headline(new QLabel),
      m_showEqual(new QCheckBox(tr("Show equal values"))) {
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Settings and environment of A and B"));
    m_view->header()->setStretchLastSection(true);
    m_view->header()->resizeSection(EnvironmentModel::Name, 165);
    m_view->header()->resizeSection(EnvironmentModel::A, 95);
    m_view->restoreColumns();
    m_headline->setWordWrap(true);
    m_showEqual->setMinimumHeight(24);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->addWidget(m_headline);
    layout->addWidget(m_showEqual);
    layout->addWidget(m_view, 1);
    connect(m_showEqual, &QCheckBox::toggled, m_model, &EnvironmentModel::setShowEqual);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        for (int row = 0; row < m_model->rowCount(); ++row) m_view->setFirstColumnSpanned(row, {}, true);
        m_view->expandAll();
    });
    setComparison(nullptr, false);
}

void EnvironmentPanel::setComparison(const compare::Comparison* comparison, bool isSingle) {
    m_model->setComparison(comparison, isSingle);
    m_showEqual->setVisible(comparison && !isSingle);
    const int candidates = m_model->candidateCount();
    m_headline->setText(!comparison      ? tr("Nothing is open.")
                        : isSingle       ? tr("One run, nothing to compare with.")
                        : candidates > 0 ? candidates == 1 ? tr("1 value differs.")
                                                           : tr("%1 values differ.").arg(candidates)
                                         : tr("Settings and environment are equal in both runs."));
}

}  // namespace firstsplit::ui
