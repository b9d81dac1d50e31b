"""The page as one text: template, styles, scripts and packed data.

The scripts are ES modules. They import each other by bare names, which an import map resolves to `data:` addresses, so
the page needs no server and no bundler. Its content security policy forbids it to load or to send anything.
"""

import base64
from collections.abc import Mapping
from pathlib import Path

import jinja2

_FOLDER = Path(__file__).parent
_BROWSER = _FOLDER / "browser"


def render(blocks: Mapping[str, str], **context) -> str:
    """`blocks`: what the scripts ask for by name, packed; `context`: what the template says without them."""
    return (
        environment()
        .get_template("index.html.j2")
        .render(
            **context,
            style="\n".join(path.read_text(encoding="utf-8") for path in sorted(_BROWSER.glob("*.css"))),
            modules=_modules(),
            blocks=blocks,
        )
    )


def environment() -> jinja2.Environment:
    """The templates of this folder."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _modules() -> dict[str, str]:
    """The address of each module: `wirebed/route.js` -> data:text/javascript;base64,…"""
    return {
        f"wirebed/{path.name}": f"data:text/javascript;base64,{base64.b64encode(path.read_bytes()).decode()}"
        for path in sorted(_BROWSER.glob("*.js"))
    }
