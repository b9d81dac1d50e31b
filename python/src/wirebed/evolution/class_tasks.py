"""The tasks of a step about a class that was written by hand: a bare object travels in place of the message."""

from collections.abc import Mapping

from wirebed.engine.memo import TaskMemo
from wirebed.engine.slots import Slot
from wirebed.evolution.classes import NotOfTheClass, from_bare, to_bare
from wirebed.evolution.model import Step
from wirebed.view import ViewError


class ClassTasks(TaskMemo):
    def __init__(self, step: Step, schemas: Mapping[str, object]):
        super().__init__()
        self.step, self.schemas = step, schemas
        self.seen: list[tuple[Slot, str]] = []

    def _encode(self, codec, message, options, view) -> Slot:
        try:
            bare = to_bare(view, self.schemas[codec.tree], self.step.class_name)
        except NotOfTheClass as error:
            slot = Slot()
            slot.fail(str(error))
            return slot
        return self.tasks.encode(codec.process, codec.key, "", options, bare, class_name=self.step.class_name)

    def _decode(self, codec, message, options, data, likely) -> Slot:
        slot = self.tasks.decode(codec.process, codec.key, "", options, data, class_name=self.step.class_name)
        self.seen.append((slot, codec.tree))
        return slot

    def _relay(self, codec, message, options, relay) -> Slot:
        return self.tasks.relay(codec.process, codec.key, "", options, relay, class_name=self.step.class_name)

    def settle(self):
        """What was seen becomes what the schema of the reader calls it."""
        for slot, version in self.seen:
            if slot.data is not None:
                try:
                    slot.data = from_bare(slot.data, self.schemas[version], self.step.roots[version])
                except (NotOfTheClass, ViewError) as error:
                    slot.fail(str(error))
        self.seen = []
