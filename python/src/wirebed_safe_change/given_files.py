"""The .proto files that a commit or an archive holds, by their names in there, with bounds: their bytes are hostile."""

from pathlib import Path, PurePosixPath

from wirebed.errors import UserError
from wirebed_build.trees.fingerprint import write_if_changed

MOST_FILES = 20_000
MOST_BYTES = 64 << 20
_LONGEST = 1000  # letters of a name; 255 of each part


class Files:
    """`what`: how the user gives them, for errors."""

    def __init__(self, what: str):
        self.what = what
        self.contents: dict[str, bytes] = {}
        self.links: list[str] = []  # the names of what is no file, and is not read
        self.size = 0
        self._names: set[str] = set()

    def checked(self, name: bytes | str) -> str:
        """The name of a file; UserError where it leads out of the folder, or no file can have it."""
        try:
            text = name.decode() if isinstance(name, bytes) else name
        except UnicodeDecodeError:
            raise UserError(f"{self.what}: the name {name!r} is not UTF-8") from None
        text = text.removeprefix("./")
        path = PurePosixPath(text)
        if path.is_absolute() or ".." in path.parts or str(path) != text or not text.isprintable() or "\\" in text:
            raise UserError(f"{self.what}: {text!r} is no name of a file inside of a folder")
        if len(text) > _LONGEST or any(len(part.encode()) > 255 for part in path.parts):
            raise UserError(f"{self.what}: a name of {len(text)} letters is too long")
        if text in self._names:
            raise UserError(f"{self.what}: {text} is there twice")
        self._names.add(text)
        if len(self._names) > MOST_FILES:
            raise UserError(f"{self.what}: there are more than {MOST_FILES:,} .proto files")
        return text

    def add(self, name: str, data: bytes):
        self.size += len(data)
        if self.size > MOST_BYTES:
            raise UserError(f"{self.what}: the .proto files have more than {MOST_BYTES >> 20} MiB")
        self.contents[name] = data

    def write(self, folder: Path):
        """Puts them into a folder of ours, from which all other files go."""
        for name in self.contents:
            if above := next((p for p in map(str, PurePosixPath(name).parents) if p in self.contents), None):
                raise UserError(f"{self.what}: {above} is a file, and a folder with {name}")
        for path in sorted(folder.rglob("*"), reverse=True):
            name = path.relative_to(folder).as_posix()
            if path.is_dir() and not path.is_symlink():
                if name in self.contents or not any(path.iterdir()):
                    path.rmdir()
            elif name not in self.contents:
                path.unlink()
        for name, data in self.contents.items():
            write_if_changed(folder / name, data)
