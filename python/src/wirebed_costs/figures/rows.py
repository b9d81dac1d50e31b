"""The rows of a result for figures."""

from wirebed.peers.codecs import MESSAGE
from wirebed_costs.load_result import languages
from wirebed_costs.statistics import References

LANGUAGES = ("Java", "C++", "Python")
OPERATIONS = ("encode", "decode")


class Rows:
    """The warm rows without reuse, which every codec has."""

    def __init__(self, result: dict):
        self.result = result
        self.language = languages(result)
        self.references = References(result)
        self.versions = {codec["codec"]: codec["version"] for codec in result["codecs"]}
        self.messages = {codec["codec"] for codec in result["codecs"] if codec["model"] == MESSAGE}
        self.plain = [row for row in result["rows"] if not row["reused"] and not row["cold"] and any(row["samples"])]
        self._found: dict[tuple, dict] = {}
        for row in self.plain:
            key = (row["case"], row["codec"], row["operation"])
            # A row for the codec's own bytes replaces one for the bytes of others.
            if key not in self._found or row["codec"] in row["written_by"]:
                self._found[key] = row

    def cases(self) -> list[str]:
        return list(dict.fromkeys(row["case"] for row in self.plain if row["case"]))

    def codecs(self, case: str, language: str) -> list[str]:
        """The codecs with a row for the case, in the order of the result."""
        return list(
            dict.fromkeys(
                row["codec"]
                for row in self.plain
                if row["case"] == case and row["codec"] and self.language[row["peer"]] == language
            )
        )

    def row(self, case: str, codec: str | None, operation: str) -> dict | None:
        return self._found.get((case, codec, operation))

    def sizes(self, case: str) -> list[dict]:
        return [size for size in self.result["sizes"] if size["case"] == case]

    def size(self, case: str, codec: str) -> int | None:
        """Bytes of one encoding."""
        for size in self.sizes(case):
            if size["codec"] == codec:
                return size["raw"]
        row = self.row(case, codec, "encode")
        return row["wire"] if row else None
