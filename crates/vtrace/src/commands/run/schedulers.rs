//! Following a schedule that was recorded.

use vtrace_machine::run::Scheduler;
use vtrace_machine::{Choice, State};

use super::schedule::Schedule;

/// Makes the choices of a schedule, one after the other.
pub struct Replay<'s> {
    schedule: &'s Schedule,
    /// How many have been made.
    made: usize,
    misfit: Option<Misfit>,
}

/// Why a schedule could not be followed to the program's end.
pub enum Misfit {
    /// This step is not possible; these are.
    Impossible { step: usize, wanted: Choice, possible: Vec<Choice> },
    /// The program goes on after the schedule's last step.
    Ended { steps: usize, stopped: bool },
}

impl<'s> Replay<'s> {
    /// A scheduler that follows `schedule`.
    pub fn new(schedule: &'s Schedule) -> Replay<'s> {
        Replay { schedule, made: 0, misfit: None }
    }

    /// Why it stopped, if it did.
    pub fn into_misfit(self) -> Option<Misfit> {
        self.misfit
    }
}

impl Scheduler for Replay<'_> {
    fn choose(&mut self, _: &State, choices: &[Choice]) -> Option<usize> {
        let Some((wanted, _)) = self.schedule.steps.get(self.made) else {
            let stopped = self.schedule.end.as_deref() == Some("stopped");
            self.misfit = Some(Misfit::Ended { steps: self.made, stopped });
            return None;
        };
        self.made += 1;
        let index = choices.iter().position(|choice| choice == wanted);
        if index.is_none() {
            let possible = choices.to_vec();
            self.misfit = Some(Misfit::Impossible { step: self.made, wanted: *wanted, possible });
        }
        index
    }
}
