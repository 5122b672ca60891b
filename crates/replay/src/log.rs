//! The readable log of a replay: which goroutine executed which line, and when.
//!
//! The gates in the user's files write for each statement the moment, the goroutine's name, the file and the line. Here the
//! source text is added.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Makes a log that people can read: milliseconds since the first line, goroutine, place, and source text.
pub fn render(raw: &str) -> String {
    let mut sources: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut rows = Vec::new();
    for line in raw.lines() {
        let mut fields = line.split('\t');
        let (Some(time), Some(who), Some(file), Some(number)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let (Ok(time), Ok(number)) = (time.parse::<i64>(), number.parse::<usize>()) else { continue };
        let source = sources.entry(file).or_insert_with(|| {
            let text = fs::read_to_string(file).unwrap_or_default();
            text.lines().map(|line| line.trim().to_string()).collect()
        });
        let text = number.checked_sub(1).and_then(|index| source.get(index)).cloned().unwrap_or_default();
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        let who = if who == "0" { "main" } else { who };
        rows.push((time, who.to_string(), format!("{name}:{number}"), text));
    }
    let first = rows.first().map_or(0, |row| row.0);
    let width = |of: fn(&(i64, String, String, String)) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let (who, place) = (width(|row| row.1.len()), width(|row| row.2.len()));
    let mut out = String::new();
    for (time, name, at, text) in &rows {
        let milliseconds = (time - first) as f64 / 1e6;
        let _ = writeln!(out, "{milliseconds:10.3} ms  {name:who$}  {at:place$}  {text}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shown_with_their_source() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("main.go");
        fs::write(&file, "package main\n\nfunc main() {\n\tprintln(1)\n}\n").unwrap();
        let raw = format!("5000000\t0\t{0}\t4\n6500000\t0.1\t{0}\t99\nbroken\n", file.display());
        let log = render(&raw);
        assert_eq!(log, "     0.000 ms  main  main.go:4   println(1)\n     1.500 ms  0.1   main.go:99  \n");
    }
}
