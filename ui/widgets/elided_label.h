#pragma once

#include <QLabel>

namespace firstsplit::ui {

/// One line that ends in "…" where there is no room for all of it; the tooltip then says it whole.
class ElidedLabel : public QLabel {
    Q_OBJECT
  public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// `more`: what the tooltip says besides.
    void setWords(const QString& words, const QString& more = {});
    QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();
    QString m_words, m_more;
};

}  // namespace firstsplit::ui
