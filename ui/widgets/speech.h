#pragma once

#include <QObject>

class QWidget;

namespace firstsplit::ui {

/// What is said to a screen reader goes through here, so that it can be listened to where there is none.
class Speech : public QObject {
    Q_OBJECT
  public:
    static Speech* instance();
    /// Tells that the widget's description has changed; `isAlert`: it is read aloud wherever the focus is.
    static void say(QWidget* widget, bool isAlert);

  signals:
    void said(QWidget* widget, const QString& words, bool isAlert);
};

}  // namespace firstsplit::ui
