//! Programs with a hole, each of which a checker may trip over in its own way.

use crate::{Primitive, Program, Role, Snippet};

/// A program with a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// Its name.
    pub name: &'static str,
    /// How often, how deep or how large; empty if that is no question.
    pub bound: &'static str,
}

/// All contexts, in the order of the thesis.
pub const CONTEXTS: &[Context] = &[
    Context { name: "minimal", bound: "" },
    Context { name: "non-dynamic-for", bound: "10000" },
    Context { name: "non-dynamic-for", bound: "len(os.Args)" },
    Context { name: "dynamic-for", bound: "10" },
    Context { name: "dynamic-for", bound: "100" },
    Context { name: "dynamic-for", bound: "120000" },
    Context { name: "dynamic-for", bound: "len(os.Args)" },
    Context { name: "primitive-for", bound: "10" },
    Context { name: "primitive-for", bound: "10000" },
    Context { name: "primitive-for", bound: "len(os.Args)" },
    Context { name: "defer", bound: "" },
    Context { name: "closure", bound: "" },
    Context { name: "recursion", bound: "10" },
    Context { name: "timeout", bound: "" },
    Context { name: "2-branch-select", bound: "" },
    Context { name: "interface", bound: "" },
    Context { name: "async-chan", bound: "1" },
    Context { name: "async-chan", bound: "4" },
];

/// Where the snippet goes.
const HOLE: &str = "HOLE";
/// Where the primitive is declared.
const DECLARATION: &str = "DECLARATION";

impl Context {
    /// Its name with its bound: `dynamic-for(10)`.
    pub fn title(&self) -> String {
        match self.bound {
            "" => self.name.to_string(),
            bound => format!("{}({bound})", self.name),
        }
    }

    /// Whether a snippet fits into it.
    pub fn takes(&self, snippet: &Snippet) -> bool {
        self.name != "async-chan" || snippet.primitive == Primitive::Channel
    }

    /// The program with a snippet, or its twin, in the hole.
    pub(crate) fn fill(&self, snippet: Option<&Snippet>, correct: bool) -> Program {
        let harmless = |snippet: &Snippet| self.name == "async-chan" && snippet.name == "blocking-send";
        let role = match snippet {
            None => Role::Empty,
            Some(_) if correct => Role::Correct,
            Some(snippet) if harmless(snippet) => Role::Harmless,
            Some(_) => Role::Buggy,
        };
        let code: &[&str] = match snippet {
            None => &[],
            Some(snippet) if correct => snippet.right,
            Some(snippet) => snippet.wrong,
        };
        let (source, lines) = self.source(snippet.map(|snippet| snippet.primitive), code, role);
        let part =
            |text: &str| text.replace(['(', ')'], "-").trim_end_matches('-').replace("len-os.Args", "args");
        let (directory, primitive, name) = match snippet {
            None => (format!("empty/{}", part(&self.title())), String::new(), String::new()),
            Some(snippet) => {
                let family = if correct { "correct" } else { "buggy" };
                let primitive = snippet.primitive.name();
                let directory = format!("{family}/{primitive}.{}.{}", snippet.name, part(&self.title()));
                (directory, primitive.to_string(), snippet.name.to_string())
            }
        };
        let strings = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (expected, allowed) = match (role, snippet) {
            (Role::Buggy, Some(snippet)) => (strings(snippet.expected), strings(snippet.allowed)),
            _ => (Vec::new(), Vec::new()),
        };
        // Without an argument the closure is never called.
        let arguments = if self.name == "closure" { strings(&["argument"]) } else { Vec::new() };
        Program {
            directory,
            role,
            primitive,
            snippet: name,
            context: self.title(),
            expected,
            allowed,
            lines,
            arguments,
            source,
        }
    }

    /// The text, and the lines of the snippet in it.
    fn source(&self, primitive: Option<Primitive>, code: &[&str], role: Role) -> (String, (u32, u32)) {
        let body = self.body(primitive);
        let uses = |word: &str| code.iter().any(|line| line.contains(word));
        let mut text = format!("// {}\npackage main\n", self.comment(role));
        let declares = primitive.is_some_and(|primitive| primitive != Primitive::Channel);
        let imports = [
            ("os", body.iter().any(|line| line.contains("os."))),
            ("sync", declares || uses("once.") || uses("guard.")),
            ("time", body.iter().any(|line| line.contains("time."))),
        ];
        let imports: Vec<&str> = imports.iter().filter(|(_, used)| *used).map(|(name, _)| *name).collect();
        match imports[..] {
            [] => {}
            [one] => text += &format!("\nimport \"{one}\"\n"),
            ref many => {
                text += "\nimport (\n";
                many.iter().for_each(|name| text += &format!("\t\"{name}\"\n"));
                text += ")\n";
            }
        }
        if uses("once.") {
            text += "\nvar once sync.Once\n";
        }
        if uses("guard.") {
            text += "\nvar guard sync.Mutex\n";
        }
        text.push('\n');
        let mut lines = (0, 0);
        for line in body {
            let indent: String = line.chars().take_while(|c| *c == '\t').collect();
            match line.trim_start_matches('\t') {
                HOLE => {
                    let first = text.lines().count() as u32 + 1;
                    code.iter().for_each(|line| text += &format!("{indent}{line}\n"));
                    lines = (first, text.lines().count() as u32);
                }
                DECLARATION => {
                    if let Some(primitive) = primitive {
                        text += &format!("{indent}{}\n", primitive.declaration());
                    }
                }
                _ => text += &format!("{line}\n"),
            }
        }
        (text, lines)
    }

    fn comment(&self, role: Role) -> &'static str {
        match role {
            Role::Buggy => {
                "What is wrong here is known: this is a program for testing those who look for it."
            }
            Role::Harmless => "Nothing is wrong here, though it looks so: the channel's buffer has room.",
            Role::Correct => "Nothing is wrong here: this is the twin of a program in which something is.",
            Role::Empty => "Nothing happens here: this is what surrounds programs in which something does.",
        }
    }

    fn body(&self, primitive: Option<Primitive>) -> Vec<String> {
        let (parameter, argument) = match primitive {
            Some(p) => (format!("{} {}", p.variable(), p.parameter()), p.argument().to_string()),
            None => (String::new(), String::new()),
        };
        let comma = if primitive.is_some() { ", " } else { "" };
        let bound = self.bound;
        let looped = format!("for i := 0; i < {bound}; i++ {{");
        let lines: Vec<String> = match self.name {
            "minimal" => texts(&["func main() {", "\tDECLARATION", "\tHOLE", "}"]),
            "non-dynamic-for" => {
                texts(&["func main() {", "\tDECLARATION", &format!("\t{looped}"), "\t\tHOLE", "\t}", "}"])
            }
            "dynamic-for" => texts(&[
                "func main() {",
                "\tDECLARATION",
                &format!("\t{looped}"),
                "\t\tgo func() {",
                "\t\t\tHOLE",
                "\t\t}()",
                "\t}",
                "}",
            ]),
            "primitive-for" => {
                texts(&["func main() {", &format!("\t{looped}"), "\t\tDECLARATION", "\t\tHOLE", "\t}", "}"])
            }
            "defer" => {
                texts(&["func main() {", "\tDECLARATION", "\tdefer func() {", "\t\tHOLE", "\t}()", "}"])
            }
            "closure" => texts(&[
                "func perhaps(f func()) {",
                "\tif len(os.Args) > 1 {",
                "\t\tf()",
                "\t}",
                "}",
                "",
                "func main() {",
                "\tDECLARATION",
                "\tperhaps(func() {",
                "\t\tHOLE",
                "\t})",
                "}",
            ]),
            "recursion" => texts(&[
                &format!("func descend({parameter}{comma}depth int) {{"),
                "\tif depth > 0 {",
                &match primitive {
                    Some(primitive) => format!("\t\tdescend({}, depth-1)", primitive.variable()),
                    None => "\t\tdescend(depth - 1)".to_string(),
                },
                "\t\treturn",
                "\t}",
                "\tHOLE",
                "}",
                "",
                "func main() {",
                "\tDECLARATION",
                &format!("\tdescend({argument}{comma}{bound})"),
                "}",
            ]),
            "timeout" => texts(&[
                "func main() {",
                "\tDECLARATION",
                "\tselect {",
                "\tcase <-time.After(3 * time.Second):",
                "\t\tHOLE",
                "\t}",
                "}",
            ]),
            "2-branch-select" => texts(&[
                "func main() {",
                "\tDECLARATION",
                "\tone, other := make(chan int), make(chan int)",
                "\tgo func() {",
                "\t\tother <- 0",
                "\t}()",
                "\tselect {",
                "\tcase <-one:",
                "\tcase <-other:",
                "\t\tHOLE",
                "\t}",
                "}",
            ]),
            "interface" => texts(&[
                &format!("type worker interface{{ work({parameter}) }}"),
                "",
                "type idle struct{}",
                "",
                &format!("func (idle) work({parameter}) {{}}"),
                "",
                "type busy struct{}",
                "",
                &format!("func (busy) work({parameter}) {{"),
                "\tHOLE",
                "}",
                "",
                "func main() {",
                "\tDECLARATION",
                "\tvar w worker = idle{}",
                "\tif len(os.Args) > 0 {",
                "\t\tw = busy{}",
                "\t}",
                &format!("\tw.work({argument})"),
                "}",
            ]),
            _ => {
                let count: usize = bound.parse().unwrap_or(1);
                let mut lines = texts(&["func main() {", &format!("\tch := make(chan int, {bound})")]);
                lines.extend(vec!["\tch <- 0".to_string(); count]);
                lines.extend(vec!["\t<-ch".to_string(); count]);
                lines.extend(texts(&["\tHOLE", "}"]));
                lines
            }
        };
        lines
    }
}

fn texts(lines: &[&str]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}
