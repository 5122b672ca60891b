//! For which values of its parameters an entry fails, as a table.

use super::line::{BAD, DIM, GOOD, Line, PLAIN, WARNING, clean, width};
use crate::parameters::{Outcome, Parameters, Role};

/// So many rows are shown, unless all are asked for.
const ROWS: usize = 16;

/// The table under the line of an entry, which is called `name`. Nothing, if nothing fails.
pub fn render(name: &str, parameters: &Parameters, full: bool, colour: bool) -> String {
    let (failing, all) = parameters.score();
    if failing == 0 {
        return String::new();
    }
    let mut text = String::new();
    let mut line = Line::new(colour);
    let score = failing as f64 / all as f64;
    line.space(7)
        .push(PLAIN, &format!("{} fails for {failing} of {all} valuations (score {score:.2})", clean(name)));
    text += &line.finish();
    for condition in &parameters.conditions {
        let mut line = Line::new(colour);
        let kind = condition.kind.map_or(String::new(), |kind| format!("{}: ", kind.name()));
        let when = if condition.text == "always" { "always" } else { "if " };
        line.space(9).push(PLAIN, &format!("{kind}{when}"));
        if when != "always" {
            line.push(BAD, &clean(&condition.text));
        }
        text += &line.finish();
    }
    let title = |at: usize| {
        let parameter = &parameters.parameters[at];
        let optional = if parameter.role == Role::Optional { "?" } else { "" };
        format!("{}{optional}", clean(&parameter.name))
    };
    let titles: Vec<String> = (0..parameters.parameters.len()).map(title).collect();
    let mut head = Line::new(colour);
    head.space(9).push(DIM, &titles.join("  "));
    text += &head.finish();
    let shown = if full { all } else { ROWS.min(all) };
    // Failing ones first, if not all are shown.
    let mut rows: Vec<_> = parameters.valuations.iter().collect();
    if shown < all {
        rows.sort_by_key(|valuation| valuation.outcome != Outcome::Fails);
    }
    for valuation in rows.into_iter().take(shown) {
        let mut line = Line::new(colour);
        line.space(9);
        for (value, title) in valuation.values.iter().zip(&titles) {
            let value = value.map_or("any".to_string(), |value| value.to_string());
            line.push(PLAIN, &format!("{value:>0$}  ", width(title)));
        }
        match valuation.outcome {
            Outcome::Fails => {
                let kinds: Vec<&str> = valuation.kinds.iter().map(|kind| kind.name()).collect();
                line.push(BAD, &kinds.join(", "))
            }
            Outcome::Proved => line.push(GOOD, "proved"),
            Outcome::Undecided => line.push(WARNING, "not decided"),
        };
        text += &line.finish();
    }
    if shown < all {
        let mut line = Line::new(colour);
        line.space(9).push(DIM, &format!("… and {} more (--full shows them)", all - shown));
        text += &line.finish();
    }
    text
}
