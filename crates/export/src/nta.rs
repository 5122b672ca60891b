//! UPPAAL's models, as far as one needs them to read a trace: processes, locations and edges, in their order.

use crate::declared::Declarations;

/// A network of processes.
pub(crate) struct Network {
    pub globals: String,
    pub templates: Vec<Template>,
    /// In the order of the system line.
    pub processes: Vec<Process>,
}

pub(crate) struct Template {
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    pub declaration: String,
    pub locations: Vec<Location>,
    #[cfg_attr(not(test), expect(dead_code, reason = "a trace begins there by itself"))]
    pub initial: usize,
    pub edges: Vec<Edge>,
}

pub(crate) struct Process {
    pub name: String,
    pub template: usize,
    pub arguments: Vec<i64>,
    /// The node's number.
    pub number: Option<i64>,
}

pub(crate) struct Location {
    id: String,
    pub name: String,
    pub comment: Option<String>,
    pub is_mark: bool,
    #[cfg_attr(not(test), expect(dead_code, reason = "traces tell it by themselves"))]
    pub committed: bool,
}

pub(crate) struct Edge {
    pub from: usize,
    pub to: usize,
    pub select: Option<String>,
    pub synchronisation: Option<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "what a trace does is allowed"))]
    pub guard: Option<String>,
    /// One after the other.
    pub assignment: Vec<String>,
}

impl Network {
    pub(crate) fn read(xml: &str) -> Result<Network, String> {
        let body = inside(xml, "nta").ok_or("there is no <nta>")?;
        let globals = inside(body.split("<template>").next().unwrap_or(body), "declaration");
        let templates: Vec<Template> =
            each(body, "template").map(Template::read).collect::<Result<_, _>>()?;
        let system = plain(inside(body, "system").ok_or("there is no <system>")?);
        let lines: Vec<&str> = system.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
        let mut instances = Vec::new();
        let mut processes = Vec::new();
        for statement in lines.join("\n").split(';').map(str::trim) {
            if let Some((name, call)) = statement.split_once('=') {
                let (template, arguments) = call.trim().split_once('(').unwrap_or((call.trim(), ")"));
                let arguments =
                    arguments.trim_end_matches(')').split(',').filter_map(|x| x.trim().parse().ok());
                instances.push((
                    name.trim().to_string(),
                    template.trim().to_string(),
                    arguments.collect::<Vec<i64>>(),
                ));
            } else if let Some(list) = statement.strip_prefix("system ") {
                for name in list.split(',').map(str::trim) {
                    let (_, of, arguments) = instances
                        .iter()
                        .find(|(instance, ..)| instance == name)
                        .ok_or_else(|| format!("there is no process {name}"))?;
                    let template = templates
                        .iter()
                        .position(|template| template.name == *of)
                        .ok_or_else(|| format!("there is no template {of}"))?;
                    let number = arguments.first().copied();
                    processes.push(Process {
                        name: name.to_string(),
                        template,
                        arguments: arguments.clone(),
                        number,
                    });
                }
            }
        }
        if processes.is_empty() {
            return Err("its system has no processes".to_string());
        }
        Ok(Network { globals: globals.map(plain).unwrap_or_default(), templates, processes })
    }

    pub(crate) fn declarations(&self) -> Result<Declarations, String> {
        Declarations::new(self)
    }

    /// The processes that are nodes of the program.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Process> {
        self.processes.iter().filter(|process| !self.templates[process.template].is_crasher())
    }
}

impl Template {
    fn read(xml: &str) -> Result<Template, String> {
        let name = plain(inside(xml, "name").ok_or("a template has no name")?);
        let mut locations = Vec::new();
        for (attributes, body) in with_attributes(xml, "location") {
            let own = inside(body, "name").map(plain).unwrap_or_default();
            let comment = label(body, "comments");
            let known =
                ["Start", "For", "If", "Marker", "Send", "Receive", "Select", "Choose", "End", "Exit"];
            let is_known = |word: &&str| {
                own.strip_prefix(*word).is_some_and(|rest| {
                    rest.trim_matches(|c: char| c.is_ascii_digit() || c == '_').is_empty()
                })
            };
            let committed = body.contains("<committed/>");
            let is_mark = committed && !known.iter().any(is_known);
            locations.push(Location {
                id: attribute(attributes, "id"),
                name: own,
                comment,
                is_mark,
                committed,
            });
        }
        let init = xml.split_once("<init ").map(|(_, rest)| attribute(rest, "ref")).unwrap_or_default();
        let initial = locations.iter().position(|location| location.id == init);
        let mut edges = Vec::new();
        for body in each(xml, "transition") {
            let end = |tag: &str| {
                let at = body.find(&format!("<{tag} "))?;
                let id = attribute(&body[at..body[at..].find('>')? + at], "ref");
                locations.iter().position(|location| location.id == id)
            };
            let lost = || format!("an edge of {name} leads to no location of it");
            let assignment = label(body, "assignment").unwrap_or_default();
            edges.push(Edge {
                from: end("source").ok_or_else(lost)?,
                to: end("target").ok_or_else(lost)?,
                select: label(body, "select"),
                synchronisation: label(body, "synchronisation"),
                guard: label(body, "guard"),
                assignment: parts(&assignment)
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .map(str::to_string)
                    .collect(),
            });
        }
        let parameters = inside(xml, "parameter").map(plain).unwrap_or_default();
        let last = |text: &str| text.split_whitespace().last().map(str::to_string);
        Ok(Template {
            parameters: parameters.split(',').filter_map(last).collect(),
            declaration: inside(xml, "declaration").map(plain).unwrap_or_default(),
            initial: initial.ok_or_else(|| format!("{name} starts at no location of it"))?,
            name,
            locations,
            edges,
        })
    }

    /// Whether it lets nodes crash.
    pub(crate) fn is_crasher(&self) -> bool {
        self.name == "Crasher"
    }
}

impl Edge {
    /// The channel and index of `requestsChan[i]!`, with the sign.
    pub(crate) fn synchronisation_of(&self, sign: char) -> Option<(&str, &str)> {
        let (channel, index) = self.synchronisation.as_ref()?.strip_suffix(sign)?.split_once("Chan[")?;
        Some((channel, index.strip_suffix(']')?))
    }

    /// What is assigned to something that begins so.
    pub(crate) fn assigned(&self, to: &str) -> Option<&str> {
        let part = self.assignment.iter().find(|part| part.starts_with(to))?;
        part.split_once("] = ").map(|(_, value)| value)
    }

    /// The first assignment that calls `requestsPut(i, v)` or `requestsTake(i)`: the channel, and the arguments.
    pub(crate) fn call(&self, name: &str) -> Option<(&str, [&str; 2])> {
        self.assignment.iter().find_map(|part| {
            let (channel, arguments) = part.split_once(name)?;
            let channel = channel.rsplit(' ').next().filter(|channel| !channel.is_empty())?;
            let arguments = parts(arguments.strip_suffix(')')?);
            Some((channel, [arguments.first().copied()?, arguments.get(1).copied().unwrap_or_default()]))
        })
    }
}

/// What is between commas, but those inside of brackets.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[begin..].trim());
    parts
}

/// The contents of the first such element.
fn inside<'a>(xml: &'a str, tag: &str) -> Option<&'a str> {
    with_attributes(xml, tag).next().map(|(_, body)| body)
}

/// The contents of each such element.
fn each<'a>(xml: &'a str, tag: &'a str) -> impl Iterator<Item = &'a str> {
    with_attributes(xml, tag).map(|(_, body)| body)
}

fn with_attributes<'a>(xml: &'a str, tag: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let mut rest = xml;
    std::iter::from_fn(move || {
        loop {
            let after = &rest[rest.find(&open)? + open.len()..];
            let end = after.find('>')?;
            let attributes = &after[..end];
            // `<init ref=…/>` has no contents, and `<names>` is no `<name>`.
            if !(attributes.is_empty() || attributes.starts_with(char::is_whitespace))
                || attributes.ends_with('/')
            {
                rest = after;
                continue;
            }
            let body = &after[end + 1..];
            let length = body.find(&close)?;
            rest = &body[length + close.len()..];
            return Some((attributes, &body[..length]));
        }
    })
}

fn attribute(attributes: &str, name: &str) -> String {
    let value = attributes.split_once(&format!("{name}=\"")).map(|(_, rest)| rest);
    value.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_string()
}

fn label(xml: &str, kind: &str) -> Option<String> {
    with_attributes(xml, "label")
        .find(|(attributes, _)| attribute(attributes, "kind") == kind)
        .map(|(_, body)| plain(body))
}

fn plain(text: &str) -> String {
    text.trim().replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
