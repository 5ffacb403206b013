#pragma once

#include <QWidget>

#include "core/journal/journal_writer.h"

class QLabel;

namespace firstsplit::ui {

class SamplesModel;
class TableView;

/// In which order the samples were drawn, where the runs differ in it.
class SamplesPanel : public QWidget {
    Q_OBJECT
  public:
    explicit SamplesPanel(QWidget* parent = nullptr);
    void setEpochs(const std::vector<journal::EpochRecord>& a, const std::vector<journal::EpochRecord>& b);
    bool hasDifferences() const;
    TableView* view() const { return m_view; }

  private:
    SamplesModel* m_model;
    TableView* m_view;
    QLabel* m_headline;
};

}  // namespace firstsplit::ui
