"""The seed articles' figures over the goldens on disk: how many bytes each system writes of the article's value.

The dumps that one article prints are not checked in. What is known of them is: their sizes, and the instants that they
hold. A golden of the size, of the same value by the same class, with these instants, is what is held against them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wirebed.state.golden.store import Store

GOLDEN = Path(__file__).parents[4] / "fixtures" / "golden"
# Bhaskar S 2010, "Data Serialization Formats": https://www.polarsparc.com/xhtml/Serialization.html
# R. Franz 2013, "Comparing Serialization Performance":
# https://www.robert-franz.com/2013/12/09/comparing-serialization-performance/
SIZES = [
    ("Stock/article_java", "java:java-serial/jdk", 941),
    ("Stock/article_hessian", "java:hessian2/caucho", 567),
    ("Stock/article_json", "java:json/gson", 899),
    ("Stock/article_xml", "java:xml/xstream", 1837),
    ("Testobject/article", "java:java-serial/jdk", 109),
    ("Testobject/article", "java:json/jackson", 26),
    ("Testobject/article", "java:protobuf/protobuf-java", 9),
    ("Testobject/article", "java:raw/bytebuffer", 22),
    ("Testobject/article", "java:raw/unsafe", 22),
]
JAVA = [5153959992, 42043159992, 79022359992, 116001559992, 152897959992, 160501159991]
HESSIAN = [5154243556, 42043443556, 79022643556, 116001843556, 152898243556, 160501443554]
DAYS = ["1970-03-01", "1971-05-02", "1972-07-03", "1973-09-04", "1974-11-05", "1975-02-01"]


def golden(case: str, writer: str) -> bytes:
    """What the writer's newest version wrote of the case."""
    own = [file for file, entry in Store(GOLDEN).record(case).files.items() if writer in entry.writers]
    assert own, f"no golden of {case} by {writer}"
    return (GOLDEN / case / own[-1]).read_bytes()


@pytest.mark.parametrize(("case", "writer", "size"), SIZES, ids=lambda value: str(value).replace("/", "-"))
def test_sizes(case: str, writer: str, size: int) -> None:
    assert len(golden(case, writer)) == size


def instants(pattern: bytes, data: bytes) -> list[int]:
    return sorted(int.from_bytes(found, "big") for found in re.findall(pattern, data, re.DOTALL))


def test_the_instants_of_the_java_dump() -> None:
    # A block of 8 bytes (TC_BLOCKDATA) and its end.
    assert instants(rb"w\x08(\0.{7})x", golden("Stock/article_java", "java:java-serial/jdk")) == JAVA


def test_the_instants_of_the_hessian_dump() -> None:
    # A date of 64 bits, the last of a price's fields but the range.
    assert instants(rb"J(\0\0\0.{5})", golden("Stock/article_hessian", "java:hessian2/caucho")) == HESSIAN


def test_the_dates_of_the_json() -> None:
    text = golden("Stock/article_json", "java:json/gson").decode()
    dates = ["Mar 1, 1970", "May 2, 1971", "Jul 3, 1972", "Sep 4, 1973", "Nov 5, 1974", "Feb 1, 1975"]
    assert sorted(re.findall(r'"date":"([^"]*)"', text)) == sorted(f"{day} 10:35:52 AM" for day in dates)


def test_the_dates_of_the_xml() -> None:
    text = golden("Stock/article_xml", "java:xml/xstream").decode()
    found = sorted(re.findall(r"<date>([^<]*)</date>", text))
    # 10:32:45 in New York, which in winter is five hours behind; two of the days are in summer.
    summer = {"1971-05-02", "1972-07-03", "1973-09-04"}
    expected = [f"{day} {14 if day in summer else 15}:32:45.{761 if day == '1975-02-01' else 762} UTC" for day in DAYS]
    assert found == expected
