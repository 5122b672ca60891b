//! Choices as text, for schedules that people read and edit.
//!
//! | text | choice |
//! |---|---|
//! | `step 3` | goroutine 3 executes the operation before which it stands |
//! | `case 4 1` | goroutine 4's select takes its case 1 |
//! | `case 4 default` | goroutine 4's select takes its default |
//! | `meet 2 5` | goroutine 2 sends, goroutine 5 receives |
//! | `meet 2.1 5.0` | the same, in cases 1 and 0 of their selects |
//! | `pick 1 2` | goroutine 1 goes on with alternative 2 |
//! | `fire 7` | timer 7 fires |

use std::fmt;
use std::str::FromStr;

use crate::schedule::{Choice, DEFAULT};

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Choice::Step { goroutine } => write!(f, "step {goroutine}"),
            Choice::Case { goroutine, case: DEFAULT } => write!(f, "case {goroutine} default"),
            Choice::Case { goroutine, case } => write!(f, "case {goroutine} {case}"),
            Choice::Meet { sender, sender_case, receiver, receiver_case } => {
                write!(f, "meet {} {}", Party(sender, sender_case), Party(receiver, receiver_case))
            }
            Choice::Pick { goroutine, alternative } => write!(f, "pick {goroutine} {alternative}"),
            Choice::Fire { timer } => write!(f, "fire {timer}"),
        }
    }
}

/// A goroutine, and perhaps the case of its select: `5`, `5.0`.
struct Party(u32, Option<u32>);

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(case) => write!(f, "{}.{case}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A text that is not a choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{text}` is not a choice: expected `step G`, `case G N`, `case G default`, `meet G G`, `pick G N` or `fire T`"
)]
pub struct NotAChoice {
    text: String,
}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        parse(text).ok_or_else(|| NotAChoice { text: text.to_string() })
    }
}

fn parse(text: &str) -> Option<Choice> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    Some(match words[..] {
        ["step", goroutine] => Choice::Step { goroutine: number(goroutine)? },
        ["case", goroutine, "default"] => Choice::Case { goroutine: number(goroutine)?, case: DEFAULT },
        ["case", goroutine, case] => Choice::Case { goroutine: number(goroutine)?, case: number(case)? },
        ["meet", sender, receiver] => {
            let ((sender, sender_case), (receiver, receiver_case)) = (party(sender)?, party(receiver)?);
            Choice::Meet { sender, sender_case, receiver, receiver_case }
        }
        ["pick", goroutine, alternative] => {
            Choice::Pick { goroutine: number(goroutine)?, alternative: number(alternative)? }
        }
        ["fire", timer] => Choice::Fire { timer: number(timer)? },
        _ => return None,
    })
}

fn party(text: &str) -> Option<(u32, Option<u32>)> {
    match text.split_once('.') {
        Some((goroutine, case)) => Some((number(goroutine)?, Some(number(case)?))),
        None => Some((number(text)?, None)),
    }
}

/// Digits only: `u32::from_str` would take `+3`.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn choice() -> impl Strategy<Value = Choice> {
        let n = any::<u32>;
        let case = || proptest::option::of(any::<u32>());
        prop_oneof![
            n().prop_map(|goroutine| Choice::Step { goroutine }),
            (n(), n()).prop_map(|(goroutine, case)| Choice::Case { goroutine, case }),
            n().prop_map(|goroutine| Choice::Case { goroutine, case: DEFAULT }),
            (n(), case(), n(), case()).prop_map(|(sender, sender_case, receiver, receiver_case)| {
                Choice::Meet { sender, sender_case, receiver, receiver_case }
            }),
            (n(), n()).prop_map(|(goroutine, alternative)| Choice::Pick { goroutine, alternative }),
            n().prop_map(|timer| Choice::Fire { timer }),
        ]
    }

    proptest! {
        #[test]
        fn every_choice_is_read_as_it_was_written(choice in choice()) {
            prop_assert_eq!(choice.to_string().parse(), Ok(choice));
        }

        #[test]
        fn whatever_is_read_is_written_the_same(text in "(step|case|meet|pick|fire|x)( [0-9]{1,2}(\\.[0-9])?| default){0,3}") {
            if let Ok(choice) = text.parse::<Choice>() {
                prop_assert_eq!(choice.to_string().parse(), Ok(choice));
            }
        }
    }

    #[test]
    fn the_forms_are_as_documented() {
        for (text, choice) in [
            ("step 3", Choice::Step { goroutine: 3 }),
            ("case 4 1", Choice::Case { goroutine: 4, case: 1 }),
            ("case 4 default", Choice::Case { goroutine: 4, case: DEFAULT }),
            (
                "meet 2 5.0",
                Choice::Meet { sender: 2, sender_case: None, receiver: 5, receiver_case: Some(0) },
            ),
            ("pick 1 2", Choice::Pick { goroutine: 1, alternative: 2 }),
            ("fire 7", Choice::Fire { timer: 7 }),
        ] {
            assert_eq!(choice.to_string(), text);
            assert_eq!(text.parse(), Ok(choice));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", "step", "step x", "step 1 2", "step +1", "meet 1", "meet 1. 2", "jump 1", "step 99999999999"]
        {
            assert!(text.parse::<Choice>().is_err(), "{text}");
        }
    }
}
