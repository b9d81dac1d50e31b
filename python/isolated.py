"""Runs a module of src/ in a Python that depends on files alone, each of which it can name (wirebed_peer.loaded).

`python -I -S -B -X pycache_prefix=FOLDER isolated.py GENERATED ENVIRONMENT MODULE ARGUMENTS`. Modules come from src/,
the folder of generated ones, the packages of the environment and the standard library, as source or extension. No
archive, no .pth file, no sitecustomize and no bytecode of others takes part. The bytecode in FOLDER is this program's
own, and is of the content of its source: a file that was edited may have the size and the time that it had before.
"""

import runpy
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from importlib.util import source_hash


class ByContent(SourceFileLoader):
    def path_stats(self, path):
        """A hash of the content for the time: by it and the size Python knows whether bytecode is of a source. The size
        is the real one, since that is what Python writes into bytecode."""
        self._source = super().get_data(path)
        return {"mtime": int.from_bytes(source_hash(self._source)[:4], "little"), "size": len(self._source)}

    def get_data(self, path):
        # What is compiled is what was hashed, whoever writes the file meanwhile.
        return self._source if path == self.path else super().get_data(path)


def main(generated, environment, module, *arguments):
    find = FileFinder.path_hook((ExtensionFileLoader, EXTENSION_SUFFIXES), (ByContent, SOURCE_SUFFIXES))

    def finder(place):
        try:
            return find(place)
        except ImportError:
            return None

    sys.path_hooks[:] = [find]
    # Python itself has looked into these folders for its first modules.
    sys.path_importer_cache.update({place: finder(place) for place in sys.path_importer_cache})
    root = __file__.rpartition("/")[0]
    packages = f"{environment}/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    sys.path[:0] = [f"{root}/src", generated, packages]
    sys.argv[1:] = arguments
    sys.dont_write_bytecode = False
    runpy.run_module(module, run_name="__main__", alter_sys=True)


main(*sys.argv[1:])
