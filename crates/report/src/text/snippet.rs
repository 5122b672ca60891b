//! The header and the source lines with their labels. The only place that knows annotate-snippets.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::TextOptions;
use super::line::clean;
use crate::{Finding, Label, Sources, Standing, golang};

/// The header and the snippets of a finding, and the width of the gutter.
pub(super) fn render(finding: &Finding, sources: &Sources, options: &TextOptions) -> (String, usize) {
    let level = match finding.standing {
        Standing::Possible => Level::WARNING,
        Standing::Confirmed | Standing::Certain => Level::ERROR,
    };
    let title = level.primary_title(&finding.message).id(finding.kind.name());
    let mut group = Group::with_title(title);
    let mut gutter = 0;
    for (file, labels) in by_file(finding) {
        let path = clean(&sources.show(file));
        match Excerpt::new(file, &labels, sources) {
            Some(excerpt) => {
                gutter = gutter.max(excerpt.last_line().to_string().len());
                group = group.element(excerpt.snippet(path));
            }
            None => {
                for (_, label) in &labels {
                    let line = label.location.line as usize;
                    let column = label.location.column.max(1) as usize;
                    group = group.element(Origin::path(path.clone()).line(line).char_column(column));
                    group = group.element(Level::NOTE.no_name().message(clean(&label.text)));
                }
            }
        }
    }
    let renderer = if options.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(options.width);
    let text = renderer.render(&[group]);
    (text.lines().map(|line| format!("{}\n", line.trim_end())).collect(), gutter)
}

/// The labels, with their places in the finding, by file in the order of first mention.
fn by_file(finding: &Finding) -> Vec<(&str, Vec<(usize, &Label)>)> {
    let mut files: Vec<(&str, Vec<(usize, &Label)>)> = Vec::new();
    for (at, label) in finding.labels.iter().enumerate() {
        match files.iter_mut().find(|(file, _)| *file == label.location.file) {
            Some((_, labels)) => labels.push((at, label)),
            None => files.push((&label.location.file, vec![(at, label)])),
        }
    }
    files
}

/// The part of a file that has labels.
struct Excerpt<'a> {
    text: String,
    first_line: usize,
    /// Where in the text, whether it is the finding's own place, and what is said there.
    labels: Vec<(std::ops::Range<usize>, bool, &'a str)>,
}

impl<'a> Excerpt<'a> {
    /// None if the file, or one of the lines, cannot be read: then it is another file than the one that was checked.
    fn new(file: &str, labels: &[(usize, &'a Label)], sources: &Sources) -> Option<Excerpt<'a>> {
        let lines = sources.lines(file)?;
        let numbers = || labels.iter().map(|(_, label)| label.location.line as usize);
        let (first, last) = (numbers().min()?, numbers().max()?);
        if first == 0 || last > lines.len() {
            return None;
        }
        let mut starts = Vec::new();
        let mut text = String::new();
        for line in &lines[first - 1..last] {
            starts.push(text.len());
            text += line;
            text.push('\n');
        }
        let place = |(at, label): &(usize, &'a Label)| {
            let line = label.location.line as usize;
            let extent = golang::extent(&lines[line - 1], label.location.column);
            let start = starts[line - first];
            (start + extent.start..start + extent.end, *at == 0, label.text.as_str())
        };
        Some(Excerpt { labels: labels.iter().map(place).collect(), text, first_line: first })
    }

    fn last_line(&self) -> usize {
        self.first_line + self.text.lines().count() - 1
    }

    fn snippet(&self, path: String) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
        let annotations = self.labels.iter().map(|(range, own, text)| {
            let kind = if *own { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(range.clone()).label(clean(text))
        });
        Snippet::source(self.text.clone()).line_start(self.first_line).path(path).annotations(annotations)
    }
}
