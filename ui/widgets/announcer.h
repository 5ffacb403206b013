#pragma once

#include <QObject>
#include <QTimer>

namespace firstsplit::ui {

/// Says for a screen reader what has become of a widget. What is said in quick succession is said once: the
/// last of it.
class Announcer : public QObject {
    Q_OBJECT
  public:
    /// `widget` takes the words as its description; it owns the announcer.
    explicit Announcer(QWidget* widget);

    void say(const QString& words);

  private:
    QWidget* m_widget;
    QString m_words;
    QTimer m_rest;
};

}  // namespace firstsplit::ui
