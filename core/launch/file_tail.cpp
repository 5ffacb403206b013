#include "core/launch/file_tail.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>

namespace firstsplit::launch {

FileTail::FileTail(const QString& path) : m_path(path) {}

FileTail::~FileTail() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

bool FileTail::open() const {
    if (m_descriptor < 0 && !m_path.isEmpty())
        m_descriptor = ::open(QFile::encodeName(m_path).constData(), O_RDONLY | O_CLOEXEC);
    return m_descriptor >= 0;
}

QByteArray FileTail::read(qsizetype limit) {
    if (!open()) return {};
    QByteArray bytes(std::min<qint64>(limit, std::max<qint64>(waiting(), 0)), Qt::Uninitialized);
    const ssize_t count =
        ::pread(m_descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()), m_position);
    bytes.truncate(std::max<ssize_t>(count, 0));
    m_position += bytes.size();
    return bytes;
}

qint64 FileTail::waiting() const {
    struct stat status {};
    return open() && ::fstat(m_descriptor, &status) == 0 ? status.st_size - m_position : 0;
}

qint64 FileTail::skipTo(qint64 keep) {
    const qint64 skipped = std::max<qint64>(waiting() - keep, 0);
    m_position += skipped;
    return skipped;
}

QString cleanText(const QByteArray& bytes) {
    QString text = QString::fromUtf8(bytes);
    for (QChar& character : text)
        if (character.unicode() < 0x20 && character != u'\n' && character != u'\t' && character != u'\r')
            character = QChar::ReplacementCharacter;
    return text;
}

namespace {

QString withoutTrailingSpace(QString text) {
    while (!text.isEmpty() && text.back().isSpace()) text.chop(1);
    return text;
}

}  // namespace

QString lastWordsOf(const QString& path, qsizetype limit) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const qint64 start = std::max<qint64>(file.size() - limit, 0);
    file.seek(start);
    QByteArray bytes = file.read(limit);
    // Begin with a whole line where there is one.
    if (start > 0)
        if (const auto newline = bytes.indexOf('\n'); newline >= 0 && newline + 1 < bytes.size())
            bytes.remove(0, newline + 1);
    // Progress bars rewrite their line: the last state of each line is what was to be seen.
    QStringList lines;
    for (const QString& line : cleanText(bytes).split(u'\n'))
        lines << withoutTrailingSpace(withoutTrailingSpace(line).section(u'\r', -1));
    while (!lines.isEmpty() && lines.last().isEmpty()) lines.removeLast();
    while (!lines.isEmpty() && lines.first().isEmpty()) lines.removeFirst();
    return lines.join(u'\n');
}

}  // namespace firstsplit::launch
