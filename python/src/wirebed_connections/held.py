"""The value that should come back: as the client's objects, then the server's, and then the client's again hold it.

No bytes are involved, so what these objects lose is not blamed on a format or a transport.
"""

from collections.abc import Iterable

from wirebed.peers import Pool
from wirebed.peers.answer import Answer, read
from wirebed.peers.codecs import CodecRef, Codecs
from wirebed.peers.job import task
from wirebed_connections.payloads import Payload

Pair = tuple[CodecRef, CodecRef]


class Held:
    """The answers of the codecs `none`, each asked once for each value."""

    def __init__(self, codecs: Codecs):
        self.codecs = codecs
        self.answers: dict[tuple[str, str, bytes], Answer] = {}

    def ask(self, pool: Pool, payloads: Iterable[Payload], pairs: Iterable[Pair]):
        """Asks what every value becomes in the objects of the clients, the servers, and the clients again."""
        payloads, pairs = list(payloads), {(self._none(client), self._none(server)) for client, server in pairs}
        for step in range(3):
            wanted: dict[tuple[str, str, bytes], CodecRef] = {}
            for client, server in pairs:
                none = server if step == 1 else client
                for payload in payloads:
                    for value in payload.values:
                        view = self._views(payload.message, value, client, server, step)[-1]
                        wanted[none.id, payload.message, view] = none
            self._ask(pool, {key: none for key, none in wanted.items() if key not in self.answers}, encode=step == 0)

    def _ask(self, pool: Pool, wanted: dict[tuple[str, str, bytes], CodecRef], encode: bool):
        action = "encode" if encode else "decode"
        tasks: dict[str, list] = {}
        keys: dict[str, list] = {}
        for key, none in wanted.items():
            tasks.setdefault(none.process, []).append(task(none.key, key[1], {}, **{action: key[2]}))
            keys.setdefault(none.process, []).append(key)
        for process, results in pool.run(tasks).items():
            for key, result in zip(keys[process], results, strict=True):
                self.answers[key] = read(result, action)

    def written(self, message: str, value: bytes, client: CodecRef) -> bytes:
        """The value as the client's objects hold it before it is encoded."""
        return self._views(message, value, self._none(client), self._none(client), 1)[-1]

    def expected(self, message: str, value: bytes, client: CodecRef, server: CodecRef) -> bytes:
        return self._views(message, value, self._none(client), self._none(server), 3)[-1]

    def failure(self, message: str, value: bytes, client: CodecRef, server: CodecRef) -> Answer | None:
        """The answer of the first objects that cannot hold the value at all, if any."""
        views = self._views(message, value, self._none(client), self._none(server), 3)
        for view, none in zip(views, (client, server, client), strict=False):
            answer = self.answers[self._none(none).id, message, view]
            if answer.data is None:
                return answer
        return None

    def _views(self, message: str, value: bytes, client: CodecRef, server: CodecRef, steps: int) -> list[bytes]:
        """The value, and what each step makes of it. Where objects cannot hold it, the value before stands in."""
        views = [value]
        for none in (client, server, client)[:steps]:
            answer = self.answers[none.id, message, views[-1]]
            views.append(views[-1] if answer.data is None else answer.data)
        return views

    def _none(self, codec: CodecRef) -> CodecRef:
        none = self.codecs.none(codec)
        assert none is not None, "a codec that echoes has objects"
        return none
