#include "ui/widgets/announcer.h"

#include <QAccessible>
#include <QWidget>

namespace firstsplit::ui {
namespace {

constexpr int restMs = 150;

}  // namespace

Announcer::Announcer(QWidget* widget) : QObject(widget), m_widget(widget) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        QAccessibleEvent event(m_widget, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    });
}

void Announcer::say(const QString& words) {
    if (words == m_words) return;
    m_words = words;
    m_widget->setAccessibleDescription(words);
    m_rest.start();
}

}  // namespace firstsplit::ui
