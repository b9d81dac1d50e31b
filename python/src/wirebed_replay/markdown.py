"""What a replay has found, as markdown."""

from typing import TYPE_CHECKING

from wirebed.report.blocks import markdown_table
from wirebed_replay import terminal

if TYPE_CHECKING:
    from wirebed_replay.report import Replayed


def of(replayed: "Replayed") -> str:
    summary = replayed.summary
    parts = [
        f"# Replay of {replayed.corpus.root.rpartition('/')[2]}",
        *terminal.totals(replayed),
        markdown_table(terminal.heads(replayed), terminal.rows(replayed)),
    ]
    for key, cluster in summary.clusters:
        parts.append(f"## {terminal.head(key, cluster, summary)}")
        parts.append("\n".join(["```text", *terminal.lines(replayed, key, cluster), "```"]))
    return "\n\n".join(parts) + "\n"
