//! Patterns for paths and functions in `vtrace.toml`: `*` is anything within a part of a path, `**` and Go's `...` anything at
//! all, `?` one character.

/// The text matches the pattern from beginning to end.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.replace("...", "**").chars().collect();
    let text: Vec<char> = text.chars().collect();
    // Which prefixes of the text the pattern so far can match: one pass, whatever the stars.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    let mut at = 0;
    while at < pattern.len() {
        let mut next = vec![false; text.len() + 1];
        let star = pattern[at] == '*';
        let deep = star && pattern.get(at + 1) == Some(&'*');
        for from in 0..=text.len() {
            if star {
                next[from] |= reached[from];
                next[from] |= from > 0 && next[from - 1] && (deep || text[from - 1] != '/');
            } else if from < text.len() && reached[from] {
                let one = pattern[at] == '?' && text[from] != '/';
                next[from + 1] |= one || pattern[at] == text[from];
            }
        }
        reached = next;
        at += if deep { 2 } else { 1 };
    }
    reached[text.len()]
}

/// The path matches: from its beginning, or, for a pattern without a slash, with its last part. A directory stands for
/// everything below it.
pub(crate) fn matches_path(pattern: &str, path: &str) -> bool {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let directory = pattern.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    matches(pattern, path)
        || matches(&format!("{directory}/**"), path)
        || (!pattern.contains('/') && matches(pattern, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_within_a_part_of_the_path() {
        assert!(matches("pool/*.go", "pool/pool.go"));
        assert!(!matches("pool/*.go", "pool/old/pool.go"));
        assert!(matches("pool/**.go", "pool/old/pool.go"));
        assert!(matches("p??l/a.go", "pool/a.go"));
        assert!(!matches("", "a"));
        assert!(matches("pool.(*Pool).work", "pool.(*Pool).work"));
    }

    #[test]
    fn a_directory_stands_for_what_is_below() {
        for pattern in ["legacy", "legacy/", "./legacy/...", "legacy/**", "*.go", "a.go", "legacy/x/a.go"] {
            assert!(matches_path(pattern, "legacy/x/a.go"), "{pattern}");
        }
        for pattern in ["x", "x/a.go", "legac", "b.go"] {
            assert!(!matches_path(pattern, "legacy/x/a.go"), "{pattern}");
        }
    }

    #[test]
    fn many_stars_are_no_trouble() {
        assert!(!matches(&"*a".repeat(200), &"a".repeat(199)));
    }
}
