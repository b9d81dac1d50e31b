"""Wirebed without a clone: the wheel that `make wheel` builds into build/dist, and what it does where pip installs it.

build         the wheel: this package, which has an archive of the repository, and what pip has to install beside it
requirements  which packages those are, from python/requirements.in and its lock
launch        the program `wirebed` of the wheel, which unpacks the repository and runs its python/wirebed
plugin        the plugin of pytest in the wheel

So what runs is a checkout, whose commands, folders and builds are the ones of a clone. No module of it is in the wheel
a second time: all but `launch` and `plugin` are in the archive alone.
"""
