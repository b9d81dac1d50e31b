"""`make vectors`: every reader reads bytes from outside; every writer that claims canonical bytes writes them."""

from collections.abc import Sequence
from pathlib import Path

from wirebed.bed import Bed
from wirebed.cases.vectors import checked_in, source
from wirebed.cases.vectors.jsonl import FORMATS, read
from wirebed.errors import UserError, unknown


def main(bed: Bed, format: str | None = None, file: str | None = None, peers: Sequence[str] | None = None) -> int:
    """Prints a table of codecs and each mismatch; 0 when there is none. `peers` asks only those that are named."""
    if not format:
        raise UserError(f"FORMAT= is missing; vectors are known for {', '.join(FORMATS)}")
    if format not in FORMATS:
        raise unknown("format of vectors", format, FORMATS)
    if file and not Path(file).expanduser().is_file():
        raise UserError(f"FILE={file} is no file")
    files = [Path(file).expanduser().resolve()] if file else checked_in(bed, format)
    if not files:
        raise UserError(f"FILE= is missing, and {bed.fixtures / 'vectors' / format} has no .jsonl file")
    from wirebed.bed.schema import Schema
    from wirebed.commands.vectors_table import run
    from wirebed.peers import asked, discover
    from wirebed.run import Build, Peers
    from wirebed.run.leg import NOW
    from wirebed.run.selection import CodecSelection
    from wirebed.run.taking_part import TakingPart, taking_part
    from wirebed_build.trees import ensure

    part = taking_part(bed, CodecSelection(format=format)) if peers is None else TakingPart(list(peers))
    tree = ensure(bed, part.here)
    with Peers.of_tree(tree, discover(names=part.names), bed.name, scope=part.scope) as started:
        asked.remember(started.pool.introductions(), part.names)
        schema = Schema.load(tree)
        build = Build.of(bed, {NOW.reader: schema})
        vectors = [vector for path in files for vector in read(path, format, schema)]
        return run(build, started, format, [(vector, source(bed, vector)) for vector in vectors])
