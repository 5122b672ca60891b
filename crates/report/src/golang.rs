//! What can be said about one line of Go without parsing the file: its tokens, its text without comments, and how far
//! the expression at a column reaches.
//!
//! The front-end knows a position, a line and a column, but no extent; and Go's SSA form puts the position of a call at its
//! parenthesis and that of a send at its arrow. People want to see `mu.Lock()` underlined, not `(`.

use std::ops::Range;

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    range: Range<usize>,
    class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// An identifier, a keyword or a number.
    Word,
    /// A string or a rune.
    Literal,
    /// An operator or a bracket: one character, or `<-`.
    Mark,
    /// A comment.
    Comment,
}

/// The words after which `<-` receives, and before which no expression ends.
const KEYWORDS: [&str; 15] = [
    "case",
    "chan",
    "defer",
    "else",
    "for",
    "func",
    "go",
    "if",
    "interface",
    "map",
    "range",
    "return",
    "select",
    "struct",
    "switch",
];

/// The tokens of a line. A comment or a raw string that began on an earlier line is not recognised as one: that costs a
/// less precise underline, nothing else.
fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (length, class) = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => (rest.len(), Class::Comment),
            '/' if rest.starts_with("/*") => {
                (rest[2..].find("*/").map_or(rest.len(), |end| end + 4), Class::Comment)
            }
            '"' | '\'' | '`' => (literal(rest, first), Class::Literal),
            '<' if rest.starts_with("<-") => (2, Class::Mark),
            c if is_word(c) => (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), Class::Word),
            c => (c.len_utf8(), Class::Mark),
        };
        tokens.push(Token { range: at..at + length, class });
        at += length;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the literal that `text` begins with; all of it if it does not end.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote != '`' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The line without comments, and without white space that means nothing: equal for two lines that say the same.
pub(crate) fn normal(line: &str) -> String {
    let mut text = String::new();
    let mut last = Class::Mark;
    for token in tokens(line) {
        if token.class == Class::Comment {
            continue;
        }
        if token.class == Class::Word && last == Class::Word {
            text.push(' ');
        }
        text.push_str(&line[token.range]);
        last = token.class;
    }
    text
}

/// The line without the white space around it, the comment at its end, and the brace that opens a block.
pub(crate) fn statement(line: &str) -> &str {
    let statement = &line[statement_range(line)];
    statement.strip_suffix(" {").unwrap_or(statement)
}

/// The `//` comment at the end of a line, and whether there is nothing else on the line.
pub(crate) fn comment(line: &str) -> Option<(&str, bool)> {
    let tokens = tokens(line);
    let last = tokens.last().filter(|token| token.class == Class::Comment)?;
    let text = line[last.range.clone()].strip_prefix("//")?;
    Some((text, tokens.len() == 1))
}

fn statement_range(line: &str) -> Range<usize> {
    let mut tokens = tokens(line);
    while tokens.len() > 1 && tokens.last().is_some_and(|token| token.class == Class::Comment) {
        tokens.pop();
    }
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}

/// What to underline for a position at byte `column`, from 1, of `line`: the expression that the position belongs to, or the
/// whole statement where that cannot be told.
pub(crate) fn extent(line: &str, column: u32) -> Range<usize> {
    let mut tokens = tokens(line);
    tokens.retain(|token| token.class != Class::Comment);
    let extent = (column as usize)
        .checked_sub(1)
        .and_then(|byte| tokens.iter().position(|token| token.range.contains(&byte)))
        .and_then(|at| Tokens { line, tokens: &tokens }.extent(at));
    extent.unwrap_or_else(|| statement_range(line))
}

/// A line taken to pieces.
struct Tokens<'a> {
    line: &'a str,
    tokens: &'a [Token],
}

impl Tokens<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.line[token.range.clone()])
    }

    fn is_keyword(&self, at: usize) -> bool {
        KEYWORDS.contains(&self.text(at))
    }

    /// An expression can end with this token.
    fn ends_operand(&self, at: usize) -> bool {
        match self.tokens.get(at).map(|token| token.class) {
            Some(Class::Word) => !self.is_keyword(at),
            Some(Class::Mark) => matches!(self.text(at), ")" | "]"),
            _ => false,
        }
    }

    /// The tokens from `first` to `last` as bytes.
    fn range(&self, first: usize, last: usize) -> Option<Range<usize>> {
        Some(self.tokens.get(first)?.range.start..self.tokens.get(last)?.range.end)
    }

    fn extent(&self, at: usize) -> Option<Range<usize>> {
        match (self.tokens[at].class, self.text(at)) {
            (Class::Word, "go" | "defer" | "range") => self.range(at, self.header_end(at)),
            (Class::Word, "return") => None,
            (Class::Word, _) if self.is_keyword(at) => self.range(at, at),
            (Class::Word, _) => {
                let last = self.operand_right(at);
                let counts = [self.text(last + 1), self.text(last + 2)];
                let last = if counts == ["+", "+"] || counts == ["-", "-"] { last + 2 } else { last };
                self.range(at, last)
            }
            (Class::Mark, "(") => {
                let first = if at > 0 && self.ends_operand(at - 1) { self.operand_left(at - 1) } else { at };
                self.range(first, self.close(at))
            }
            (Class::Mark, "<-") if at > 0 && self.ends_operand(at - 1) => {
                self.range(self.operand_left(at - 1), self.expression_end(at + 1))
            }
            (Class::Mark, "<-" | "*" | "&") if at + 1 < self.tokens.len() => {
                self.range(at, self.operand_right(at + 1))
            }
            (Class::Mark, "[") if at > 0 => self.range(self.operand_left(at - 1), self.close(at)),
            _ => None,
        }
    }

    /// The bracket that closes the one at `open`, or the last token.
    fn close(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.text(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        // A block that the line opens at its end is not part of the expression.
        self.tokens.len() - 1
    }

    /// The bracket that opens the one at `close`, if it is on this line.
    fn open(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in (0..=close).rev() {
            match self.text(at) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The first token of the operand that ends at `last`: of `a.b[i].c` the `a`.
    fn operand_left(&self, last: usize) -> usize {
        let mut at = last;
        loop {
            if matches!(self.text(at), ")" | "]") {
                match self.open(at) {
                    Some(open) if open > 0 && self.ends_operand(open - 1) => at = open - 1,
                    Some(open) => return open,
                    None => return at,
                }
            } else if at >= 2 && self.text(at - 1) == "." && self.ends_operand(at - 2) {
                at -= 2;
            } else {
                return at;
            }
        }
    }

    /// The last token of the operand that begins at `first`: of `a.b(x).c + d` the `c`.
    fn operand_right(&self, first: usize) -> usize {
        let mut at = match self.text(first) {
            "(" | "[" => self.close(first),
            _ => first,
        };
        loop {
            match self.text(at + 1) {
                "." => at = (at + 2).min(self.tokens.len() - 1),
                "(" | "[" => at = self.close(at + 1),
                _ => return at,
            }
        }
    }

    /// The last token of the expression that begins at `first`.
    fn expression_end(&self, first: usize) -> usize {
        let mut at = first;
        while at < self.tokens.len() {
            match self.text(at) {
                "," | ";" | ")" | "]" | "}" | ":" => break,
                "{" if !self.touches(at) => break,
                "(" | "[" | "{" => at = self.close(at) + 1,
                _ => at += 1,
            }
        }
        at.saturating_sub(1)
    }

    /// The last token of the line, without the brace that opens a block.
    fn header_end(&self, first: usize) -> usize {
        let last = self.tokens.len() - 1;
        if last > first && self.text(last) == "{" && !self.touches(last) { last - 1 } else { last }
    }

    /// No space before the token: `job{` is a value, `for {` begins a block.
    fn touches(&self, at: usize) -> bool {
        at > 0 && self.tokens[at - 1].range.end == self.tokens[at].range.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is underlined if the position is where `marker` first appears in `line`.
    fn at<'a>(line: &'a str, marker: &str) -> &'a str {
        let column = line.find(marker).expect("the marker is in the line") as u32 + 1;
        &line[extent(line, column)]
    }

    #[test]
    fn a_call_is_underlined_from_its_receiver_to_its_closing_parenthesis() {
        assert_eq!(at("\tmu.Lock() // takes it", "("), "mu.Lock()");
        assert_eq!(at("if s.pool[i].mu.TryLock() && ok {", "()"), "s.pool[i].mu.TryLock()");
        assert_eq!(at("x := f(g(1), \")\")", "("), "f(g(1), \")\")");
        assert_eq!(at("return wg.Wait(", "("), "wg.Wait(");
        assert_eq!(at("}()", "("), "()");
    }

    #[test]
    fn a_send_and_a_receive_are_told_apart() {
        assert_eq!(at("case results <- job{n: 1}: // sent", "<-"), "results <- job{n: 1}");
        assert_eq!(at("s.out[0] <- x + 1; y()", "<-"), "s.out[0] <- x + 1");
        assert_eq!(at("case v, ok := <-s.in:", "<-"), "<-s.in");
        assert_eq!(at("return <-done", "<-"), "<-done");
        assert_eq!(at("fmt.Println(<-a, <-b)", "<-b"), "<-b");
    }

    #[test]
    fn statements_of_their_own() {
        assert_eq!(at("\tgo func() {", "go"), "go func()");
        assert_eq!(at("\tgo worker(jobs)", "go"), "go worker(jobs)");
        assert_eq!(at("for v := range jobs {", "range"), "range jobs");
        assert_eq!(at("select {", "select"), "select");
        assert_eq!(at("n++", "n"), "n++");
        assert_eq!(at("s.n.x = 2", "s"), "s.n.x");
        assert_eq!(at("a, b = b, a // swap", "="), "a, b = b, a");
        assert_eq!(at("m[k] = v", "["), "m[k]");
    }

    #[test]
    fn an_unknown_column_takes_the_statement() {
        for column in [0, 1, 999, u32::MAX] {
            assert_eq!(&"\tx := 1 // one"[extent("\tx := 1 // one", column)], "x := 1");
        }
        assert_eq!(extent("", 1), 0..0);
        assert_eq!(extent(" \t ", 2), 0..0);
    }

    #[test]
    fn a_statement_has_no_comment_and_no_open_brace() {
        assert_eq!(statement("\tgo func() { // starts it"), "go func()");
        assert_eq!(statement("  jobs := []job{"), "jobs := []job{");
        assert_eq!(statement("// only this"), "// only this");
        assert_eq!(statement("\t"), "");
    }

    #[test]
    fn lines_that_say_the_same_are_equal() {
        assert_eq!(normal("  x   :=  f( a,b ) // why"), normal("x := f(a, b) /* no */"));
        assert_eq!(normal("go  run()"), "go run()");
        assert_ne!(normal("x := \"a  b\""), normal("x := \"a b\""));
        assert_eq!(normal("u := \"http://x\""), "u:=\"http://x\"");
        assert_eq!(normal("//vtrace:ignore race why"), "");
    }
}
