//! Generated modules, executed: all that they can do, as transition systems.
//!
//! Many modules are explored at once, because loading Go packages and compiling Rust takes longer for the first one than for all others.

mod machine;
#[cfg(test)]
mod random;

use std::fmt;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use vtrace_protocol::{
    Action, Explored, GenerateError, GenerateOptions, Instance, ModuleKind, generate_driven_go,
    generate_driven_rust, rust_explorer,
};

use crate::interrupt::Interrupt;
use crate::load;

/// Modules that are to be explored.
pub struct Modules {
    /// Their files: name and text.
    files: Vec<(String, String)>,
    /// The names of their protocols.
    names: Vec<String>,
    /// Their actions, by number.
    actions: Vec<Vec<Action>>,
    max_states: usize,
}

/// What they do, in the order in which they were added.
pub struct Done {
    pub systems: Vec<Explored>,
    /// What the toolchain took, and what the exploration took.
    building: Duration,
    exploring: Duration,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states: usize = self.systems.iter().map(|system| system.transitions.len()).sum();
        writeln!(
            f,
            "{} generated modules with {states} states explored in {:.2}s, after {:.2}s for building and loading them",
            self.systems.len(),
            self.exploring.as_secs_f64(),
            self.building.as_secs_f64()
        )
    }
}

impl Modules {
    /// None yet. Each may have `max_states` states.
    pub fn new(max_states: usize) -> Self {
        Self { files: Vec::new(), names: Vec::new(), actions: Vec::new(), max_states }
    }

    fn options(&self, name: &str, kind: ModuleKind) -> GenerateOptions {
        let package = Some(module(self.actions.len()));
        GenerateOptions { name: name.to_owned(), kind, package, max_states: self.max_states }
    }

    /// Adds a Go package.
    pub fn add_go(&mut self, name: &str, instance: &Instance, kind: ModuleKind) -> Result<(), GenerateError> {
        let driven = generate_driven_go(instance, &self.options(name, kind))?;
        let folder = module(self.actions.len());
        self.files.push((format!("{folder}/protocol.go"), driven.package));
        self.files.push((format!("{folder}/drive.go"), driven.driver));
        self.names.push(name.to_owned());
        self.actions.push(driven.actions);
        Ok(())
    }

    /// Adds a Rust module.
    pub fn add_rust(
        &mut self,
        name: &str,
        instance: &Instance,
        kind: ModuleKind,
    ) -> Result<(), GenerateError> {
        let (text, actions) = generate_driven_rust(instance, &self.options(name, kind))?;
        self.files.push((format!("{}.rs", module(self.actions.len())), text));
        self.names.push(name.to_owned());
        self.actions.push(actions);
        Ok(())
    }

    /// Writes all files into a folder of their own.
    fn write(&self) -> anyhow::Result<tempfile::TempDir> {
        let folder = tempfile::tempdir().context("a temporary folder for generated modules")?;
        for (name, text) in &self.files {
            let file = folder.path().join(name);
            let written = file.parent().map_or(Ok(()), std::fs::create_dir_all);
            written
                .and_then(|()| std::fs::write(&file, text))
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(folder)
    }

    /// Loads all Go packages at once, and explores each on the machine.
    pub fn explore_go(mut self, interrupt: &Interrupt) -> anyhow::Result<Done> {
        let start = Instant::now();
        self.files.push(("go.mod".into(), "module generated\n\ngo 1.24\n".into()));
        let folder = self.write()?;
        let mut request = vtrace_load::Request::new(folder.path(), "./...");
        // Nobody will see this folder again.
        request.cache = false;
        request.entries =
            (0..self.actions.len()).map(|number| format!("generated/{}.Drive", module(number))).collect();
        let image = load::load(&request, interrupt)?.image;
        let program = std::sync::Arc::new(vtrace_machine::Program::new(image)?);
        let building = start.elapsed();
        let start = Instant::now();
        let systems = self.on_all_cores(|number| {
            if interrupt.is_raised() {
                bail!("interrupted");
            }
            let package = format!("generated/{}", module(number));
            machine::explore(&program, &package, &self.actions[number], self.max_states)
                .with_context(|| format!("the Go package of {}", self.names[number]))
        })?;
        Ok(Done { systems, building, exploring: start.elapsed() })
    }

    /// Explores every module by its number. The first error, by that number, is the result.
    fn on_all_cores(
        &self,
        explore: impl Fn(usize) -> anyhow::Result<Explored> + Sync,
    ) -> anyhow::Result<Vec<Explored>> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.actions.len() {
                    return done;
                }
                done.push((number, explore(number)));
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut all = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            let done =
                threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("an explorer panicked")));
            done.collect::<anyhow::Result<Vec<_>>>()
        })?
        .into_iter()
        .flatten()
        .collect::<Vec<_>>();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, explored)| explored).collect()
    }

    /// Compiles all Rust modules into programs that explore them, as many as there are cores, and runs these.
    pub fn explore_rust(mut self) -> anyhow::Result<Done> {
        let start = Instant::now();
        let shares = self.shares();
        for (number, share) in shares.iter().enumerate() {
            let modules: Vec<String> = share.iter().map(|&number| module(number)).collect();
            self.files.push((format!("main{number}.rs"), rust_explorer(&modules)));
        }
        let folder = self.write()?;
        let programs: Vec<usize> = (0..shares.len()).collect();
        let compiled = on_threads(&programs, |number| {
            Command::new("rustc")
                .args(["--edition", "2024", &format!("main{number}.rs"), "-o", &format!("explorer{number}")])
                .current_dir(folder.path())
                .output()
                .context("cannot run rustc: install Rust from https://rustup.rs")
        })?;
        if let Some(output) = compiled.iter().find(|output| !output.status.success()) {
            bail!("rustc refuses the generated modules:\n{}", String::from_utf8_lossy(&output.stderr));
        }
        let building = start.elapsed();
        let start = Instant::now();
        let outputs = on_threads(&programs, |number| {
            Command::new(folder.path().join(format!("explorer{number}")))
                .output()
                .context("the explorer does not run")
        })?;
        let mut systems: Vec<(usize, Explored)> = Vec::new();
        for (share, output) in shares.iter().zip(outputs) {
            if !output.status.success() {
                bail!("the generated modules failed:\n{}", String::from_utf8_lossy(&output.stderr));
            }
            let actions: Vec<Vec<Action>> =
                share.iter().map(|&number| self.actions[number].clone()).collect();
            let text = String::from_utf8_lossy(&output.stdout);
            let explored = Explored::read(&text, &actions).map_err(anyhow::Error::msg)?;
            systems.extend(share.iter().copied().zip(explored));
        }
        systems.sort_by_key(|(number, _)| *number);
        let systems = systems.into_iter().map(|(_, explored)| explored).collect();
        Ok(Done { systems, building, exploring: start.elapsed() })
    }

    /// The numbers of the modules, in shares of about the same length of text, one for each core.
    fn shares(&self) -> Vec<Vec<usize>> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(self.actions.len());
        let mut shares = vec![(0, Vec::new()); cores.max(1)];
        let mut numbers: Vec<usize> = (0..self.actions.len()).collect();
        numbers.sort_by_key(|&number| std::cmp::Reverse(self.files[number].1.len()));
        for number in numbers {
            if let Some(smallest) = shares.iter_mut().min_by_key(|(length, _)| *length) {
                smallest.0 += self.files[number].1.len();
                smallest.1.push(number);
            }
        }
        shares.into_iter().map(|(_, numbers)| numbers).collect()
    }
}

/// Does the work for each number in a thread of its own. The first error, by the numbers, is the result.
fn on_threads<R: Send>(
    numbers: &[usize],
    work: impl Fn(usize) -> anyhow::Result<R> + Sync,
) -> anyhow::Result<Vec<R>> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = numbers
            .iter()
            .map(|&number| {
                let work = &work;
                scope.spawn(move || work(number))
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(anyhow!("an explorer panicked"))))
            .collect()
    })
}

/// The name of a module, or of its package.
fn module(number: usize) -> String {
    format!("p{number}")
}
