"""The page as one text: template, styles, scripts and packed data.

The scripts are ES modules. They import each other by bare names, which an import map resolves to `data:` addresses, so
the page needs no server and no bundler. Its content security policy forbids it to load or to send anything.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from urllib.parse import quote

import jinja2

from wirebed.report.phrases import number
from wirebed_page import signs

_FOLDER = Path(__file__).parent
_BROWSER = _FOLDER / "browser"
_FOR_READERS = re.compile(r"^ *(?://.*\n)?", re.MULTILINE)  # indents, and comments on a line of their own
_AS_THEY_ARE = " !$()*+,-./:;=?@[]^_`{|}~"  # what needs no escape in a data: address inside of JSON


def render(blocks: Mapping[str, str], **context) -> str:
    """`blocks`: what the scripts ask for by name, packed; `context`: what the template says without them."""
    return (
        environment()
        .get_template("index.html.j2")
        .render(
            **context,
            sign_class=signs.style,
            number=number,
            style="\n".join([signs.css(), *(path.read_text(encoding="utf-8") for path in _sources("css"))]),
            modules=_modules(),
            blocks=blocks,
        )
    )


@cache
def environment() -> jinja2.Environment:
    """The templates of this folder, each of which is compiled once."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _modules() -> dict[str, str]:
    """The address of each module: `wirebed/lib/dom.js` -> data:text/javascript,…"""
    bare = {path: _FOR_READERS.sub("", path.read_text(encoding="utf-8")) for path in _sources("js")}
    return {
        f"wirebed/{path.relative_to(_BROWSER)}": f"data:text/javascript,{quote(text, _AS_THEY_ARE)}"
        for path, text in bare.items()
    }


def _sources(kind: str) -> list[Path]:
    return sorted(_BROWSER.rglob(f"*.{kind}"))
