"""Pins what fake peers show in a bed of somebody's own."""

from fake_runs import case_of

from wirebed.state.baseline import of_bed
from wirebed.view import of_message
from wirebed_baseline import files
from wirebed_baseline.update import updated


def pinned(bed, report):
    """Writes all that a report shows into the baseline of its bed; the entries."""
    update = updated(of_bed(bed.bed, bed.repository), report.footer.standing, accept_new=True)
    files.write(bed.bed, update.entries)
    return update.entries


def another(bed, name, text):
    """A further case with this text."""
    return case_of(name, of_message(bed.schema.message_class("t.M")(name=text)))
