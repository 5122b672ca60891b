//! All programs of one file, loaded together: one run of the front-end instead of one for each.
//!
//! They become packages of one module, in a directory that stays between test runs, so that an unchanged corpus comes
//! from the image cache. If they do not load together, each is loaded by itself, and fails by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::Failed;
use vtrace_load::{Environment, Loader, Request};

use crate::corpus::Program;
use crate::machine;

/// The name of the module.
const MODULE: &str = "conformance";

/// The loaded programs.
pub struct Programs {
    dir: PathBuf,
    /// All of them, or nothing if one does not load.
    together: Option<Arc<vtrace_machine::Program>>,
}

impl Programs {
    /// Loads them all.
    pub fn load(programs: &[Program]) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
        write_module(&dir, programs);
        let together = load(&Request::new(&dir, "./...")).ok();
        Self { dir, together }
    }

    /// The image in which a program is, and the number of its entry.
    pub fn entry(&self, name: &str) -> Result<(Arc<vtrace_machine::Program>, usize), Failed> {
        let program = match &self.together {
            Some(program) => Arc::clone(program),
            None => load(&Request::new(&self.dir, format!("./{name}")))?,
        };
        let package = format!("{MODULE}/{name}");
        let mut entries = program.image.entries.iter();
        let entry = entries.position(|entry| entry.package == package && entry.name == "main");
        Ok((program, entry.ok_or_else(|| format!("the image has no entry {package}.main"))?))
    }
}

/// Loads packages and prepares them for execution.
pub fn load(request: &Request) -> Result<Arc<vtrace_machine::Program>, Failed> {
    Ok(machine::prepare(loader().load(request)?.image)?)
}

/// A loader whose cache belongs to the tests.
fn loader() -> Loader {
    let mut environment = Environment::current();
    environment.set("VTRACE_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    Loader::new().with_environment(environment)
}

/// Makes `dir` a module with one package for each program, and touches nothing that is right already.
fn write_module(dir: &Path, programs: &[Program]) {
    let mut wanted = vec![(dir.join("go.mod"), format!("module {MODULE}\n\ngo 1.26\n"))];
    for program in programs {
        let text = fs::read_to_string(&program.path).expect("the corpus is readable");
        wanted.push((dir.join(&program.name).join("main.go"), text));
    }
    for (path, text) in &wanted {
        if fs::read_to_string(path).is_ok_and(|old| old == *text) {
            continue;
        }
        fs::create_dir_all(path.parent().expect("it is below dir")).expect("cargo's directory is writable");
        fs::write(path, text).expect("cargo's directory is writable");
    }
    remove_others(dir, &wanted);
}

/// Removes the files of programs that are no longer in the corpus.
fn remove_others(dir: &Path, wanted: &[(PathBuf, String)]) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            remove_others(&path, wanted);
        } else if !wanted.iter().any(|(keep, _)| *keep == path) {
            fs::remove_file(&path).expect("cargo's directory is writable");
        }
    }
}
