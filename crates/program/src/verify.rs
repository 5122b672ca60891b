//! The invariants of an image.
