#include "ui/setup/explanation.h"

#include <QObject>

namespace firstsplit::ui {
namespace {

QString escaped(const std::string& string) {
    return QString::fromStdString(string).toHtmlEscaped();
}

}  // namespace

QString explanationOf(const settings::Setting& setting, const QString& finding) {
    QString link;
    if (!setting.documentation.empty())
        link = QStringLiteral(" · <a href='%1'>%2</a>")
                   .arg(escaped(setting.documentation), QObject::tr("documentation"));
    QString html = QStringLiteral("<p style='margin:0 0 3px 0'><b>%1</b> &nbsp;<small>%2%3</small></p>")
                       .arg(escaped(setting.label), escaped(setting.key), link);
    if (!finding.isEmpty())
        html += QStringLiteral("<p style='margin:0 0 4px 0'>⚠ %1</p>").arg(finding.toHtmlEscaped());
    html += QStringLiteral("<p style='margin:0'>%1</p>").arg(escaped(setting.effect));
    for (const auto& choice : setting.choices)
        html += QStringLiteral("<p style='margin:0'><b>%1</b>: %2</p>")
                    .arg(escaped(choice.value), escaped(choice.effect));
    if (setting.choices.empty()) {
        QStringList words;
        for (const auto& word : setting.wordsBesideNumbers)
            words << QStringLiteral("<b>%1</b>").arg(escaped(word));
        const bool isOpenEnded = !setting.maximum || *setting.maximum > 1'000'000'000;
        QString range = isOpenEnded ? QObject::tr("a number from %1").arg(setting.minimum.value_or(0))
                                    : QObject::tr("a number from %1 to %2")
                                          .arg(setting.minimum.value_or(0))
                                          .arg(*setting.maximum);
        if (!words.isEmpty()) range += QObject::tr(", or %1").arg(words.join(QStringLiteral(", ")));
        html += QStringLiteral("<p style='margin:0'>%1</p>").arg(QObject::tr("Value: %1.").arg(range));
    }
    return html;
}

}  // namespace firstsplit::ui
