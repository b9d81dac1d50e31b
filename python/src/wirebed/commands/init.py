"""`wirebed init`: writes fixtures/bed.yaml of a bed that has none, from the schemas that are there.

LANGUAGE=, FORMAT= and INCLUDE= say what is written. On a terminal, what they leave open is asked; elsewhere a default
is taken and named. No peer is built. The settings are loaded and held against the peers before the file is written.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence

from wirebed.bed import PROGRAM, ROOT, Bed, codec_id, files, glob
from wirebed.bed import settings as bed_settings
from wirebed.bed.codec_id import NONE
from wirebed.bed.settings import FILE, Settings
from wirebed.commands import init_libraries, init_schemas
from wirebed.errors import UserError, shown
from wirebed.peers import asked
from wirebed.peers.codecs import CodecRef
from wirebed.run.selection import CodecSelection
from wirebed.run.taking_part import taking_part
from wirebed.state.roster import Roster
from wirebed_build.languages import discovery

# What teams with protobuf between their services exchange from the first day on.
FORMATS = ("protobuf", "protojson", "json")
# Codecs that few teams have: Json-Lib, which is of 2010, and an older version of javaobj.
RARE = ("legacy", "python/javaobj-v1")
_WORD = re.compile(r"[a-z][a-z0-9_-]*")
_ABOUT = {
    "languages": "Globs of the languages that take part; no compiler of any other is needed.",
    "formats": "Globs of the formats that take part: 'proto*' takes three of them, '!xml*' leaves some out.",
    "codecs": "Globs of the codecs that take part: '!java/gson' leaves one out, which then nobody misses.",
    "include": "The folders where imports resolve, from the folder of the bed; INCLUDE= replaces them.",
    "libraries": "The files in which services have their versions of libraries, from the folder of the bed.",
    "generated": "Whether values are generated from the schemas; false: only the cases of fixtures/cases run.",
}

Ask = Callable[[str], str]


def main(bed: str | None, include: str | None, language: str | None, format: str | None, ask: Ask | None = None) -> int:
    """`ask`: gets a question and returns the answer; by default the terminal is asked, where there is one."""
    if ask is None and sys.stdin.isatty() and sys.stdout.isatty():
        ask = _ask
    opened = init_schemas.open_bed(bed, include)
    path = opened.fixtures / FILE
    if path.exists():
        raise UserError(
            f"the bed has this file already, and `{PROGRAM} init` changes none: edit it, or remove it first", path
        )
    opened = init_schemas.resolved(opened)
    print(init_schemas.summary(opened))
    lists = _Choices(opened, ask).of(language, format)
    named = init_libraries.files_of(opened, lists["languages"])
    text = _text({**lists, "include": init_schemas.include_of(opened), "libraries": named})
    taking_part(opened, settings=bed_settings.parse(opened, text))
    files.write(path, text)
    suite = "interop" if init_schemas.has_files(opened) else "evolution"
    print(f"{shown(path)} is written; next: {' '.join([PROGRAM, suite, *Bed.open(opened.root).variables])}")
    return 0


class _Choices:
    """Chooses the lists of the file, and says which it has chosen without being told."""

    def __init__(self, bed: Bed, ask: Ask | None) -> None:
        self.bed, self.ask = bed, ask
        self.peers = discovery.in_folder(ROOT)
        self.language = {peer.name: peer.language(ROOT) for peer in self.peers}
        roster = Roster.load(ROOT / "fixtures" / "roster.yaml")
        by_peer = asked.codecs(ROOT, roster.refs((), [""], ()))
        self.codecs = [codec for of_peer in by_peer.values() for codec in of_peer or () if codec.format != NONE]

    def of(self, language: str | None, format: str | None) -> dict[str, list[str]]:
        """The lists by key. LANGUAGE= and FORMAT= may say them."""
        languages = self._choose("LANGUAGE", language, *self._languages(), sorted({*self.language.values()}))
        of_these = [codec for codec in self.codecs if glob.takes([self.language[codec.peer]], languages)]
        known = sorted({codec.format for codec in of_these})
        usual = [name for name in FORMATS if name in known] or known
        why = "what services exchange most"
        formats = self._choose("FORMAT", format, usual, why, known, language=",".join(languages))
        codecs = [f"!{name}" for name in self._rare(c for c in of_these if glob.takes([c.format], formats))]
        if codecs:
            print(f"codecs: {', '.join(codecs)} (few teams have them)")
        return {"languages": languages, "formats": formats, "codecs": codecs}

    def _choose(
        self, name: str, given: str | None, usual: list[str], why: str, known: Sequence[str], **more: str
    ) -> list[str]:
        key = f"{name.lower()}s"
        while True:
            question = f"Which {key} of {', '.join(known)}? [{','.join(usual)}] "
            answer = given or (self.ask(question).strip() if self.ask else "")
            if not answer:
                if self.ask is None:
                    print(f"{key}: {', '.join(usual)} ({why}; {name}= says otherwise)")
                return usual
            try:
                taking_part(self.bed, CodecSelection(**{name.lower(): answer}, **more), settings=Settings())
                return list(glob.listed(answer))
            except UserError as error:
                if given:
                    raise
                print(error.message)

    def _languages(self) -> tuple[list[str], str]:
        """The languages that this machine can build, and why no other."""
        out = discovery.left_out(self.peers)
        here = sorted({self.language[peer.name] for peer in self.peers if peer.name not in out})
        lacking = {self.language[name]: reason for name, reason in out.items() if self.language[name] not in here}
        why = [f"{language} is left out: {reason}" for language, reason in lacking.items()]
        return here, "; ".join(["this machine has what they need", *why])

    def _rare(self, codecs: Iterable[CodecRef]) -> list[str]:
        """The globs of rare codecs beside which each language has another codec of the format."""
        every = list(codecs)
        pairs = {(self.language[codec.peer], codec.format) for codec in every}
        globs = []
        for name in RARE:
            others = [codec for codec in every if not codec_id.matches(codec.id, name)]
            if len(others) < len(every) and {(self.language[codec.peer], codec.format) for codec in others} == pairs:
                globs.append(name)
        return globs


def _ask(question: str) -> str:
    try:
        return input(question)
    except EOFError:  # Ctrl-D takes what is usual
        print()
        return ""


def _text(lists: dict[str, list[str]]) -> str:
    lines = [f"# What this bed is about. `{PROGRAM} init` has written it; fixtures/README.md of Wirebed has all keys."]
    for key, values in lists.items():
        if values:
            lines += [f"# {_ABOUT[key]}", f"{key}: [{', '.join(map(_quoted, values))}]"]
    return "\n".join([*lines, f"# {_ABOUT['generated']}", "generated: true", ""])


def _quoted(text: str) -> str:
    return text if _WORD.fullmatch(text) else "'" + text.replace("'", "''") + "'"
