"""A file that is only appended to, whatever the script does to the process's descriptors."""

import errno
import fcntl
import functools
import os
import time
import weakref

# A script may close all descriptors and open files of its own under the same numbers. Ours has a number that a script's own
# files hardly reach, and is looked at again after so long, and after each os.closerange() and os.dup2(); with a lower number
# before every write. Looking takes as long as a third of a write.
_HIGH_DESCRIPTOR = 900
_TRUSTED_SECONDS = 1e-3

_files = weakref.WeakSet()


class AppendFile:
    def __init__(self, path):
        """Makes the file, which must not exist yet."""
        self._path = path
        self._fd = _opened(path, os.O_CREAT | os.O_EXCL)
        self._identity = self._current_identity()
        self.trusted_until = 0.0
        _files.add(self)

    def write(self, data):
        if time.monotonic() > self.trusted_until:
            self._make_sure()
        try:
            written = os.write(self._fd, data)
        except OSError as error:
            if error.errno != errno.EBADF:
                raise
            written = 0
        view = memoryview(data)[written:]
        while view:
            self._make_sure()
            view = view[os.write(self._fd, view) :]

    def sync(self):
        try:
            os.fdatasync(self._fd)
        except OSError:
            pass  # a closed descriptor is opened again by the next write, which also tells of a bad disk

    def _make_sure(self):
        try:
            is_ours = self._current_identity() == self._identity
        except OSError:
            is_ours = False
        if not is_ours:
            self._fd = _opened(self._path)
            if self._current_identity() != self._identity:
                raise OSError(errno.ENOENT, "it was replaced by another file")
        if self._fd >= _HIGH_DESCRIPTOR:
            self.trusted_until = time.monotonic() + _TRUSTED_SECONDS

    def _current_identity(self):
        status = os.fstat(self._fd)
        return status.st_dev, status.st_ino


def _opened(path, flags=0):
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | flags, 0o644)
    try:
        high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _HIGH_DESCRIPTOR)
    except OSError:
        return fd  # the process may not have so many
    os.close(fd)
    return high


def watch_descriptors():
    """From now on each os.closerange() and os.dup2() is followed by another look. Call once a process."""
    for name in ("closerange", "dup2"):
        _wrap(name)


def _wrap(name):
    original = getattr(os, name)

    @functools.wraps(original)
    def wrapper(*args, **kwargs):
        try:
            return original(*args, **kwargs)
        finally:
            for file in list(_files):
                file.trusted_until = 0.0

    setattr(os, name, wrapper)
