#include "ui/setup/command_words.h"

#include <QObject>

namespace firstsplit::ui {

Result<QStringList> commandWords(const QString& line) {
    QStringList words;
    QString word;
    bool isWord = false;  // an empty pair of quotes is a word too
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        const bool hasNext = i + 1 < line.size();
        if (quote == u'\'') {
            if (c == quote)
                quote = QChar();
            else
                word += c;
        } else if (c == u'\\' && hasNext &&
                   (quote.isNull() || QStringLiteral("\"\\$`").contains(line[i + 1]))) {
            word += line[++i];
            isWord = true;
        } else if (c == u'"' || (quote.isNull() && c == u'\'')) {
            quote = quote.isNull() ? c : QChar();
            isWord = true;
        } else if (quote.isNull() && c.isSpace()) {
            if (isWord) words << word;
            word.clear();
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (!quote.isNull())
        return fail(QObject::tr("The command has a quotation mark (%1) that is never closed. Close it.")
                        .arg(quote)
                        .toStdString());
    if (isWord) words << word;
    return words;
}

}  // namespace firstsplit::ui
