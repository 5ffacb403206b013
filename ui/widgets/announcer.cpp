#include "ui/widgets/announcer.h"

#include <QWidget>

#include "ui/widgets/speech.h"

namespace firstsplit::ui {
namespace {

constexpr int restMs = 150;

}  // namespace

Announcer::Announcer(QWidget* widget) : QObject(widget), m_widget(widget) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, [this] { Speech::say(m_widget, false); });
}

void Announcer::say(const QString& words) {
    if (words == m_words) return;
    m_words = words;
    m_widget->setAccessibleDescription(words);
    m_rest.start();
}

}  // namespace firstsplit::ui
