#pragma once

#include <QWidget>

class QListWidget;

namespace firstsplit::ui {

/// A run that could be compared with the one that is open alone.
struct Partner {
    QString path, name;
    QString detail;  ///< what it has in common and what differs: "same settings", "threads=1"
};

/// Below the verdict of a single run: the runs it is likely to be compared with, likeliest first; a click
/// opens one beside it.
class PartnerList : public QWidget {
    Q_OBJECT
  public:
    explicit PartnerList(QWidget* parent = nullptr);

    /// Hidden when there are none.
    void setPartners(const QList<Partner>& partners);
    QListWidget* list() const { return m_list; }

  signals:
    void partnerChosen(const QString& path);

  private:
    QListWidget* m_list;
};

}  // namespace firstsplit::ui
