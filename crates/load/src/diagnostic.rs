//! What Go says about packages that do not load, taken apart.

use std::fmt;

/// One message of the Go tools about the user's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The file, as Go names it; empty if the message has no place.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column in bytes, from 1; 0 if unknown.
    pub column: u32,
    /// The message without its place; further lines of it are kept.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
            if self.line > 0 {
                write!(f, "{}:", self.line)?;
            }
            if self.column > 0 {
                write!(f, "{}:", self.column)?;
            }
            write!(f, " ")?;
        }
        write!(f, "{}", self.message)
    }
}

/// Reads the messages from what Go printed.
///
/// A message is `file:line:column: text` or `file:line: text`; lines that begin with white space continue it.
/// `# package` headings are dropped. Anything else is a message without a place.
pub fn parse(text: &str) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        match diagnostics.last_mut() {
            Some(last) if line.starts_with(['\t', ' ']) => {
                last.message.push('\n');
                last.message.push_str(line);
            }
            _ => diagnostics.push(parse_line(line)),
        }
    }
    diagnostics
}

fn parse_line(line: &str) -> Diagnostic {
    let placeless =
        || Diagnostic { file: String::new(), line: 0, column: 0, message: line.trim_start().to_owned() };
    // Each colon could end the file's name: a drive letter or an odd name contains some. The first one after
    // which a number and another colon follow does.
    for (colon, _) in line.match_indices(':').filter(|(colon, _)| *colon > 0) {
        let Some((number, rest)) = number(&line[colon + 1..]) else { continue };
        let file = line[..colon].to_owned();
        let (column, message) = self::number(rest).unwrap_or((0, rest));
        return Diagnostic { file, line: number, column, message: message.trim_start().to_owned() };
    }
    placeless()
}

/// `"12: rest"` → `(12, " rest")`.
fn number(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_once(':')?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(file: &str, line: u32, column: u32, message: &str) -> Diagnostic {
        Diagnostic { file: file.into(), line, column, message: message.into() }
    }

    #[test]
    fn places_are_taken_apart_and_put_together_again() {
        for (text, expected) in [
            ("./main.go:4:2: undefined: x", diagnostic("./main.go", 4, 2, "undefined: x")),
            ("go.mod:3: unknown directive: foo", diagnostic("go.mod", 3, 0, "unknown directive: foo")),
            (r"C:\src\main.go:4:2: undefined: x", diagnostic(r"C:\src\main.go", 4, 2, "undefined: x")),
            ("no required module provides x: y", diagnostic("", 0, 0, "no required module provides x: y")),
            ("a.go:1:1: case 3: duplicate", diagnostic("a.go", 1, 1, "case 3: duplicate")),
        ] {
            assert_eq!(parse(text), [expected], "{text}");
            assert_eq!(parse(text)[0].to_string(), text);
        }
    }

    #[test]
    fn continued_lines_belong_to_their_message() {
        let text =
            "# example.com/a\na.go:1:2: cannot use x\n\thave int\n\twant string\na.go:9:1: missing return\n";
        assert_eq!(
            parse(text),
            [
                diagnostic("a.go", 1, 2, "cannot use x\n\thave int\n\twant string"),
                diagnostic("a.go", 9, 1, "missing return"),
            ]
        );
    }
}
