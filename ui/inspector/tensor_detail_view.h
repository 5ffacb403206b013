#pragma once

#include <QWidget>

#include "ui/models/tensor_detail.h"

class QLabel;

namespace firstsplit::ui {

class DeltaPictureView;
class HistogramView;

/// The selected tensor: what it is, how much of it differs, the first element that does with all its bits,
/// and how the differences are spread.
class TensorDetailView : public QWidget {
    Q_OBJECT
  public:
    explicit TensorDetailView(QWidget* parent = nullptr);
    /// Null: nothing is selected. `cell` is what the fingerprints say.
    void setDetail(const TensorDetail* detail, compare::Cell cell, qint64 step);
    void setError(const QString& sentence);
    QString plainText() const;

  signals:
    void stepChosen(qint64 step);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void render();
    QString elementHtml(const ElementPair& element) const;

    std::optional<TensorDetail> m_detail;
    compare::Cell m_cell = compare::Cell::NotRecorded;
    qint64 m_step = 0;
    QLabel *m_title, *m_amount, *m_body;
    HistogramView* m_histogram;
    DeltaPictureView* m_picture;
};

}  // namespace firstsplit::ui
