#include "ui/inspector/samples_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/models/number_text.h"
#include "ui/models/samples_model.h"
#include "ui/widgets/table_view.h"

namespace firstsplit::ui {

SamplesPanel::SamplesPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new SamplesModel(this)),
      m_view(new TableView(QStringLiteral("samples"))),
      m_headline(new QLabel) {
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Samples that differ between A and B"));
    m_view->header()->setSectionResizeMode(QHeaderView::Stretch);
    m_headline->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->addWidget(m_headline);
    layout->addWidget(m_view, 1);
}

void SamplesPanel::setEpochs(const std::vector<journal::EpochRecord>& a,
                             const std::vector<journal::EpochRecord>& b) {
    m_model->setEpochs(a, b);
    m_headline->setText(tr("%1 of %2 recorded samples differ (the first samples of each epoch are recorded).")
                            .arg(countText(m_model->rowCount()), countText(m_model->comparedCount())));
}

bool SamplesPanel::hasDifferences() const {
    return m_model->rowCount() > 0;
}

}  // namespace firstsplit::ui
