//! One line of an `.aut` file, taken apart without allocating.

use std::borrow::Cow;

use thiserror::Error;

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// Something else should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A state number that no state can have.
    #[error("the number is too large: states are numbered below 4294967295")]
    NumberTooLarge,
    /// A label that starts with a quote and does not end with one.
    #[error("the label has an opening quote but no closing one")]
    UnclosedQuote,
    /// A label that is not text.
    #[error("the label is not UTF-8 text")]
    NotText,
    /// More bytes without a line break than any label needs.
    #[error("the line is longer than {} bytes; is this an .aut file?", super::read::MAX_LINE)]
    TooLong,
    /// Numbers so far apart that the table of states would dwarf the file.
    #[error(
        "state {state} in a system of {transitions} transitions: the numbers are too sparse to be meant, \
         at most {limit} states are accepted here"
    )]
    Sparse {
        /// The offending state.
        state: u32,
        /// How many transitions the file has.
        transitions: usize,
        /// How many states a file with so many transitions may have.
        limit: usize,
    },
    /// More transitions than fit.
    #[error("more than {} transitions", crate::lts::MAX_TRANSITIONS)]
    TooManyTransitions,
}

/// A problem and the byte of the line at which it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// Bytes before it in the line.
    pub offset: usize,
    /// What is wrong.
    pub problem: Problem,
}

fn fail<T>(offset: usize, problem: Problem) -> Result<T, LineError> {
    Err(LineError { offset, problem })
}

/// The pieces of a transition line. The label is as it stands in the file, quotes and all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces<'a> {
    /// The first number.
    pub source: u32,
    /// Everything between the first comma and the last, trimmed.
    pub label: &'a [u8],
    /// Where the label starts in the line.
    pub label_offset: usize,
    /// The last number.
    pub target: u32,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// Takes the decimal number at `*at`, and moves `*at` behind it.
fn number(line: &[u8], at: &mut usize, what: &'static str) -> Result<u32, LineError> {
    let start = *at;
    let mut value = 0u64;
    while let Some(digit) = line.get(*at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d <= 9) {
        value = value * 10 + u64::from(digit);
        if value >= u64::from(u32::MAX) {
            return fail(start, Problem::NumberTooLarge);
        }
        *at += 1;
    }
    if *at == start { fail(start, Problem::Expected(what)) } else { Ok(value as u32) }
}

fn skip_space(line: &[u8], at: &mut usize) {
    while line.get(*at).is_some_and(|&b| is_space(b)) {
        *at += 1;
    }
}

fn expect(line: &[u8], at: &mut usize, byte: u8, what: &'static str) -> Result<(), LineError> {
    if line.get(*at) != Some(&byte) {
        return fail(*at, Problem::Expected(what));
    }
    *at += 1;
    Ok(())
}

/// The end of `line` without white space, not before `from`.
fn trimmed_end(line: &[u8], from: usize, mut end: usize) -> usize {
    while end > from && is_space(line[end - 1]) {
        end -= 1;
    }
    end
}

/// Parses `(source, label, target)`. A line of white space is `None`.
#[inline]
pub fn transition(line: &[u8]) -> Result<Option<Pieces<'_>>, LineError> {
    let mut at = 0;
    skip_space(line, &mut at);
    if at == line.len() {
        return Ok(None);
    }
    expect(line, &mut at, b'(', "'(' and a transition, as in (0, \"label\", 1)")?;
    skip_space(line, &mut at);
    let source = number(line, &mut at, "the number of the source state")?;
    skip_space(line, &mut at);
    expect(line, &mut at, b',', "',' after the source state")?;

    // From the other end: ')' and the target. The label in between may hold any of these characters.
    let end = trimmed_end(line, at, line.len());
    if end == at || line[end - 1] != b')' {
        return fail(end, Problem::Expected("')' at the end of the transition"));
    }
    let digits_end = trimmed_end(line, at, end - 1);
    let mut digits = digits_end;
    while digits > at && line[digits - 1].is_ascii_digit() {
        digits -= 1;
    }
    let mut target_at = digits;
    let target = number(&line[..digits_end], &mut target_at, "the number of the target state")?;
    let comma = trimmed_end(line, at, digits);
    if comma == at || line[comma - 1] != b',' {
        return fail(comma, Problem::Expected("',' before the target state"));
    }
    let label_end = trimmed_end(line, at, comma - 1);
    while at < label_end && is_space(line[at]) {
        at += 1;
    }
    if at == label_end {
        return fail(at, Problem::Expected("a label"));
    }
    Ok(Some(Pieces { source, label: &line[at..label_end], label_offset: at, target }))
}

/// The three numbers of `des (first, transitions, states)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The initial state.
    pub initial: u32,
    /// How many transitions the file says it has.
    pub transitions: u64,
    /// How many states the file says it has.
    pub states: u64,
}

/// Parses the header line, which must not be blank.
pub fn header(line: &[u8]) -> Result<Header, LineError> {
    let mut at = 0;
    skip_space(line, &mut at);
    if !line[at..].starts_with(b"des") {
        return fail(
            at,
            Problem::Expected("the header, as in des (0, 12, 7): first state, transitions, states"),
        );
    }
    at += 3;
    skip_space(line, &mut at);
    expect(line, &mut at, b'(', "'(' after des")?;
    skip_space(line, &mut at);
    let initial = number(line, &mut at, "the number of the first state")?;
    let mut counts = [0u64; 2];
    for (count, what) in counts.iter_mut().zip(["the number of transitions", "the number of states"]) {
        skip_space(line, &mut at);
        expect(line, &mut at, b',', "','")?;
        skip_space(line, &mut at);
        let start = at;
        while let Some(digit) = line.get(at).filter(|b| b.is_ascii_digit()) {
            // The counts are not trusted, so one that overflows is only as wrong as any other.
            *count = count.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            at += 1;
        }
        if start == at {
            return fail(at, Problem::Expected(what));
        }
    }
    skip_space(line, &mut at);
    expect(line, &mut at, b')', "')' at the end of the header")?;
    skip_space(line, &mut at);
    if at != line.len() {
        return fail(at, Problem::Expected("the end of the line"));
    }
    Ok(Header { initial, transitions: counts[0], states: counts[1] })
}

/// The name that a label in a file stands for: without its quotes, `\"` and `\\` undone.
pub fn label_name(field: &[u8]) -> Result<Cow<'_, str>, Problem> {
    let inner = match field {
        [b'"', inner @ .., b'"'] => inner,
        [b'"', ..] => return Err(Problem::UnclosedQuote),
        plain => return std::str::from_utf8(plain).map(Cow::Borrowed).map_err(|_| Problem::NotText),
    };
    let text = std::str::from_utf8(inner).map_err(|_| Problem::NotText)?;
    if !text.contains('\\') {
        return Ok(Cow::Borrowed(text));
    }
    let mut name = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                name.push(next);
                chars.next();
            }
            _ => name.push(c),
        }
    }
    Ok(Cow::Owned(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> (u32, String, u32) {
        let pieces = transition(line.as_bytes()).unwrap().unwrap();
        (pieces.source, label_name(pieces.label).unwrap().into_owned(), pieces.target)
    }

    #[test]
    fn labels_are_read_as_tools_write_them() {
        assert_eq!(parsed("(0, i, 1)"), (0, "i".into(), 1));
        assert_eq!(parsed("(0,\"i\",1)\r"), (0, "i".into(), 1));
        assert_eq!(parsed("  ( 12 ,\t\"CALL !PUSH !1\" , 7 ) "), (12, "CALL !PUSH !1".into(), 7));
        assert_eq!(parsed("(0, put(1, 2), 3)"), (0, "put(1, 2)".into(), 3));
        assert_eq!(parsed("(0, \"say \\\"a, b\\\"\", 3)"), (0, "say \"a, b\"".into(), 3));
        assert_eq!(parsed("(0, \"say \"a, b\"\", 3)"), (0, "say \"a, b\"".into(), 3));
        assert_eq!(parsed("(0, \"a\\\\\", 3)"), (0, "a\\".into(), 3));
        assert_eq!(parsed("(0, \"c:\\new\", 3)"), (0, "c:\\new".into(), 3));
        assert_eq!(parsed("(0, \"\", 3)"), (0, "".into(), 3));
        assert_eq!(parsed("(0, \",\", 3)"), (0, ",".into(), 3));
        assert_eq!(transition(b" \t\r").unwrap(), None);
    }

    #[test]
    fn errors_point_at_the_byte() {
        let offset = |line: &str| transition(line.as_bytes()).unwrap_err().offset;
        assert_eq!(offset("0, a, 1)"), 0);
        assert_eq!(offset("(x, a, 1)"), 1);
        assert_eq!(offset("(0; a, 1)"), 2);
        assert_eq!(offset("(0, a, 1"), 8);
        assert_eq!(offset("(0, a, x)"), 8);
        assert_eq!(offset("(0, 1)"), 3);
        assert_eq!(offset("(0, , 1)"), 3);
        assert_eq!(offset("(4294967295, a, 1)"), 1);
        assert_eq!(offset("(0, a, 99999999999999999999999)"), 7);
        assert_eq!(label_name(b"\"abc"), Err(Problem::UnclosedQuote));
        assert_eq!(label_name(b"\""), Err(Problem::UnclosedQuote));
        assert_eq!(label_name(b"\xff"), Err(Problem::NotText));
    }

    #[test]
    fn headers() {
        let expected = Header { initial: 3, transitions: 12, states: 7 };
        assert_eq!(header(b"des (3, 12, 7)"), Ok(expected));
        assert_eq!(header(b" des(3,12 , 7 )\r"), Ok(expected));
        assert_eq!(header(b"dse (3, 12, 7)").unwrap_err().offset, 0);
        assert_eq!(header(b"des (3, 12)").unwrap_err().offset, 10);
    }
}
