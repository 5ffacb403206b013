#pragma once

#include <QWidget>

#include "ui/models/delta_picture.h"

namespace firstsplit::ui {

/// A tensor as a picture of |Δ|: grey where equal, on the decade scale where different.
class DeltaPictureView : public QWidget {
    Q_OBJECT
  public:
    explicit DeltaPictureView(QWidget* parent = nullptr);
    void setPicture(const DeltaPicture& picture);
    QSize sizeHint() const override { return {300, 150}; }
    /// The picture alone, a pixel a cell.
    QImage image() const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QString caption() const;

    DeltaPicture m_picture;
    QImage m_image;
};

}  // namespace firstsplit::ui
