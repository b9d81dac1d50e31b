"""`pytest -p wirebed_pytest` where a wheel is installed: the plugin is the one of the repository that the wheel has."""

import importlib
import os
import subprocess
import sys

from wirebed_wheel import launch

root = launch.root()
environment = launch.variables(os.environ)
subprocess.run(["bash", root / "python" / "bootstrap"], env=environment, check=True)
os.environ.update(environment)
sys.path[:0] = map(str, (root / "python" / "src", root / "build" / "python" / "gen"))
# The import system returns the module that stands under this name at the end.
del sys.modules[__name__]
importlib.import_module(__name__)
