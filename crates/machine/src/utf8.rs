//! UTF-8 as Go reads and writes it: a byte that starts no valid sequence is U+FFFD and one byte long.

/// What an invalid byte decodes to, and an invalid rune encodes as.
pub(crate) const RUNE_ERROR: u32 = 0xFFFD;

/// The first rune of `bytes`, and how many bytes it takes; `bytes` must not be empty.
pub(crate) fn decode(bytes: &[u8]) -> (u32, usize) {
    let first = bytes[0];
    let (len, minimum) = match first {
        0..0x80 => return (first as u32, 1),
        0xC2..=0xDF => (2, 0x80),
        0xE0..=0xEF => (3, 0x800),
        0xF0..=0xF4 => (4, 0x10000),
        _ => return (RUNE_ERROR, 1),
    };
    if bytes.len() < len {
        return (RUNE_ERROR, 1);
    }
    let mut rune = first as u32 & (0x7F >> len);
    for &byte in &bytes[1..len] {
        if byte & 0xC0 != 0x80 {
            return (RUNE_ERROR, 1);
        }
        rune = rune << 6 | (byte as u32 & 0x3F);
    }
    match char::from_u32(rune) {
        Some(_) if rune >= minimum => (rune, len),
        _ => (RUNE_ERROR, 1),
    }
}

/// Appends a rune to `out`.
pub(crate) fn encode(rune: i64, out: &mut Vec<u8>) {
    let valid = u32::try_from(rune).ok().and_then(char::from_u32).unwrap_or('\u{FFFD}');
    out.extend_from_slice(valid.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_sequences_are_one_byte_long() {
        assert_eq!(decode("é".as_bytes()), (0xE9, 2));
        assert_eq!(decode(&[0xC0, 0x80]), (RUNE_ERROR, 1));
        assert_eq!(decode(&[0xED, 0xA0, 0x80]), (RUNE_ERROR, 1));
        assert_eq!(decode(&[0xE2, 0x82]), (RUNE_ERROR, 1));
        assert_eq!(decode(&[0xF4, 0x90, 0x80, 0x80]), (RUNE_ERROR, 1));
        assert_eq!(decode("😀!".as_bytes()), (0x1F600, 4));
    }
}
