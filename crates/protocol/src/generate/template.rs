//! Templates: text with parts that only some protocols need.
//!
//! A line `#if word` starts a part that stays if `word` is among the given ones, `#end` ends it. Parts do not nest.

/// The text with the parts that `words` ask for.
pub(super) fn fill(template: &str, words: &[&str]) -> String {
    let mut text = String::new();
    let mut kept = true;
    for line in template.split_inclusive('\n') {
        match line.trim_end().strip_prefix("#if ") {
            Some(word) => kept = words.contains(&word),
            None if line.trim_end() == "#end" => kept = true,
            None if kept => text.push_str(line),
            None => {}
        }
    }
    text
}

/// Breaks `text` into lines of at most `width` characters.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
