"""Cases of Java's own types: values of classes that were written by hand (java/classes/types) through every
Java library that takes objects, and what readers without these classes see of the bytes (fixtures/java_types)."""
