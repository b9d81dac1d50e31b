"""The command `echo` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    CaseOption,
    FormatOption,
    IncludeOption,
    finish,
    flag,
    open_bed,
    option,
)

app = typer.Typer()


@app.command()
def echo(
    case: CaseOption = None,
    format: FormatOption = None,
    client: Annotated[str | None, option("client", "Globs of client codecs: 'java/*'.")] = None,
    server: Annotated[str | None, option("server", "Globs of server codecs: 'cpp/*'.")] = None,
    transport: Annotated[str | None, option("transport", "Globs of transports: 'grpc*,http'.")] = None,
    bind: Annotated[str | None, option("bind", "Glob of 127.0.0.1 and 0.0.0.0; default: 127.0.0.1.")] = None,
    persons: Annotated[str | None, option("persons", "How many random Persons; default: 1000.")] = None,
    fan_out: Annotated[str | None, option("fan_out", "The most children and friends of a Person.")] = None,
    depth: Annotated[str | None, option("depth", "How deep children and friends go.")] = None,
    full: Annotated[str | None, option("full", "1: a cell echoes every value instead of 25.")] = None,
    port: Annotated[str | None, option("port", "The first port of the listeners; default: free ports.")] = None,
    budget: Annotated[
        str | None, option("budget", "Minutes for the times: up to thirty rounds, each with new processes.")
    ] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="The most rounds of BUDGET=; default: 30.")] = None,
    times: Annotated[bool, typer.Option(help="Whether times are taken, after all cells.")] = True,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Values through real connections: a client sends, a server decodes and encodes anew, the client compares."""
    from wirebed_connections import command
    from wirebed_connections.loads import Effort
    from wirebed_connections.payloads import Persons
    from wirebed_connections.plan import Selection

    globs = {"case": case, "format": format, "client": client, "server": server, "transport": transport, "bind": bind}
    selection = Selection(**{name: glob or None for name, glob in globs.items()})
    made = Persons.of(persons, fan_out, depth)
    finish(
        command.main(
            open_bed(bed, include),
            selection,
            made,
            flag("FULL", full),
            port,
            Effort.of(budget, rounds) if times else None,
        )
    )
