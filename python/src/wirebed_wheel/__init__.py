"""Wirebed without a clone: the wheels that `make wheel` builds, and what they do where pip has installed them.

build         the wheel `wirebed`: this package, which has an archive of the repository, and what pip installs beside it
java          the wheel `wirebed-java`: what Maven builds of the Java peers, with the licences of all that is in it
project       the project of a wheel, from which uv builds it
requirements  which packages those are, from python/requirements.in and its lock
launch        the program `wirebed` of the wheel, which unpacks the repository and runs its python/wirebed
plugin        the plugin of pytest in the wheel

So what runs is a checkout, whose commands, folders and builds are the ones of a clone. No module of it is in the wheel
a second time: all but `launch` and `plugin` are in the archive alone.
"""
