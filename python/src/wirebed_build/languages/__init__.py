"""The folders of the languages: their `peer.yaml`, and the system packages that they need."""
