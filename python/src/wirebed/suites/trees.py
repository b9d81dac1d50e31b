"""The schema trees that the peers of a suite are built against."""

from wirebed.bed import Bed
from wirebed.suites.evolution.trees import stage
from wirebed_build.trees.tree import Tree


def trees_of(suite: str, bed: Bed) -> list[Tree]:
    return list(stage(bed).values()) if suite == "evolution" else [Tree.of_bed(bed)]
