"""The files of the project that the rules are about."""

import os

FOLDERS = ("frontend", "analysis", "codegen", "runtime", "tools", "test")


def under(root, suffixes):
    """Yields paths relative to root, sorted."""
    for folder in FOLDERS:
        for path, folders, files in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(files):
                if name.endswith(suffixes):
                    yield os.path.relpath(os.path.join(path, name), root)


def read(root, path):
    # Some tests hold bytes that are no text.
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def exists(root, path):
    return os.path.isfile(os.path.join(root, path))
