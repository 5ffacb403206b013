#pragma once

#include <QStringList>

namespace firstsplit::ui {

/// The folders whose runs the library lists, as they are kept from one start to the next.
class KnownFolders {
  public:
    /// Newest first; also those that are not there at the moment, as on a disk that was taken away.
    static QStringList all();
    /// Bounded: the one that was longest not added goes first.
    static void add(const QString& folder);
    static void forget(const QString& folder);
};

}  // namespace firstsplit::ui
