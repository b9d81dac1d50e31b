"""Builds the peers: a folder of schemas in, trees and programs out. It knows of the core only the bed.

trees           the descriptor set and plain classes of a tree, the steps of builds, their identities
languages       peer.yaml, and the packages that a language needs
plain           protoc-gen-plain: plain classes by the templates of each language
loaded          what a process has loaded
private_folder  folders whose content is trusted
lock            requirements.lock and libraries.lock
os_sessions, interrupt, progress: processes, Ctrl-C, and how far a command is
"""
