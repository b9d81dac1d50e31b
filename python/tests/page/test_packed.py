"""Data as text in a page."""

import base64
import gzip
import json
import re

from wirebed_page.packed import pack

DATA = {"text": "</script><!-- \u202e \x00 ünï", "numbers": list(range(300)), "none": None}


def test_what_is_packed_comes_out_again():
    assert json.loads(gzip.decompress(base64.b64decode(pack(DATA)))) == DATA


def test_nothing_of_it_can_end_the_element_in_which_it_stands():
    assert re.fullmatch(r"[A-Za-z0-9+/]+=*", pack(DATA))


def test_the_same_data_is_the_same_text():
    first = pack(DATA)
    # The head of gzip has a time of four bytes.
    assert base64.b64decode(first)[4:8] == bytes(4)
    assert pack(DATA) == first
