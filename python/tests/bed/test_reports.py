"""Where the reports of each bed lie."""

from wirebed.bed import REPORTS, Bed


def test_each_bed_has_a_folder_of_reports_of_its_own(tmp_path):
    folders = []
    for name in ("orders", "other/orders"):
        (tmp_path / name / "proto").mkdir(parents=True)
        folders.append(Bed.open(tmp_path / name).reports)
    own = Bed.open()
    assert own.reports == REPORTS
    with_imports = Bed.open(include=tmp_path).reports
    assert len({own.reports, with_imports, *folders}) == 4
    assert all(folder.parent == REPORTS / "beds" for folder in (with_imports, *folders))
