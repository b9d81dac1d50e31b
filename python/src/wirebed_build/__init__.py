"""Builds the peers: a folder of schemas in, trees and the introductions of their peers out."""
