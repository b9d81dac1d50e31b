"""The folder of a language, as its `peer.yaml` describes it, and the system packages that it needs."""
