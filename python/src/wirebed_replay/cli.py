"""The command `replay` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.bed import glob
from wirebed.commands.options import (
    BedOption,
    FormatOption,
    GenerationsOption,
    IncludeOption,
    LanguageOption,
    PeersOption,
    ReaderOption,
    SetOption,
    ask_versions,
    finish,
    flag,
    open_bed,
    option,
    refuse,
)
from wirebed.errors import UserError
from wirebed_cluster.options import ClusterOption, WorkersOption, workers_of

app = typer.Typer()


@app.command()
def replay(
    corpus: Annotated[str | None, option("corpus", "File or folder with the recordings.")] = None,
    framing: Annotated[
        str | None,
        option(
            "framing",
            "How records lie in it: delimited, length32, length32-le, file, lines[:<member>], lines-base64[:<member>], "
            "parquet:<column>[:<column of ids>], avro:<column>[:<column of ids>]; each also with +confluent.",
        ),
    ] = None,
    message: Annotated[str | None, option("message", "Full name of the message that the records are.")] = None,
    format: FormatOption = None,
    schemas: Annotated[
        str | None, option("schemas", "YAML of the message of each schema id, for a framing with +confluent.")
    ] = None,
    reference: Annotated[
        str | None,
        option("reference", "The reader that is right: 'java/protobuf-java'; without, the odd one out is shown."),
    ] = None,
    set: SetOption = None,
    relay: Annotated[
        str | None,
        option("relay", "Globs of codecs that read each record and write it again: 'java/*', or '*' for all."),
    ] = None,
    old: Annotated[
        str | None,
        option("old", "The schema that the recordings were written by: folder, git:<ref>:<folder>, archive."),
    ] = None,
    new: Annotated[str | None, option("new", "The same, changed: what do its readers make of the recordings?")] = None,
    mask: Annotated[
        str | None, option("mask", "Globs of fields whose values no report shows, with `,` between.")
    ] = None,
    witnesses: Annotated[
        str | None, option("witnesses", "0: no report shows anything of a record but its place.")
    ] = None,
    golden: Annotated[
        str | None, option("golden", "1: propose each witness as a golden: a case, its bytes, and the commands.")
    ] = None,
    cluster: ClusterOption = None,
    workers: WorkersOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    generations: GenerationsOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """Which recorded messages are read differently: every record by every reader of its format."""
    from wirebed_replay import command
    from wirebed_replay.asked import Asked
    from wirebed_replay.privacy import Privacy

    if not corpus:
        raise UserError("CORPUS= is missing: a file or folder with recordings")
    if not format:
        raise UserError("FORMAT= is missing: the format of the recordings, such as protobuf")
    if witnesses not in (None, "", "0", "1"):
        raise UserError(f"WITNESSES={witnesses}: say WITNESSES=0, or leave it out")
    if set:
        refuse({"REFERENCE": reference}, ("REFERENCE",), "names a reader, and with SET= the version of today is right")
        ask_versions(set, generations)
    if old or new:
        one = {"REFERENCE": reference, "SET": set, "RELAY": relay}
        refuse(one, ("REFERENCE", "SET", "RELAY"), "is for one version of the schema")
    if relay:
        others = {"REFERENCE": reference, "SET": set, "READER": reader}
        refuse(others, ("REFERENCE", "SET", "READER"), "is about readers, and RELAY= names codecs that read and write")
    proposes = flag("GOLDEN", golden)
    if proposes:
        hiding = {"MASK": mask, "WITNESSES": witnesses, "OLD": old}
        refuse(hiding, ("MASK", "WITNESSES"), "hides what a golden is made of")
        refuse(hiding, ("OLD",), "asks two versions of the schema, and a golden is of one")
    privacy = Privacy(witnesses != "0", glob.listed(mask))
    asked = Asked(
        corpus=corpus, framing=framing, message=message, format=format, schemas=schemas, reference=reference,
        reader=reader, language=language, set=set, relay=relay, old=old, new=new, golden=proposes,
        privacy=privacy,
    )  # fmt: skip
    finish(command.main(open_bed(bed, include), asked, workers_of(cluster, workers)))
