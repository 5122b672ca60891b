//! What a goroutine does over and over within a step stands in a plan once: a loop of a million rounds is a few lines.

/// The longest part that is looked for.
const LONGEST: usize = 8;
/// Fewer lines than this stay as they are.
const WORTH: usize = 16;

/// Writes lines, and for lines that come again at once how often they do: `r\t2\t9` after two lines means that both come nine times more.
pub fn fold(lines: &str, text: &mut String) {
    let all: Vec<&str> = lines.lines().collect();
    let mut at = 0;
    while at < all.len() {
        let rest = &all[at..];
        let (period, times) = (1..=LONGEST.min(rest.len()))
            .map(|period| (period, times(rest, period)))
            .max_by_key(|&(period, times)| (period * times, std::cmp::Reverse(period)))
            .filter(|&(period, times)| times > 1 && period * times >= WORTH)
            .unwrap_or((1, 1));
        for line in &rest[..period] {
            text.push_str(line);
            text.push('\n');
        }
        if times > 1 {
            text.push_str(&format!("r\t{period}\t{}\n", times - 1));
        }
        at += period * times;
    }
}

/// How many times the first so many lines stand at the beginning, one after the other.
fn times(lines: &[&str], period: usize) -> usize {
    let (first, rest) = lines.split_at(period);
    1 + rest.chunks_exact(period).take_while(|chunk| *chunk == first).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unfold(text: &str) -> String {
        let mut lines: Vec<&str> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix("r\t").and_then(|rest| rest.split_once('\t')) {
                Some((period, times)) => {
                    let last = lines[lines.len() - period.parse::<usize>().unwrap()..].to_vec();
                    (0..times.parse().unwrap()).for_each(|_| lines.extend(&last));
                }
                None => lines.push(line),
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn folded(lines: &str) -> String {
        let mut text = String::new();
        fold(lines, &mut text);
        assert_eq!(unfold(&text), lines);
        text
    }

    #[test]
    fn rounds_of_a_loop_are_told_once() {
        let lines = format!("begin\n{}end\n", "lock\nunlock\n".repeat(1000));
        assert_eq!(folded(&lines), "begin\nlock\nunlock\nr\t2\t999\nend\n");
    }

    #[test]
    fn few_lines_stay_as_they_are() {
        assert_eq!(folded("a\na\na\n"), "a\na\na\n");
        assert_eq!(folded(""), "");
    }

    #[test]
    fn loops_come_one_after_the_other() {
        let lines = format!("{}{}c\n", "a\n".repeat(20), "a\nb\n".repeat(20));
        assert_eq!(folded(&lines), "a\nr\t1\t20\nb\na\nr\t2\t18\nb\nc\n");
    }
}
