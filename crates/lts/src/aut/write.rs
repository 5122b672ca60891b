//! Writing `.aut` files: τ as `i`, every other label quoted, `"` and `\` escaped.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::lts::Lts;

/// `name` between quotes, as a label is written.
pub fn quote(name: &str) -> String {
    format!("\"{}\"", escape(name))
}

/// `name` without anything that would end its quotes or its line.
fn escape(name: &str) -> Cow<'_, str> {
    if name.contains(['"', '\\', '\n', '\r']) {
        let escaped = name.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        Cow::Owned(escaped)
    } else {
        Cow::Borrowed(name)
    }
}

/// Writes `lts` in the order of its states. `out` should be buffered.
pub fn write(lts: &Lts, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "des ({}, {}, {})", lts.initial(), lts.transition_count(), lts.state_count())?;
    let fields: Vec<String> = lts
        .labels()
        .iter()
        .map(
            |(label, name)| {
                if label.is_tau() { format!(", {name}, ") } else { format!(", {}, ", quote(name)) }
            },
        )
        .collect();
    let mut line = Vec::with_capacity(64);
    for t in lts.transitions() {
        line.clear();
        line.push(b'(');
        push_number(&mut line, t.source);
        line.extend_from_slice(fields[t.label.index()].as_bytes());
        push_number(&mut line, t.target);
        line.extend_from_slice(b")\n");
        out.write_all(&line)?;
    }
    Ok(())
}

fn push_number(line: &mut Vec<u8>, number: u32) {
    let mut digits = [0u8; 10];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;

    #[test]
    fn what_is_written_reads_back() {
        let text = "des (2, 4, 3)\n(0, i, 1)\n(0, \"a \\\"b\\\", c\", 4)\n(1, \"\\\\\", 0)\n(4, \"x\", 10)\n";
        let lts = parse(text.as_bytes()).unwrap().lts;
        let mut written = Vec::new();
        write(&lts, &mut written).unwrap();
        let again = parse(&written).unwrap();
        assert!(again.warnings.is_empty());
        assert!(lts.transitions().eq(again.lts.transitions()));
        assert!(lts.labels().iter().eq(again.lts.labels().iter()));
        assert_eq!(String::from_utf8(written).unwrap().lines().nth(2), Some("(0, \"a \\\"b\\\", c\", 4)"));
    }
}
