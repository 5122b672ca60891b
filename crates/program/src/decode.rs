//! The binary form of an image.

/// The number of the form that this crate reads; the front-end writes it first.
pub const SCHEMA: u32 = 1;

/// Why an image could not be read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {}
