#pragma once

#include <QByteArray>
#include <QString>

namespace firstsplit::launch {

/// Follows a file that another process appends to. One thread at a time.
class FileTail {
  public:
    explicit FileTail(const QString& path);
    ~FileTail();
    FileTail(const FileTail&) = delete;
    FileTail& operator=(const FileTail&) = delete;

    /// What was appended since, at most `limit` bytes; empty when nothing was, or the file is not there yet.
    QByteArray read(qsizetype limit);
    /// Bytes that wait to be read.
    qint64 waiting() const;
    /// Leaves out all but the last `keep` bytes of what waits; gives how many bytes were left out.
    qint64 skipTo(qint64 keep);

  private:
    bool open() const;
    QString m_path;
    mutable int m_descriptor = -1;
    qint64 m_position = 0;
};

/// The last lines of a file, at most `limit` bytes, as UTF-8 text without control characters but tab and
/// newline.
QString lastWordsOf(const QString& path, qsizetype limit = 4096);
/// Text of a child for people and JSON: invalid UTF-8 and control characters replaced.
QString cleanText(const QByteArray& bytes);

}  // namespace firstsplit::launch
