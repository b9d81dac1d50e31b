"""The script of Vega, Vega-Lite and vega-embed, which browser/lib/chart.js runs when a chart is first shown."""

import hashlib
from pathlib import Path

from wirebed.bed import CACHE
from wirebed.bed.extras import extra
from wirebed_build.private_folder import Damaged, PrivateFolder

BLOCK = "vega"
_SNIPPET = "window.wirebedVega = {vegaEmbed};"


def script(folder: Path = CACHE / "page") -> str:
    """The text of the script. It takes a second to make, and is kept by what it is made of."""
    with extra("charts"):
        import vl_convert

    kept = PrivateFolder(folder)
    name = "vega-" + hashlib.sha256(f"{vl_convert.__version__} {_SNIPPET}".encode()).hexdigest()[:16]
    try:
        return kept.read(name).decode()
    except Damaged:
        text = vl_convert.javascript_bundle(_SNIPPET)
        kept.write(name, text.encode())
        return text
