#include "ui/widgets/speech.h"

#include <QAccessible>
#include <QWidget>

namespace firstsplit::ui {

Speech* Speech::instance() {
    static Speech speech;
    return &speech;
}

void Speech::say(QWidget* widget, bool isAlert) {
    QAccessibleEvent changed(widget, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    if (isAlert) {
        QAccessibleEvent alert(widget, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
    emit instance()->said(widget, widget->accessibleDescription(), isAlert);
}

}  // namespace firstsplit::ui
