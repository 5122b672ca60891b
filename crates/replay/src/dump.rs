//! What the Go runtime says when it ends a program: the fatal message, and where its goroutines are.

/// A goroutine of a dump.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goroutine {
    /// Why it waits: `chan receive`, `sync.Mutex.Lock`, `running`.
    pub status: String,
    /// Its frames, the innermost first: function, file, line.
    pub frames: Vec<(String, String, u32)>,
    /// All of it, as the runtime printed it.
    pub text: String,
}

/// Reads the goroutines of a dump.
pub fn goroutines(text: &str) -> Vec<Goroutine> {
    let mut all = Vec::new();
    for block in text.split("\n\n") {
        let mut lines = block.lines().skip_while(|line| !line.starts_with("goroutine "));
        let Some(head) = lines.next() else { continue };
        let Some((_, rest)) = head.split_once('[') else { continue };
        let Some((status, _)) = rest.split_once(']') else { continue };
        // `chan receive, 2 minutes, locked to thread`
        let status = status.split(',').next().unwrap_or(status);
        let status = status.strip_suffix(" (leaked)").unwrap_or(status).to_string();
        let mut frames = Vec::new();
        let mut function = String::new();
        for line in lines {
            match line.strip_prefix('\t') {
                None => function = line.to_string(),
                Some(place) => {
                    let place = place.split(" +0x").next().unwrap_or(place);
                    if let Some((file, number)) = place.rsplit_once(':')
                        && let Ok(number) = number.trim().parse()
                    {
                        frames.push((std::mem::take(&mut function), file.to_string(), number));
                    }
                }
            }
        }
        let start = block.find(head).unwrap_or(0);
        all.push(Goroutine { status, frames, text: block[start..].to_string() });
    }
    all
}

impl Goroutine {
    /// Whether it waits for another goroutine, and for nothing else.
    pub fn is_blocked(&self) -> bool {
        let waits = ["chan receive", "chan send", "select", "sync.", "semacquire"];
        waits.iter().any(|wait| self.status.starts_with(wait))
    }

    /// Whether one of its frames is in a function.
    pub fn is_in(&self, function: &str) -> bool {
        let starts = |name: &str| name.strip_prefix(function).is_some_and(|rest| rest.starts_with('('));
        !function.is_empty() && self.frames.iter().any(|(name, _, _)| starts(name))
    }

    /// Whether one of its frames is at a line of a file, which is named by its path or the end of it.
    pub fn is_at(&self, file: &str, line: u32) -> bool {
        self.frames.iter().any(|(_, path, number)| *number == line && same_file(path, file))
    }
}

/// Whether a path is a file, named by its path or the end of it.
pub fn same_file(path: &str, file: &str) -> bool {
    path == file || path.strip_suffix(file).is_some_and(|rest| rest.ends_with('/'))
}

/// The text after `panic: ` of the first panic, up to the goroutines.
pub fn panic(text: &str) -> Option<&str> {
    section(text, "panic: ")
}

/// Whether the runtime's text about a panic is the expected one, or begins with it. Of a text with several lines the first one counts,
/// and of panics that came one upon the other the first line of each: a program may well print its stack in a panic.
pub fn same_panic(said: &str, expected: &str) -> bool {
    let heads = |text: &str| -> Vec<String> {
        let later = text.lines().skip(1).filter(|line| line.starts_with("\tpanic: "));
        text.lines().take(1).chain(later).map(without_addresses).collect()
    };
    said.starts_with(expected) || (!expected.is_empty() && heads(said) == heads(expected))
}

/// A line without what is another number in every run.
fn without_addresses(line: &str) -> String {
    let mut parts = line.split("0x");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        text += "0x…";
        text += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    text
}

/// The text after `fatal error: `.
pub fn fatal(text: &str) -> Option<&str> {
    section(text, "fatal error: ")
}

fn section<'t>(text: &'t str, head: &str) -> Option<&'t str> {
    let start = if text.starts_with(head) { 0 } else { text.find(&format!("\n{head}"))? + 1 };
    let rest = &text[start + head.len()..];
    let end = rest.find("\n\ngoroutine ").unwrap_or(rest.len());
    Some(rest[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "before\nfatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive, 2 minutes]:\nmain.main()\n\t/x/main.go:7 +0x1d\n\ngoroutine 6 [sync.Mutex.Lock]:\nsync.(*Mutex).Lock(...)\n\t/go/src/sync/mutex.go:46\nmain.f(0x1)\n\t/x/main.go:12 +0x2a\ncreated by main.main in goroutine 1\n\t/x/main.go:6 +0x11\n";

    #[test]
    fn a_dump_tells_where_goroutines_wait() {
        let all = goroutines(DUMP);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].status, "chan receive");
        assert!(all[1].is_blocked() && all[1].is_at("main.go", 12) && !all[1].is_at("in.go", 12));
        assert_eq!(fatal(DUMP), Some("all goroutines are asleep - deadlock!"));
        assert_eq!(panic(DUMP), None);
    }

    #[test]
    fn a_panic_of_several_lines_is_read_whole() {
        let text = "panic: a\n\tpanic: b\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:7 +0x1d\nexit status 2\n";
        assert_eq!(panic(text), Some("a\n\tpanic: b"));
        assert!(!goroutines(text)[0].is_blocked());
    }

    #[test]
    fn a_panic_is_known_by_its_first_lines() {
        assert!(same_panic("no mail [recovered, repanicked]", "no mail"));
        assert!(same_panic("at 0xc000123 no mail", "at 0xdead no mail"));
        assert!(same_panic("late: stack\ngoroutine 7", "late: stack\ngoroutine 2"));
        assert!(same_panic("x [recovered]\n\tpanic: y 0x1\nmore", "x [recovered]\n\tpanic: y 0x2\n"));
        assert!(!same_panic("x [recovered]\n\tpanic: z", "x [recovered]\n\tpanic: y"));
        assert!(!same_panic("no mail", "mail"));
        assert!(!same_panic("anything", "\n"));
    }
}
